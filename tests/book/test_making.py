"""Making books: the same whatever interrupts it, and however many processes there are."""
import subprocess
import sys

import pytest

from eckstein.cli import run
from eckstein.engine.books import read_book
from eckstein.engine.books.values import MATE
from eckstein.lab.books.making import LINES, SPREAD, Valuer

from ..helpers import after
from .sample import graph, write_sample


def make(path, *words):
    return subprocess.run(
        [sys.executable, "-m", "eckstein", "book", "make", "contra", "--nodes", "300", "--out",
         str(path), *words], check=True, capture_output=True, text=True).stdout


def test_an_interrupted_book_becomes_the_same_as_another(tmp_path):
    at_once, by_halves = tmp_path / "a.book", tmp_path / "b.book"
    told = make(at_once, "--positions", "90", "--jobs", "2")
    assert told.startswith(f"{at_once}: 9")
    make(by_halves, "--positions", "90", "--minutes", "0")
    assert read_book(by_halves).header.positions < 90
    make(by_halves, "--positions", "90", "--resume")
    assert read_book(by_halves).entries == read_book(at_once).entries
    assert run(["book", "check", str(at_once)]) == 0


def test_ctrl_c_keeps_what_was_done(tmp_path, monkeypatch, capsys):
    class Interrupted:
        def __init__(self, *arguments):
            self.graph, self._rounds = graph(), iter([True])

        def round(self, most, report):
            if next(self._rounds, None):
                return True
            raise KeyboardInterrupt

        def close(self):
            pass

    monkeypatch.setattr("eckstein.lab.books.making.Maker", Interrupted)
    path = tmp_path / "a.book"
    assert run(["book", "make", "contra", "--out", str(path)]) == 130
    assert "to continue, run the same command with --resume" in capsys.readouterr().err
    assert read_book(path).entries == graph().entries()


@pytest.mark.parametrize(("words", "sentence"), [
    ((), "exists; add --resume to continue it, --force to replace it, or name another "
         "file with --out"),
    (("--resume", "-o", "size=5"), "is a book of contra, not of contra size=5"),
    (("-o", "repetition=2"), "books are about the usual draws; leave out repetition and "
                             "no_progress")])
def test_what_cannot_be_made_is_refused(tmp_path, capsys, words, sentence):
    path = write_sample(tmp_path / "contra.book")
    before = path.read_bytes()
    assert run(["book", "make", "contra", "--out", str(path), *words]) == 2
    assert sentence in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_value_of_a_finished_game_is_its_result():
    valuer = Valuer("contra", {}, 100)
    valuer._start = after("contra", "CWd6va5")
    won = valuer.value((valuer._start.parse("d6d7"),))
    valuer.close()
    assert won == -MATE


def test_the_value_of_a_position_is_the_mean_of_the_last_two_iterations():
    valuer = Valuer("pur", {}, 2000)
    value = valuer.value(())
    valuer._searcher.clear()
    told = [lines[0].score for lines in valuer._searcher.analyse(valuer._start, valuer._limits)]
    valuer.close()
    assert told[-1] != told[-2]
    assert value == (told[-1] + told[-2]) // 2


def test_a_look_leaves_out_what_is_much_worse():
    valuer = Valuer("duell", {}, 3000)
    moves = valuer.look(())
    valuer._searcher.clear()
    found = list(valuer._searcher.analyse(valuer._start, valuer._limits, LINES))[-1]
    valuer.close()
    assert found[0].score - found[-1].score > SPREAD
    assert moves == tuple(info.pv[0] for info in found if found[0].score - info.score <= SPREAD)
