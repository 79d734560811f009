"""What is known about playing Contra well: dice, how far they have come, and who meets whom."""
from ..games._cublino import ROW_1, ROW_7, STEP, around, total
from ..games.contra import PASS, moves_to
from ..kernel import inner, kernel
from ..kernel.bits import popcount
from ._cublino import ROW, next_tops, passed, rows_gone
from ._weights import weights

FEATURES = ("turn", "die", "row 1", "row 2", "row 3", "row 4", "row 5", "tops", "next tops",
            "passed", "passed rows", "neighbours", "ahead tops")
WEIGHTS = weights("contra", FEATURES)
SWING = 120
URGENT_FIRST = False        # worth 50 Elo: success so far orders better than battles first


@inner
def plain_strength(dice, side):
    """The worth of one player's dice: how many, and how far."""
    return 100 * popcount(dice) + 10 * rows_gone(dice, side)


@kernel
def plain(p):
    """Dice, and rows gone."""
    return plain_strength(p.own, p.side) - plain_strength(p.foe, 1 - p.side)


@inner
def strength(p, own, foe, side, w):
    """The weighed features of one player."""
    free = passed(own, foe, side)
    far = own & (ROW[7 * side + 3] | ROW[7 * side + 4] | ROW[7 * side + 5])
    return (w[1] * popcount(own)
            + w[2] * popcount(own & ROW[7 * side + 1]) + w[3] * popcount(own & ROW[7 * side + 2])
            + w[4] * popcount(own & ROW[7 * side + 3]) + w[5] * popcount(own & ROW[7 * side + 4])
            + w[6] * popcount(own & ROW[7 * side + 5])
            + w[7] * total(p, own) + w[8] * next_tops(p, own, side)
            + w[9] * popcount(free) + w[10] * rows_gone(free, side)
            + w[11] * popcount(around(own) & own) + w[12] * total(p, far))


@kernel
def weigh(p, w):
    """The features of the player to move less those of the other, each times its weight."""
    return (w[0] + strength(p, p.own, p.foe, p.side, w)
            - strength(p, p.foe, p.own, 1 - p.side, w))


@kernel
def evaluate(p):
    """The value of a position for the player to move."""
    return weigh(p, WEIGHTS)


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
