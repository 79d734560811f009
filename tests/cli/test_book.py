"""The command `book`, and what `analyse` says of books: what they print."""
import json

import pytest

from eckstein.cli import run
from eckstein.engine.books.book_file import read_book

from ..sealed import flip


@pytest.fixture(autouse=True)
def book(with_book):
    """The sample."""
    return with_book


def answer(capsys, *words):
    """The status, and what is printed."""
    status = run([*words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_position_is_shown_with_its_moves_and_their_lines(capsys):
    assert answer(capsys, "book", "show", "contra")[:2] == (0, (
        "d1-d2     +0.20       3  d1-d2 d7-d6\n"
        "e1-e2     +0.15       1  e1-e2\n"
        "c1-c2     +0.05       1  c1-c2\n"
        "a1-a2     -0.30       1  a1-a2\n"
        "each position searched with 7 nodes, 2026-11-22; values in dice, positive for White, and "
        "positions of the book\n"))
    found = json.loads(answer(capsys, "book", "show", "contra", "d1d2", "--json")[1])
    assert found["moves"][0] == {"move": "d7d6", "value": 20, "mate": None, "positions": 1,
                                 "line": ["d7-d6"]}


def test_where_the_book_says_nothing_the_status_tells(capsys):
    assert answer(capsys, "book", "show", "contra", "b1b2")[:2] == (
        1, "the book says nothing about this position\n")


def test_books_are_listed(capsys):
    lines = answer(capsys, "book", "list")[1].splitlines()
    assert "contra: 7 positions, the moves of 2 of them; 7 nodes for each, by version 0, " \
           "2026-11-22" in lines
    assert "pur: no book" in lines


def test_a_damaged_book_is_not_continued_but_made_again(capsys, tmp_path):
    path = tmp_path / "a.book"
    words = ["book", "make", "contra", "--nodes", "50", "--positions", "3", "--out", str(path)]
    assert answer(capsys, *words)[0] == 0
    whole = read_book(path).entries
    flip(path)
    status, _, err = answer(capsys, *words, "--resume")
    assert (status, read_book(path).entries) == (0, whole)
    assert f"{path} is damaged: " in err and "it is a.book.damaged now, and is made again" in err
    path.write_text("mine")
    assert answer(capsys, *words, "--resume")[0] == 2 and path.read_text() == "mine"


def test_a_damaged_book_is_told_by_every_command(capsys, book):
    book.write_bytes(book.read_bytes()[:-1])
    why = f"{book} is truncated or has extra data: its {book.stat().st_size} bytes are not what " \
          "was written; make it anew with: eckstein book make contra --force"
    assert answer(capsys, "book", "show", "contra")[::2] == (2, f"eckstein: {why}.\n")
    assert answer(capsys, "book", "check")[:2] == (1, f"{why}\n")
    assert f"contra: {why}" in answer(capsys, "book", "list")[1].splitlines()
    assert f"no book is used: {why}\n" in answer(capsys, "analyse", "contra", "--nodes", "1")[2]


def test_what_is_neither_game_nor_file_is_refused(capsys):
    status, _, complaint = answer(capsys, "book", "check", "chess")
    assert status == 2 and "there is neither a game nor a file 'chess'" in complaint


def test_an_analysis_says_what_the_book_knows(capsys):
    assert answer(capsys, "analyse", "contra", "d1d2", "--nodes", "1")[1].startswith(
        "by the opening book: d7-d6 +0.20, c7-c6 +0.24\n1. ")
    first = answer(capsys, "analyse", "contra", "d1d2", "--nodes", "1", "--json")[1].splitlines()[0]
    assert json.loads(first) == {"book": "2026-11-22", "nodes": 7, "moves": [
        {"move": "d7d6", "value": 20, "mate": None, "positions": 1},
        {"move": "c7c6", "value": 24, "mate": None, "positions": 1}]}
