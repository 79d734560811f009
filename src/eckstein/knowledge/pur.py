"""What is known about playing Pur well: rows gone, dice home, and high tops there."""
from ..games._cublino import BOARD, ROW_1, ROW_7, total
from ..games.pur import jumps
from ..kernel import inner, kernel
from ..kernel.bits import popcount
from ._cublino import ROW, next_tops, rows_gone
from ._weights import weights

FEATURES = ("turn", "rows", "points", "home", "near tops", "last rows", "jumps", "next tops")
WEIGHTS = weights("pur", FEATURES)
SWING = 200


@inner
def home_row(side):
    """The goal row of a player."""
    return ROW_1 if side else ROW_7


@inner
def plain_strength(p, dice, side):
    """The worth of one player's dice."""
    return 25 * rows_gone(dice, side) + 20 * total(p, dice & home_row(side))


@kernel
def plain(p):
    """Rows gone, and points at home."""
    return plain_strength(p, p.own, p.side) - plain_strength(p, p.foe, 1 - p.side)


@inner
def strength(p, own, side, w):
    """The weighed features of one player."""
    home = own & home_row(side)
    near = own & (ROW[7 * side + 5] | ROW[7 * side + 4])
    dice = p.own | p.foe
    return (w[1] * rows_gone(own, side) + w[2] * total(p, home) + w[3] * popcount(home)
            + w[4] * total(p, near)
            + w[5] * popcount(own & (ROW[7 * side] | ROW[7 * side + 1]))
            + w[6] * popcount(jumps(own, side, dice, BOARD & ~dice))
            + w[7] * next_tops(p, own & ROW[7 * side + 5], side))


@kernel
def weigh(p, w):
    """The features of the player to move less those of the other, each times its weight."""
    return w[0] + strength(p, p.own, p.side, w) - strength(p, p.foe, 1 - p.side, w)


@kernel
def evaluate(p):
    """The value of a position for the player to move."""
    return weigh(p, WEIGHTS)


@kernel
def noisy(p, moves, n):
    """Nothing is ever taken in Pur."""
    return n


@inner
def urgency(p, move):
    """Long ways forward first."""
    rows = (move >> 6 & 63) // 7 - (move & 63) // 7
    return -rows if p.side else rows
