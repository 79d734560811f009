"""What is known about playing Contra well: dice, and how far they have come."""
from ..games._cublino import ROW_1, ROW_7, STEP, around
from ..games.contra import PASS, moves_to
from ..kernel import inner, kernel
from ..kernel.bits import popcount
from ._cublino import rows_gone

DIE, ROW = 100, 10
SWING = 120                 # how much a ply may change the value, for pruning


@inner
def strength(dice, side):
    """The worth of one player's dice."""
    return DIE * popcount(dice) + ROW * rows_gone(dice, side)


@kernel
def evaluate(p):
    """The value of a position for the player to move."""
    return strength(p.own, p.side) - strength(p.foe, 1 - p.side)


@kernel
def noisy(p, moves, n):
    """Append the moves that fight or arrive."""
    return moves_to(p, around(p.foe) | (ROW_1 if p.side else ROW_7), moves, n)


@inner
def urgency(p, move):
    """Battles and steps forward first."""
    if move == PASS:
        return 0
    square = (move >> 2) + STEP[move & 3]
    return 2 * (around(1 << square) & p.foe != 0) + (move & 1 == 0)
