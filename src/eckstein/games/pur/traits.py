"""What policies see of a move in Pur: where the die goes, how it lies then, dice on its file.

* The action.
* The square on which the die arrives, and how it lies there.
* The rows that it gains, and what is ahead of it and behind it, before and after.
* How many dice are home, the rows that are still to go then, and the top.
"""
from ...kernel import inner
from ...kernel.bits import popcount
from .._cublino import DICE_A_SIDE, PASS, ROW_1, ROW_7, ahead
from .._cublino.traits import ARRIVALS, arrival, arriving, factors_of_arrival
from .encoding import ACTIONS, action_of

ROWS, TOPS, BESIDE = 7, 6, 4
FILES = ROWS * BESIDE ** 4
HOMES = (DICE_A_SIDE + 1) * ROWS * TOPS
FIRST_FILE = ACTIONS + ARRIVALS
FIRST_HOME = FIRST_FILE + FILES
TRAITS, MOST = FIRST_HOME + HOMES, 4


@inner
def standing(square, own, foe):
    """What is on a square: 0 there is none, 1 nothing, 2 a friend, 3 a foe."""
    if square == 0:
        return 0
    return 3 if square & foe else 2 if square & own else 1


@inner
def on_file(square, side, own, foe):
    """What is ahead of a square and behind it."""
    here = 1 << square
    return (standing(ahead(here, side), own, foe) * BESIDE
            + standing(ahead(here, 1 - side), own, foe))


@inner
def traits(p, move, found):
    """Four of a move, and one of a pass."""
    found[0] = action_of(p, move)
    if move == PASS:
        return 1
    origin, target = move & 63, move >> 6 & 63
    die = arriving(p, origin, move >> 12)
    found[1] = ACTIONS + arrival(p, target, die)
    row, to_row = origin // 7, target // 7
    gone, left = (row - to_row, to_row) if p.side else (to_row - row, ROWS - 1 - to_row)
    before = on_file(origin, p.side, p.own, p.foe)
    after = on_file(target, p.side, p.own & ~(1 << origin), p.foe)
    found[2] = FIRST_FILE + (gone * BESIDE ** 2 + before) * BESIDE ** 2 + after
    home = popcount(p.own & (ROW_1 if p.side else ROW_7))
    found[3] = FIRST_HOME + (home * ROWS + left) * TOPS + (die >> 3) - 1
    return 4


def factors(trait):
    """Rows, squares and tops, apart from the rest."""
    if trait < ACTIONS:
        return []
    if trait < FIRST_FILE:
        return factors_of_arrival(trait - ACTIONS)
    if trait < FIRST_HOME:
        rest, after = divmod(trait - FIRST_FILE, BESIDE ** 2)
        gone, before = divmod(rest, BESIDE ** 2)
        return [("gone", gone), ("before", before), ("after", after), ("before", gone, before),
                ("after", gone, after)]
    rest, top = divmod(trait - FIRST_HOME, TOPS)
    home, left = divmod(rest, ROWS)
    return [("home", home, left), ("left", left, top), ("home with", home, left == 0, top)]
