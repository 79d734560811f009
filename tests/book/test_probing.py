"""What a book says of positions."""
import pytest

from eckstein import Board
from eckstein.engine.books import find
from eckstein.engine.books.probing import line

from ..helpers import after
from .sample import FIRST, REPLIES

pytestmark = pytest.mark.usefixtures("with_book")


def test_moves_come_with_their_values_the_best_first():
    known = find(Board("contra"))
    assert {one.text: one.value for one in known.moves} == FIRST
    assert [one.text for one in known.moves] == list(FIRST)
    assert (known.value, known.moves[0].below, known.moves[1].below) == (20, 3, 1)


def test_values_are_for_who_moves():
    known = find(after("contra", None, "d1d2"))
    assert {one.text: one.value for one in known.moves} == REPLIES


def test_a_line_goes_as_far_as_the_book():
    board = Board("contra")
    assert after("contra", None, *(["d1d2", "d7d6"])).move_stack == line(
        board, board.parse("d1d2"))


@pytest.mark.parametrize("moves", [("e1e2",), ("b1b2",), ("d1d2", "d7d6")])
def test_of_leaves_and_of_what_is_not_in_it_a_book_says_nothing(moves):
    assert find(after("contra", None, *moves)) is None


@pytest.mark.parametrize("options", [
    {"arrival_wins": True}, {"size": "6"}, {"repetition": 2}, {"no_progress": 40}])
def test_a_book_is_about_the_usual_options(options):
    assert find(Board("contra", **options)) is None


def test_a_position_is_known_however_it_was_reached():
    board = after("contra", None, "d1d2")
    assert find(Board("contra", board.position())).moves == find(board).moves


def test_where_a_move_brings_a_position_back_a_book_says_nothing():
    board = Board("contra")
    came = after("contra", None, "d1d2")
    board._stack = [(0, came.state, came.origin, came.key, 0, 0, 0, [])]
    assert find(board) is None
