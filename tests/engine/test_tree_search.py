"""The tree search put to work on a board."""
import pytest

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.tree_search import TreeSearcher

from ..helpers import after


def searched(board, **limits):
    searcher = TreeSearcher(board.game, board.options, megabytes=1)
    return searcher, searcher.grow(board, Limits(**limits))


def test_it_does_as_many_simulations_as_it_may():
    assert searched(Board("contra"), nodes=1234)[1] == 1234


def test_it_ends_when_its_time_is_up_or_its_tree_is_full():
    assert searched(Board("contra"), time=0.01)[1] > 0
    _, done = searched(Board("contra"))
    assert 1000 < done < 1 << 20


def test_lines_are_legal_and_the_best_comes_first():
    board = Board("contra")
    searcher, _ = searched(board, nodes=2000)
    lines = searcher.lines(3)
    assert len({line.pv[0] for line in lines}) == 3
    for line in lines:
        assert -1 < line.value < 1 and line.result is None
        ahead = board.copy()
        for move in line.pv:
            ahead.push(move)        # raises if it is illegal
    assert len(lines[0].pv) > 1


def test_a_win_is_certain():
    board = after("duell", None, "A1-d3", "D8-i7")
    searcher, done = searched(board, nodes=1000)
    assert done == 1
    assert searcher.lines(1) == [(1.0, "won", (board.parse("F1-c4"),))]


@pytest.mark.parametrize(("repetition", "result"), [(3, "drawn"), (0, None)])
def test_what_was_played_before_counts(repetition, result):
    """Both dice go there and back; whoever repeats the position for the third time draws."""
    board = Board("duell", "DZa1za8Wi3vi6", repetition=repetition)
    moves = ["a1-b1", "a8-b8", "b1-a1", "b8-a8"]
    for move in (moves * 2)[:7]:
        board.push_text(move)
    searcher, _ = searched(board, nodes=300)
    last = board.parse("b8-a8")
    assert {line.result for line in searcher.lines(99) if line.pv[0] == last} == {result}
