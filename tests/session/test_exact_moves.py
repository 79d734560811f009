"""The list of moves where a table of endings knows what they are worth."""
import pytest

from eckstein import Board
from eckstein.session.exact_moves import tell_valued_moves
from eckstein.session.sentences import tell_moves
from eckstein.words import OTHERS, speak

from ..helpers import after

WON_IN_3 = "DZd7za2"


def test_moves_are_grouped_by_what_they_are_worth(with_tables):
    assert tell_valued_moves(Board("duell", WON_IN_3)) == [
        "4 moves, by the table K-K:", "Won in 2: D7-D8  d7-e7.", "Won in 4: D7-D6  d7-c7."]


def test_draws_and_losses_are_told(with_tables):
    assert tell_valued_moves(Board("contra", "CHc4jb6")) == [
        "3 moves, by the table d-d:", "Drawn: c4-b4  c4-d4.", "Lost in 1: c4-c5."]


@pytest.mark.parametrize(("game", "position"), [("contra", None), ("duell", "DZd7za2Wa8")])
def test_without_a_table_moves_are_listed(with_tables, game, position):
    board = Board(game, position)
    assert tell_valued_moves(board) == [tell_moves(board)]


def test_what_may_be_a_draw_after_what_was_played_is_not_told_as_won(with_tables):
    board = after("duell", WON_IN_3, no_progress=2)
    assert tell_valued_moves(board) == [tell_moves(board)]


def test_of_a_damaged_table_the_fault_is_told(with_tables, tmp_path, monkeypatch):
    damaged = tmp_path / "tables" / "duell" / "K-K.table"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"eckstein table 2\n")
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    board = Board("duell", WON_IN_3)
    listed, fault = tell_valued_moves(board)
    assert listed == tell_moves(board)
    assert fault.startswith(f"No table is used: {damaged} is truncated")


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_tell_it_in_theirs(with_tables, language):
    speak(language)
    try:
        told = tell_valued_moves(Board("duell", WON_IN_3))
        assert not any(text.startswith("Won") for text in told)
    finally:
        speak("en")


def test_the_book_tells_values_for_white(with_book):
    assert tell_valued_moves(after("contra", None, "d1d2")) == [
        "7 moves, by the opening book, with values in dice, positive for White:",
        "d7-d6 +0.20  c7-c6 +0.24",
        "Not in the book: a7-a6  b7-b6  e7-e6  f7-f6  g7-g6."]


def test_a_damaged_book_is_told(with_book):
    with_book.write_bytes(b"x")
    board = Board("contra")
    assert tell_valued_moves(board) == [
        tell_moves(board),
        f"No book is used: {with_book} is not an opening book; make it anew with: "
        "eckstein book make contra --force."]
