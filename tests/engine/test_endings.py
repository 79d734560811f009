"""What the engine must not miss in Duell: mates at hand, and king and die against king."""
import pytest
from bench.endings import GAME, WITHIN, Judge, moves_to_win

from eckstein import BLACK, WHITE, Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher

from ..helpers import after

MATES = [                   # those of the rule pages
    (["A1-d3", "D8-i7"], "F1-c4++"),
    (["D1-D7", "I8-I3"], "F1-e6++"),
]
SAVING = [                  # all that saves Black after the DUELs of RULES.md, section 6
    ("I1-h5", {"A8-e7", "D8-g5", "E8-E7", "I8-e7"}),
    ("A1-d3", {"A8-e7", "E8-E7", "F8-e3", "I8-e7"}),
    ("F1-e6", {"A8-e7", "E8-E7", "I8-e7"}),
]
ENDINGS = [                 # won for whoever has the die; found by bench/endings.py
    ("Dzg2Zf4Oa8", WHITE), ("dQd1Za4za7", WHITE), ("DGb1zc4Zb8", WHITE), ("Dza5Zc5qa8", BLACK),
    ("Dze4ng6Zh7", BLACK), ("DZg1ze4cf4", BLACK),
]


@pytest.fixture(scope="module")
def searcher():
    """A search as at level 10."""
    one = Searcher(GAME, Board(GAME).options, megabytes=16)
    yield one
    one.close()


@pytest.fixture(scope="module")
def judge():
    """A judge that proves all of these endings."""
    return Judge(100_000)


@pytest.mark.parametrize(("moves", "mate"), MATES)
def test_the_mates_of_the_rule_pages_are_found_at_once(searcher, moves, mate):
    board = after(GAME, None, *moves)
    assert mate in [board.notation(move) for move in board.legal_moves]
    searcher.clear()
    info = searcher.best(board, Limits(nodes=2_000))
    assert info.mate == 1
    board.push(info.pv[0])              # taking the king, where he was not saved, is as good
    assert board.outcome().winner is WHITE


@pytest.mark.parametrize(("move", "saving"), SAVING)
def test_a_king_who_is_not_saved_falls_at_once(searcher, move, saving):
    for reply in after(GAME, None, move).legal_texts():
        board = after(GAME, None, move, reply)
        assert (searcher.best(board, Limits(nodes=2_000)).mate == 1) == (reply not in saving), reply


@pytest.mark.parametrize(("position", "colour"), ENDINGS)
def test_won_endings_of_king_and_die_against_king_are_won(searcher, judge, position, colour):
    assert judge.wins(Board(GAME, position), colour)
    moves = moves_to_win(searcher, judge, position, colour, nodes=20_000)
    assert moves is not None
    assert moves <= WITHIN
