"""What commands print is in the language that is spoken, and nothing of it was left in English.

Here a language is spoken that has a point for each letter of every template: letters that are
printed all the same were never told, or are facts.
"""
import contextvars
import platform
import re
import string
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import metadata

import pytest
from typer import rich_utils

from eckstein import cli, words
from eckstein.base.sentence import Sentence
from eckstein.board import game_check as checking
from eckstein.board.game_check import ContractError
from eckstein.cli.counts import grouped
from eckstein.cli.help import HEADINGS
from eckstein.games import names
from eckstein.lab.arena.playing import FAULTS
from eckstein.words import retold, speak

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
    ("perft contra 2", set()),
    ("match contra random greedy --games 2 --sprt 0,5 --record {tmp}/match.txt",
     {"tmp", "match", "txt", "random", "greedy", "inf"}),
    ("tournament contra random greedy --games 2 --record {tmp}/cup.txt",
     {"cup", "txt", "random", "greedy"}),
    ("match contra cmd:/bin/false greedy --games 2 --record {tmp}/broken.txt",
     {"cmd", "bin", "false", "broken", "txt"}),
    ("match contra cmd:/nowhere greedy --games 2 --record {tmp}/missing.txt",
     {"cmd", "nowhere", "missing", "txt"}),
    ("check-game contra --games 1", set()), ("check-game {tmp}/nowhere.py", {"nowhere"}),
    ("tables list", {"Kdd"}), ("tables probe contra -p CWa1vg7", {"tables", "build"}),
    ("tables probe contra -p Cva3vb3Wa2Wb2", set()),
    ("book list", set()), ("book check contra", set()), ("book check nowhere", {"nowhere"}),
    ("book show contra", set()), ("book show contra a1a2 a7a6 b1b2 g7g6 a2a3 f7f6", set()),
    ("book check {tmp}/nobook", {"nobook"}), ("book make contra -o repetition=0", {
        "repetition", "no_progress"}),
    ("book make contra --out {tmp}/nobook", {"nobook", "resume", "force", "out"}),
    ("puzzles list contra", {"race", "battle", "support", "sacrifice", "quiet", "defence",
                                          "block", "double"}),
    ("puzzles check nowhere", {"nowhere"}),
    ("prove contra --position CWa1vg7 --claim", {"claim"}),
    ("prove contra -p CWf6vg1 --claim white~wins", {"white", "wins"}),
    ("prove contra -p CWf6vg1 --claim black~wins", {"black", "wins"}),
    ("convert nowhere", {"nowhere"}), ("check examples/games.txt nowhere", {
        "examples", "games", "txt", "nowhere"}),
    ("render contra --out {tmp}/a.bmp", {"bmp", "svg", "png", "gif", "json"}),
    ("db check --database {tmp}/nowhere", {"nowhere"})]


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


def test_doctor_leaves_nothing_in_english(monkeypatch, capsys):
    def check(game, count, lives):
        if game == "pur":
            raise ContractError(Sentence("a move is generated twice"))
        yield from ()
    missing = {"library": Sentence("there is no library of it for {platform}", platform="here"),
               "jit": "", "wasm": Sentence("wasmtime is not installed")}
    monkeypatch.setattr(checking, "check_game", check)
    monkeypatch.setattr(sys.modules["eckstein.kernel.specialise"], "lives_of", lambda game: missing)
    assert cli.run(["doctor"]) == 1
    extras = metadata("eckstein").get_all("Provides-Extra") or []
    assert left_in_english(capsys.readouterr().out, {
        "Python", "eckstein", "numba", "llvmlite", "numpy", "msgspec", "typer", "rich", "wasmtime",
        "library", "jit", "wasm", "here", "linux", platform.machine(), *extras}) == []


def test_the_first_line_of_help_is_in_no_other_language_than_the_rest(capsys):
    assert cli.run(["match", "--help"]) == 0
    assert left_in_english(capsys.readouterr().out.split("─")[0], {
        "eckstein", "match", "game", "first", "second"}) == []


def test_a_fault_from_a_file_is_told_by_its_english_text(monkeypatch):
    monkeypatch.undo()
    speak("de")
    assert retold("cmd:ada: its time was up", *FAULTS) == "cmd:ada: die Zeit war um"
    assert retold("cmd:ada: Died: the engine ada has stopped; it wrote last: x", *FAULTS
                  ) == "cmd:ada: Died: die Engine ada ist abgebrochen; zuletzt schrieb sie: x"
    assert retold("what nobody knows", *FAULTS) == "what nobody knows"


@pytest.mark.parametrize(("language", "told"), [("en", "1,234,567"), ("de", "1\u202f234\u202f567")])
def test_thousands_are_apart_and_look_like_no_decimals(language, told):
    speak(language)
    assert grouped(1234567) == told
