"""Who can finish in Pur: a guard on his own back row keeps the opponent's last place."""
import pytest

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.kernel.specialise import specialise

DRAWN = 40                  # hundredths of a die: as good as nothing
HELD = [
    # White leads, and Black's die on row 7 never has to leave, as there is room to shuffle on row 1
    "pra1cb1vd1oe1xf1vg1If6Va7Rb7Uc7Rd7ve7Wf7Vg7",
    "pwa1wb1uc1qd1we1vg1Wf5Ra7Rb7Wc7Wd7We7Wf7vg7",
    # two dice are still out, and only one of them has a place left
    "Pwa1vc1vd1ve1vf1xg1Ic5Ef6Va7Wb7Vc7We7Wf7vg7",
]


@pytest.fixture(scope="module", autouse=True)
def _by_numba():
    """What is compiled here is as users have it."""


def evaluate(position):
    """The value for White."""
    knowledge = specialise("kernel", "pur", compiled=False).knowledge
    board = Board("pur", position)
    value = knowledge.evaluate(board.state)
    return value if board.position()[0] == "P" else -value


@pytest.mark.parametrize("position", HELD)
def test_who_is_held_is_as_good_as_drawn(position):
    assert abs(evaluate(position)) < DRAWN


def test_without_the_guard_the_same_lead_counts():
    assert evaluate("pra1cb1vd1oe1xf1vg1If6Va7Rb7Uc7Rd7Wf7Vg7ve5") > 150


def test_a_guard_decides_only_when_most_dice_are_home():
    assert evaluate("Pra1cb1vd1oe1xf1vg1If6Id5We5Va7Rb7Uc7ve7Vg7") > 2 * DRAWN


@pytest.mark.parametrize("position", HELD)
def test_the_engine_knows_that_it_cannot_finish(request, position):
    board = Board("pur", position)
    searcher = Searcher("pur", board.options, megabytes=4)
    request.addfinalizer(searcher.close)
    assert abs(searcher.best(board, Limits(nodes=5000)).score) < DRAWN
