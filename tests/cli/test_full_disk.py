"""On a full disk: what was there stays whole, and one sentence names the file.

Each command runs where no file may grow beyond some bytes.
"""
import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from eckstein import cli

from ..helpers import first

resource = pytest.importorskip("resource", reason="this system has no limits of files")

ROOM = 64                   # bytes, enough for the locks of the system
OLD = "what was here before"
GAME = '[Game "contra"]\n[Result "*"]\n\n1. d1d2 d7d6 *\n'
STORED = Path(__file__).parents[1] / "stored"
TALLY = "data/puzzles.json"


def on_full_disk(folder, command, typed=""):
    """What a command says in this folder: its status, standard output and standard error."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))
    done = subprocess.run(
        [sys.executable, "-m", "eckstein", *command], cwd=folder, input=typed, text=True,
        capture_output=True, timeout=200, preexec_fn=limit,
        env={**os.environ, "ECKSTEIN_DATA": "data", "PYTHONDONTWRITEBYTECODE": "1"})
    return done.returncode, done.stdout, done.stderr


def files_in(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "games.txt").write_text(GAME)
    shutil.copy(STORED / "match.txt", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("command", "name"), [
    (("convert", "games.txt", "--to", "record", "--output", "out.txt"), "out.txt"),
    (("convert", "games.txt", "--to", "json", "--output", "out.json"), "out.json"),
    (("data", "convert", "games.txt", "--out", "out.games"), "out.games"),
    (("render", "contra", "--out", "out.svg"), "out.svg"),
    (("render", "contra", "--out", "out.png"), "out.png"),
    (("render", "contra", "d1d2", "--out", "out.gif"), "out.gif"),
    (("prove", "contra", "--position", "CWa1va7", "--claim", "white wins within 15", "--out",
      "out.proof"), "out.proof"),
    (("book", "make", "contra", "--positions", "2", "--nodes", "100", "--out", "out.book",
      "--force"), "out.book")])
def test_a_file_that_is_there_stays_whole(folder, command, name):
    if name not in files_in(folder):
        (folder / name).write_text(OLD)
    before = files_in(folder)
    status, _, err = on_full_disk(folder, command)
    assert (status, err.splitlines()[-1]) == (2, f"eckstein: {name}: File too large.")
    assert files_in(folder) == before


@pytest.mark.parametrize("name", ["out.txt", "games.txt"])
def test_an_analysis_that_cannot_be_written_leaves_the_old_file(folder, monkeypatch, capsys, name):
    if name == "out.txt":
        (folder / name).write_text(OLD)
    before = files_in(folder)
    monkeypatch.chdir(folder)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    assert cli.run(["analyse", "contra", "--file", "games.txt", "--depth", "1",
                    "--output", name]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"eckstein: {name}: No space left on device.")
    assert files_in(folder) == before


@pytest.mark.parametrize(("command", "name"), [
    (("puzzles", "make", "contra", "--count", "1", "--out", "out.jsonl"), "out.jsonl"),
    (("book", "make", "contra", "--positions", "2", "--nodes", "100"), "data/books/contra.book"),
    (("data", "make", "contra", "--games", "1", "--player", "random", "--out", "out.games"),
     "out.games.begun/000000000.games"),
    (("play", "contra", "--plain", "--record", "out.txt"), "out.txt")])
def test_of_a_file_that_cannot_be_written_nothing_is_left(folder, command, name):
    before = files_in(folder)
    status, _, err = on_full_disk(folder, command, "d1d2\n")
    assert (status, err.splitlines()[-1]) == (2, f"eckstein: {name}: File too large.")
    assert files_in(folder) == before


def test_a_match_keeps_the_games_that_were_finished(folder):
    players = ("match", "contra", "random", "random")
    assert subprocess.run([sys.executable, "-m", "eckstein", *players, "--games", "2", "--record",
                           "own.txt"], cwd=folder, capture_output=True, timeout=200).returncode == 0
    before = files_in(folder)
    status, _, err = on_full_disk(folder, (*players, "--games", "4", "--record", "own.txt"))
    assert (status, err.splitlines()[-1]) == (2, "eckstein: own.txt: File too large.")
    assert files_in(folder) == before


def test_who_plays_hears_what_is_saved(folder):
    play = ("play", "contra", "--plain", "--record", "own.txt")
    assert on_full_disk(folder, play, "d1d2\n")[1].endswith(
        "No move was made, so nothing was saved.\n")
    subprocess.run([sys.executable, "-m", "eckstein", *play], cwd=folder, input="d1d2\nd7d6\n",
                   text=True, capture_output=True, timeout=200)
    before = files_in(folder)
    status, out, err = on_full_disk(folder, play, "e1e2\n")
    assert "The game is saved in own.txt. Resume it with\n" in out
    assert (status, err.splitlines()[-1]) == (2, "eckstein: own.txt: File too large.")
    assert files_in(folder) == before


def test_who_solves_puzzles_goes_on_and_is_told(folder):
    (folder / "data").mkdir()
    shutil.copy(STORED / "tally-1.json", folder / TALLY)
    before = files_in(folder)
    status, out, err = on_full_disk(folder, ("puzzle", "contra"), "solution\nsolution\n")
    assert (status, err) == (0, "")
    assert f"Cannot write {TALLY}: File too large." in out and "Solution: " in out
    assert files_in(folder) == before


@pytest.mark.parametrize(("stored", "command", "sentence"), first(2, [
    ("server-0001", ("check",), "this database cannot be read: {database}"),
    ("server-0004", ("backup", "copy"), "the copy could not be made"),
    ("server-0001", ("export", "copy"), "this database cannot be read: {database}"),
    ("server-0001", ("backup", "copy"), "this database cannot be read: {database}"),
    ("server-0004", ("export", "copy"), "this database cannot be read: {database}")]))
def test_a_database_is_not_said_to_be_something_else(folder, stored, command, sentence):
    database = folder / "games.sqlite"
    shutil.copy(STORED / f"{stored}.sqlite", database)
    before = files_in(folder)
    status, out, err = on_full_disk(folder, ("db", *command, "-d", database))
    told = sentence.format(database=database)
    assert (status, out, err) == (2, "", f"eckstein: {told}: disk I/O error.\n")
    after = files_in(folder)
    assert before.items() <= after.items() and "copy" not in after


def test_what_cannot_be_kept_is_compiled_all_the_same(folder, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_LIFE", "jit")
    monkeypatch.setenv("ECKSTEIN_CACHE", "cache")
    status, out, err = on_full_disk(folder, ("perft", "contra", "4"))
    assert (status, out) == (0, "5329\n")
    assert err.startswith("eckstein: compiled code is not kept, so every start compiles again: "
                          "File too large (")
    assert err.count("compiled code") == 1
