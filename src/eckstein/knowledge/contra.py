"""What is known about playing Contra well: dice, and how far they have come."""
from ..games._cublino import ROW_1, ROW_7, around
from ..games.contra import moves_to
from ..kernel import inner, kernel
from ..kernel.bits import popcount
from ._cublino import rows_gone

DIE, ROW = 100, 10


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
