"""What is known about playing Pur well: rows gone, and high tops at home."""
from ..games._cublino import ROW_1, ROW_7, total
from ..kernel import inner, kernel
from ._cublino import rows_gone

ROW, POINT = 25, 20
SWING = 200                 # how much a ply may change the value, for pruning


@inner
def strength(p, dice, side):
    """The worth of one player's dice."""
    home = dice & (ROW_1 if side else ROW_7)
    return ROW * rows_gone(dice, side) + POINT * total(p, home)


@kernel
def evaluate(p):
    """The value of a position for the player to move."""
    return strength(p, p.own, p.side) - strength(p, p.foe, 1 - p.side)


@kernel
def noisy(p, moves, n):
    """Nothing is ever taken in Pur."""
    return n


@inner
def urgency(p, move):
    """Long ways forward first."""
    rows = (move >> 6 & 63) // 7 - (move & 63) // 7
    return -rows if p.side else rows
