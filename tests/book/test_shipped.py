"""The books that come with the package."""
import os
import subprocess
import sys

import pytest

from eckstein import Board, names
from eckstein.engine.books import find
from eckstein.engine.books.book_file import shipped_path

LARGEST = 60_000            # bytes, for browsers load it, too


def test_the_books_of_the_package_are_right(tmp_path):
    surroundings = os.environ | {"ECKSTEIN_DATA": str(tmp_path), "ECKSTEIN_BOOKS": ""}
    done = subprocess.run([sys.executable, "-m", "eckstein", "book", "check"], env=surroundings,
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.partition(": ")[0] for line in done.stdout.splitlines()] == list(names())
    assert all(line.endswith("positions are right") for line in done.stdout.splitlines())


@pytest.mark.parametrize("game", names())
def test_each_game_has_a_small_book_that_begins_at_its_start(game, monkeypatch):
    monkeypatch.delenv("ECKSTEIN_BOOKS")
    known = find(Board(game))
    assert len(known.moves) > 1
    assert known.moves[0].value == known.value
    assert shipped_path(game, ()).stat().st_size <= LARGEST
