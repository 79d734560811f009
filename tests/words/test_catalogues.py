"""The catalogue of words: nothing is missing in a language, and nothing is superfluous."""
import ast
import string
from pathlib import Path

import pytest

import eckstein
from eckstein.board import COLORS
from eckstein.cli.online import ENDINGS
from eckstein.engine.levels import NAMES
from eckstein.session.sentences import PIECES, REASONS
from eckstein.session.thinking import READYING
from eckstein.session.words import LANGUAGES, page, phrase, preferred, speak
from eckstein.session.words.german import GERMAN
from eckstein.session.words.pages import PAGES

WINDOW = 64                 # characters for a player in the window for a new game
SOURCES = Path(eckstein.__file__).parent
NAMED = {*COLORS, *(color.capitalize() for color in COLORS), *PIECES.values(), *REASONS.values(),
         *ENDINGS.values(), "piece", "check", "mate", READYING,
         *(text for name in NAMES for text in name)}


@pytest.fixture(autouse=True)
def in_english():
    yield
    speak("en")


def phrases():
    """All sentences that stand in calls of `phrase`."""
    return {call.args[0].value for folder in ("session", "tui", "cli")
            for path in (SOURCES / folder).rglob("*.py")
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
            and call.func.id == "phrase" and isinstance(call.args[0], ast.Constant)}


def fields(text):
    """The names in braces."""
    return sorted(f"{name}!{change}" for _, name, _, change in string.Formatter().parse(text)
                  if name)


def test_every_sentence_is_there_in_german_and_no_other():
    assert set(GERMAN) == phrases() | NAMED


@pytest.mark.parametrize("text", GERMAN)
def test_a_sentence_tells_the_same_in_german(text):
    assert fields(GERMAN[text]) == fields(text)
    assert text[-1:] not in "?: " or GERMAN[text][-1:] == text[-1:]


def test_pages_are_there_in_every_language():
    assert set(PAGES) == set(LANGUAGES)
    for pages in PAGES.values():
        assert set(pages) == set(PAGES["en"])


@pytest.mark.parametrize("pages", PAGES.values(), ids=PAGES)
def test_pages_fit_on_a_small_screen(pages):
    assert max(map(len, pages["screen"].splitlines())) <= 72
    for name in ("plain", "replay", "online"):
        assert max(map(len, pages[name].splitlines())) <= 80
    assert max(len(pages[name]) for name in ("keys", "looking", "walking")) <= 77


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_fit_into_the_window_for_a_new_game(language):
    speak(language)
    for number, (name, says) in enumerate(NAMES, 1):
        assert len(f"{number} {phrase(name)}: {phrase(says)}") <= WINDOW


def test_a_language_is_spoken():
    assert phrase("{side} plays {move}.", side="White", move="d1-d2") == "White plays d1-d2."
    speak("de")
    assert phrase("{side} plays {move}.", side=phrase("White"),
                  move="d1-d2") == "Weiß spielt d1-d2."
    assert page("plain").startswith("Tippe")
    with pytest.raises(ValueError, match="languages are en, de"):
        speak("fr")


@pytest.mark.parametrize(("environment", "language"), [
    ({}, "en"), ({"LANG": "de_AT.UTF-8"}, "de"), ({"LANG": "de"}, "de"), ({"LANG": "C"}, "en"),
    ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"), ({"LANG": "den_XX"}, "en"),
    ({"LC_MESSAGES": "de_DE", "LANG": "en_GB"}, "de"), ({"LANG": "fr_FR"}, "en")])
def test_the_environment_tells_a_language(environment, language):
    assert preferred(environment) == language
