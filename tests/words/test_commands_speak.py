"""What commands print is in the language that is spoken, and nothing of it was left in English.

Here a language is spoken that has a point for each letter of every template: letters that are
printed all the same were never told, or are facts.
"""
import contextvars
import re
import string
from concurrent.futures import ThreadPoolExecutor

import pytest
import typer
from typer import rich_utils

from eckstein import cli, words
from eckstein.cli.arguments import IN_ENGLISH
from eckstein.cli.help import HEADINGS
from eckstein.cli.lines import grouped
from eckstein.games import names
from eckstein.words import retold, speak, spoken

FACTS = {*names(), "won", "Cublino", "Pur", "Contra", "Ecke", "Duell", "Echek", "Elo", "LLR"}
WORD = re.compile(r"[A-Za-z]{3,}")
COMMANDS = [
    ("games", {"arrival_wins", "size", "chains", "ties_protect", "own_corner_safe",
               "king_captures", "mate_ends", "strict_marks", "board", "bishop", "queens_first",
               "draft", "final", "basic", "repetition", "no_progress"}),
    ("levels", set()), ("levels contra", set()),
    ("show contra d1d2 --small", {"cWa", "Wb", "Wc"}),
    ("show duell F1-e6 --small", set()),
    ("show contra -p CWd6va5 d6d7 --small", set()),
    ("state contra -p CWd6va5", set()), ("state contra d1d2", set()),
    ("state contra -p Cva1Wa7", set()),
    ("convert nowhere", {"nowhere"}), ("check examples/games.txt nowhere", {
        "examples", "games", "txt", "nowhere"}),
    ("render contra --out {tmp}/a.bmp", {"bmp", "svg", "png", "gif", "json"})]


@pytest.fixture(autouse=True)
def dotted(monkeypatch, tmp_path):
    """Speak the language of points, with a file that commands are asked about."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    monkeypatch.setattr(words, "sentences", lambda language: Dotted())
    for heading in HEADINGS:        # which commands change for good
        monkeypatch.setattr(rich_utils, heading, getattr(rich_utils, heading))
    monkeypatch.setattr(rich_utils.OptionHighlighter, "highlights", [])
    monkeypatch.setattr(rich_utils, "MAX_WIDTH", 1000)
    (tmp_path / "nobook").write_text("nothing")
    yield
    speak("en")


class Dotted(dict):
    """Any template, with points for its letters."""

    def get(self, template, otherwise=None):
        parts = []
        for text, name, form, change in string.Formatter().parse(template):
            parts.append(re.sub("[A-Za-z]", ".", text).replace("{", "{{").replace("}", "}}"))
            if form and "|" in form:
                form = re.sub("[A-Za-z]", ".", form)
            if name is not None:
                parts.append("{" + name + (f"!{change}" if change else "")
                             + (f":{form}" if form else "") + "}")
        return "".join(parts)


def left_in_english(printed, facts):
    """The words that are no facts."""
    bare = re.sub(r"\S*/\S+|\b[CcDdEePpKk]?(?:[A-Za-z][a-i]\d)+\b|\d+\.\d+\.\d+", " ", printed)
    return sorted({*WORD.findall(bare)} - {part for fact in facts | FACTS
                                           for part in WORD.findall(fact)})


@pytest.mark.parametrize(("typed", "facts"), COMMANDS, ids=[typed for typed, _ in COMMANDS])
def test_a_command_leaves_nothing_in_english(typed, facts, tmp_path, capsys):
    words = [word.replace("~", " ") for word in typed.format(tmp=tmp_path).split()]
    # Another test may have left an event loop in this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(contextvars.copy_context().run, cli.run, words).result()
    told = capsys.readouterr()
    assert left_in_english(told.out + told.err, facts | {"eckstein"}) == []


def language_of(command):
    """The language that is spoken when a command tells of itself."""
    cli.run([command, "--help"])
    return spoken()


@pytest.mark.parametrize("command", sorted(typer.main.get_command(cli.app).commands.values(),
                                           key=lambda one: one.name), ids=lambda one: one.name)
def test_commands_for_research_and_servers_speak_english(command):
    assert language_of(command.name) == ("en" if command.rich_help_panel == IN_ENGLISH else "de")


@pytest.mark.parametrize(("name", "language"), [
    ("play", "de"), ("analyse", "de"), ("serve", "de"), ("prove", "en"), ("tables", "en"),
    ("match", "en"), ("db", "en"), ("engine", "en")])
def test_these_commands_speak(name, language):
    assert language_of(name) == language


def test_english_is_spoken_wherever_options_stand_before_the_command(capsys):
    assert cli.run(["perft", "contra", "1", "-p", "nowhere"]) == 2
    assert capsys.readouterr().err.startswith("eckstein: 'nowhere'")


def test_the_first_line_of_help_is_in_no_other_language_than_the_rest(capsys):
    assert cli.run(["levels", "--help"]) == 0
    assert left_in_english(capsys.readouterr().out.split("─")[0], {
        "eckstein", "levels", "game"}) == []


def test_a_text_without_its_template_is_told_by_its_english_text(monkeypatch):
    monkeypatch.undo()
    speak("de")
    known = ("{path} is empty: {reason}", "{square} is not empty")
    assert retold("e4 is not empty", *known) == "e4 ist nicht leer"
    assert retold("x is empty: e4 is not empty", *known) == "x is empty: e4 ist nicht leer"
    assert retold("what nobody knows", *known) == "what nobody knows"


@pytest.mark.parametrize(("language", "told"), [("en", "1,234,567"), ("de", "1\u202f234\u202f567")])
def test_thousands_are_apart_and_look_like_no_decimals(language, told):
    speak(language)
    assert grouped(1234567) == told
