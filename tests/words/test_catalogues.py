"""The catalogues of words: nothing is missing in a language, and nothing is superfluous."""
import ast
import json
import os
import pickle
import re
import shutil
import string
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import typer

import eckstein
from eckstein import Board, names
from eckstein.base.sentence import Sentence, joined
from eckstein.board import COLOURS
from eckstein.cli import app
from eckstein.cli.help import texts_of
from eckstein.client.online import ENDINGS
from eckstein.engine.levels import NAMES
from eckstein.engine.messages import ANSWERED, DIED, LATE, MUTE, SILENT, WROTE
from eckstein.kernel.options import COUNTS, own_options
from eckstein.record.conversion import TARGETS
from eckstein.record.exchange import FORMATS
from eckstein.session.sentences import PIECES, REASONS, SYSTEM
from eckstein.session.thinking import READYING
from eckstein.wire.conditions import SEEK
from eckstein.words import (
    ENGLISH,
    FOLDER,
    LANGUAGES,
    OTHERS,
    SENTENCES,
    catalogue,
    command,
    page,
    phrase,
    preferred,
    sentences,
    speak,
    tell,
    text_of,
)

SAYING = {"phrase": 0, "Sentence": 0, "_require": 2}     # where functions take a template
WINDOW = 64                 # characters for a player in the window for a new game
SOURCES = Path(eckstein.__file__).parent
# What is said here is said by commands for research, programs and servers, which speak English.
ENGLISH_ALONE = [SOURCES / name for name in (
    "engine/batch", "engine/zero", "lab/arena", "lab/benchmark", "lab/books", "lab/cluster.py",
    "lab/data", "lab/lazy_names.py", "lab/learning", "lab/logs.py", "lab/nets", "lab/proofs",
    "lab/tables", "lab/zero", "lab/puzzles/making", "board/game_check.py",
    "contract/conformance.py", "kernel/warming.py", "browser/site.py",
    "server/database/databases.py", "server/parts/explore/dumps.py", "server/database/key_file.py",
    "server/database/maintenance.py",
    "server/parts/moderation/overseeing.py", "server/parts/moderation/flagging.py",
    "cli/moderation_commands.py", "cli/arena_commands.py",
    "cli/benchmark_commands.py", "cli/book_commands.py", "cli/bot_commands.py", "client/bot.py",
    "client/bridge.py",
    "cli/data_commands.py", "cli/database_commands.py", "cli/learn_commands.py",
    "cli/proof_commands.py",
    "cli/puzzle_commands.py", "cli/site_commands.py", "cli/table_commands.py",
    "cli/tool_commands.py", "cli/tree_text.py", "cli/zero_commands.py")]
NAMED = {*COLOURS, *(colour.capitalize() for colour in COLOURS), *PIECES.values(),
         *REASONS.values(), *ENDINGS.values(), *SYSTEM, "piece", "check", "mate", READYING,
         *(text for name in NAMES for text in name), ANSWERED, DIED, LATE, MUTE, SILENT, WROTE,
         *FORMATS.values(), *TARGETS.values(), *(effect for _, effect in COUNTS.values()),
         *(option.effect for game in names() for option in own_options(game)),
         *(text for one in SEEK.values() for text in one.texts())}


@cache
def said():
    """All templates that stand in the sources, and what commands say of themselves."""
    found = {call.args[place].value for path in SOURCES.rglob("*.py")
             if not {path, *path.parents} & {*ENGLISH_ALONE}
             for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
             if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
             and (place := SAYING.get(call.func.id)) is not None
             and isinstance(call.args[place], ast.Constant)}
    return found | NAMED | set(texts_of(typer.main.get_command(app)))


def fields(text):
    """The names in braces, each once, for a language may have forms of words for a number."""
    return sorted({f"{name}!{change}" for _, name, _, change in string.Formatter().parse(text)
                   if name})


def test_what_is_said_in_english_alone_is_there():
    assert all(path.exists() for path in ENGLISH_ALONE)


def complete(language):
    return json.loads((FOLDER / language / "language.json").read_text())["complete"]


def gaps(language):
    """What a language lacks."""
    files = {path.relative_to(FOLDER / ENGLISH) for path in (FOLDER / ENGLISH).rglob("*.*")}
    there = {path.relative_to(FOLDER / language) for path in (FOLDER / language).rglob("*.*")}
    return sorted(said() - sentences(language).keys()) + sorted(map(str, files - there))


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_lacks_nothing_or_is_merely_begun(language):
    assert not complete(language) or not gaps(language)


def keyed_once(pairs):
    """An object, none of whose keys hides another one."""
    assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
    return dict(pairs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_hidden_by_others(language):
    for path in (FOLDER / language).rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=keyed_once)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_these_languages_are_complete(language):
    assert complete(language)


def print_with_language(tmp_path, code, program, **catalogues):
    """What a program prints where a folder of words was added to the package."""
    package = tmp_path / "eckstein"
    shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("web", "libraries", "*.pyc"))
    folder = package / "words" / code
    folder.mkdir()
    for name, text in catalogues.items():
        (folder / f"{name}.json").write_text(json.dumps(text), encoding="utf-8")
    return subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True,
                          encoding="utf-8", check=True,
                          env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}).stdout


def test_a_folder_is_a_language(tmp_path):
    """Nothing else is needed: it can be asked for, and what it lacks is English."""
    program = ("from eckstein.words import BOARD_WORDS; "
               "from eckstein.words import command, phrase, preferred, speak, LANGUAGES; "
               "speak(preferred({'LANG': 'gsw_CH.UTF-8'})); "
               "print('gsw' in LANGUAGES, 'board-gsw.js' in BOARD_WORDS, command('Hilf'), "
               "phrase('Draw by agreement.'), phrase('The game continues.'), sep='|')")
    assert print_with_language(
        tmp_path, "gsw", program, language={"name": "Züritüütsch", "complete": False},
        terminal={"Draw by agreement.": "Remis, so abgmacht."}, commands={"hilf": "help"},
    ) == "True|False|help|Remis, so abgmacht.|The game continues.\n"


def test_a_folder_may_have_four_forms_for_numbers(tmp_path):
    back, kings = ("Took back {count} {count:move|moves}.",
                   "{side} has {count} {count:king|kings}, and each player has one")
    program = ("from eckstein.base.sentence import Sentence; "
               "from eckstein.words import phrase, speak, tell; speak('pl'); "
               f"print(*(phrase({back!r}, count=count) for count in (1, 2, 5, 12, 22, 25, 1.5)), "
               f"tell(Sentence({kings!r}, side='A', count=2)), "
               "phrase('{count} {count:ply|plies}', count=22), sep='\\n')")
    assert print_with_language(
        tmp_path, "pl", program, language={"name": "Polski", "complete": False, "plurals": {
            "one": "i = 1 and v = 0",
            "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
            "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9"
                    " or v = 0 and i % 100 = 12..14"}},
        terminal={back: "Cofnięto {count} {count:ruch|ruchy|ruchów|ruchu}."},
        reasons={kings: "{side} ma {count} {count:króla|królów}, a każdy ma jednego"},
    ).splitlines() == [
        "Cofnięto 1 ruch.", "Cofnięto 2 ruchy.", "Cofnięto 5 ruchów.", "Cofnięto 12 ruchów.",
        "Cofnięto 22 ruchy.", "Cofnięto 25 ruchów.", "Cofnięto 1.5 ruchu.",
        "A ma 2 królów, a każdy ma jednego", "22 plies"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_no_sentence_that_nobody_says_and_none_twice(language):
    assert not sentences(language).keys() - said()
    catalogues = [catalogue(language, name) for name in SENTENCES]
    assert sum(map(len, catalogues)) == len(sentences(language))


@pytest.mark.parametrize(("language", "text"), [
    (language, text) for language in OTHERS for text in sentences(language)])
def test_a_sentence_tells_the_same_in_another_language(language, text):
    told = sentences(language)[text]
    # German says neither "die" nor "piece" where the verb would have to agree with it.
    assert fields(told) in (fields(text), [name for name in fields(text) if name != "noun!None"])
    assert text[-1:] not in "?: " or told[-1:] == text[-1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit_on_a_small_screen(language):
    speak(language)
    for name in ("screen", "online-screen"):
        assert max(map(len, page(name).splitlines())) <= 72
    for name in ("plain", "replay", "online", "puzzle", "lesson"):
        assert max(map(len, page(name).splitlines())) <= 80
    for keys in ("Enter pick  Tab next  / type  u undo  h hint  e value  ? help  q quit",
                 "Enter pick  Tab next  / type  d draw  r resign  ? help  q leave",
                 "[ ] step  h hint  e value  n play again  / type  ? help  q quit",
                 "[ ] step  {{ }} ends  v variation  Esc back",
                 "[ ] step  v variation  h hint  e value  ? help  q quit"):
        assert len(phrase(keys)) <= 77


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
    with pytest.raises(ValueError, match=f"languages are {', '.join(LANGUAGES)}"):
        speak("xx")


@pytest.mark.parametrize(("environment", "language"), [
    ({}, "en"), ({"LANG": "de_AT.UTF-8"}, "de"), ({"LANG": "de"}, "de"), ({"LANG": "C"}, "en"),
    ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"), ({"LANG": "den_XX"}, "en"),
    ({"LC_MESSAGES": "de_DE", "LANG": "en_GB"}, "de"), ({"LANG": "xx_XX"}, "en"),
    ({"LANG": "fr_CA.UTF-8"}, "fr"), ({"LANG": "fr@euro"}, "fr"), ({"LANG": "fry_NL"}, "en")])
def test_the_environment_tells_a_language(environment, language):
    assert preferred(environment) == language


def test_a_sentence_is_the_english_one_and_is_told_with_its_facts():
    inner = Sentence("{square} is not empty", square="e4")
    whole = Sentence("{text!r}: {reason}", text="d2e4", reason=inner)
    assert whole == "'d2e4': e4 is not empty"
    assert tell(whole, "de") == "'d2e4': e4 ist nicht leer" and tell(whole) == whole
    speak("de")
    assert tell(whole) == "'d2e4': e4 ist nicht leer"
    assert tell(joined([inner, Sentence("A to X")])) == "e4 ist nicht leer; A bis X"


def test_a_sentence_is_told_in_a_language_that_is_not_spoken():
    kings = "{side} has {count} {count:king|kings}, and each player has one"
    assert tell(Sentence(kings, side="A", count=0), "fr").startswith("A a 0 roi,")


def test_a_sentence_without_words_in_a_language_stays_english():
    speak("de")
    assert tell("the moon is {full}") == "the moon is {full}"
    assert tell(Sentence("the moon is {how}", how="full")) == "the moon is full"


def test_a_sentence_keeps_its_facts_between_processes():
    sentence = pickle.loads(pickle.dumps(Sentence("{square} is not empty", square="e4")))
    assert (sentence, sentence.facts) == ("e4 is not empty", {"square": "e4"})


@pytest.mark.parametrize(("typed", "meant"), [
    ("hilfe", "help"), ("Tipp", "hint"), ("ZÜGE", "moves"), ("zurück", "undo"), ("ende", "quit"),
    ("hint", "hint"), ("d1d2", "d1d2")])
def test_commands_have_german_names_besides_the_english_ones(typed, meant):
    speak("de")
    assert command(typed) == meant


@pytest.mark.parametrize(("typed", "meant"), [
    ("aide", "help"), ("Conseil", "hint"), ("coups", "moves"), ("annuler", "undo"), ("fin", "quit"),
    ("règles", "rules"), ("regles", "rules"), ("hint", "hint"), ("d1d2", "d1d2")])
def test_commands_have_french_names_besides_the_english_ones(typed, meant):
    speak("fr")
    assert command(typed) == meant


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_commands_mean_commands_and_are_no_moves(language):
    names_of = catalogue(language, "commands")
    english = {name for page in ("screen", "online-screen", "plain", "replay", "online", "puzzle",
                                         "lesson")
               for name in re.findall(r"[a-z]+", text_of(f"help/{page}.txt", ENGLISH))}
    assert set(names_of.values()) <= english
    for game in names():
        for name in names_of:
            with pytest.raises(ValueError):
                Board(game).read(name)


@pytest.mark.parametrize("game", names())
def test_rule_pages_draw_the_same_boards_in_every_language(game):
    def boards(text):
        return [line for line in text.splitlines() if line.startswith(f"{game} ")]
    english = boards(text_of(f"rules/{game}.md", ENGLISH))
    assert english
    for language in OTHERS:
        if complete(language):
            assert boards(text_of(f"rules/{game}.md", language)) == english


@pytest.mark.parametrize("path", sorted((FOLDER / "fr").rglob("*.*")), ids=lambda path: path.name)
def test_french_keeps_its_marks_beside_their_words(path):
    """Before a colon, and marks of its kind, and inside quotes stands a narrow no-break space."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        text = "\n".join(said for said in texts_in(json.loads(text)))
    marks = "\\S[ \N{NO-BREAK SPACE}](?:[:;!](?![\\w=-])|»)|«[ \N{NO-BREAK SPACE}]"
    assert re.findall(marks, text) == []


def texts_in(catalogue):
    """All texts of a catalogue, without their names."""
    if isinstance(catalogue, str):
        yield catalogue
    elif isinstance(catalogue, dict | list):
        for inner in catalogue.values() if isinstance(catalogue, dict) else catalogue:
            yield from texts_in(inner)
