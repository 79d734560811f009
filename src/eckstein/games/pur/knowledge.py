"""What is known about playing Pur well: rows gone, dice home, high tops there, and which players
can finish.

A die that stays on its own back row, a **guard**, keeps a place of the goal row from the opponent
for good.  Once most of the dice of that opponent are home, that decides: the opponent is **held**,
and however far ahead, can only draw unless the guard has to leave.
"""
from ...kernel import inline, inner, kernel
from ...kernel.bits import popcount
from ...kernel.types import Array, Position
from .._cublino import BOARD, DICE_A_SIDE, ROW_1, ROW_7, ahead, black_dice, total, white_dice
from .._cublino.knowledge import ROW, for_mover, next_tops, rows_gone
from .._weights import weights
from . import jumps

FEATURES = ("turn", "row 1", "row 2", "row 3", "row 4", "row 5", "home", "points", "jumps",
            "next tops", "last missing", "free ahead", "held points", "held rows")
WEIGHTS = weights("pur", FEATURES)
SWING = 200
NEARLY_HOME = 5             # so many dice at home, and a guard decides


@inner
def home_row(side: int) -> int:
    """The goal row of a player."""
    return ROW_1 if side else ROW_7


@inline
def plain_strength(p: Position, dice: int, side: int) -> int:
    """The worth of one player's dice."""
    return 25 * rows_gone(dice, side) + 20 * total(p, dice & home_row(side))


@kernel
def plain(p: Position) -> int:
    """Rows gone, and points at home."""
    return for_mover(p, plain_strength(p, white_dice(p), 0) - plain_strength(p, black_dice(p), 1))


@inline
def strength(p: Position, own: int, side: int, w: Array) -> int:
    """The weighed features of one player."""
    home = own & home_row(side)
    dice = p.own | p.foe
    fifth, free = own & ROW[7 * side + 5], BOARD & ~dice
    return (w[1] * popcount(own & ROW[7 * side + 1]) + w[2] * popcount(own & ROW[7 * side + 2])
            + w[3] * popcount(own & ROW[7 * side + 3]) + w[4] * popcount(own & ROW[7 * side + 4])
            + w[5] * popcount(fifth) + w[6] * popcount(home) + w[7] * total(p, home)
            + w[8] * popcount(jumps(own, side, dice, free)) + w[9] * next_tops(p, fifth, side)
            + w[10] * (popcount(home) >= DICE_A_SIDE - 1)
            + w[11] * popcount(own & ahead(free, 1 - side)))


@inner
def is_held(own: int, foe: int, side: int) -> bool:
    """Whether a guard keeps a player with most dice at home from ever finishing."""
    row = home_row(side)
    return foe & row != 0 and popcount(own & row) >= NEARLY_HOME


@kernel
def weigh(p: Position, w: Array) -> int:
    """The features of the player to move less those of the other, each times its weight.

    Where one of them is held, all that counts otherwise counts nothing.
    """
    white, black = white_dice(p), black_dice(p)
    if is_held(white, black, 0) or is_held(black, white, 1):
        lead = (w[12] * (total(p, white & ROW_7) - total(p, black & ROW_1))
                + w[13] * (rows_gone(white, 0) - rows_gone(black, 1)))
    else:
        lead = strength(p, white, 0, w) - strength(p, black, 1, w)
    return w[0] + for_mover(p, lead)


@kernel
def evaluate(p: Position) -> int:
    """The value of a position for the player to move."""
    return weigh(p, WEIGHTS)


@kernel
def noisy(p: Position, moves: Array, n: int) -> int:
    """Nothing is ever taken in Pur."""
    return n


@inner
def urgency(p: Position, move: int) -> int:
    """Long ways forward first."""
    return abs((move >> 6 & 63) // 7 - (move & 63) // 7)
