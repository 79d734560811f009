"""What is known about playing Ecke well: dice, their tops, and the way to the corners."""
from ...kernel import inline, inner, kernel
from ...kernel.bits import popcount
from ...kernel.types import Array, Position
from .._cublino import black_dice, total, vicinity, white_dice
from .._cublino.knowledge import ROW, for_mover, next_tops, rows_gone
from .._weights import weights
from . import BLACK_CORNERS, WHITE_CORNERS, generate

FEATURES = ("turn", "die", "rows", "corner", "near corner", "tops", "next tops", "ahead tops",
            "far row", "last row", "second corner", "guards", "guard tops")
WEIGHTS = weights("ecke", FEATURES)
SWING = 120


@inner
def goals(side: int) -> int:
    """The two corners that a player must hold."""
    return WHITE_CORNERS if side else BLACK_CORNERS


@inline
def plain_strength(dice: int, side: int) -> int:
    """The worth of one player's dice."""
    return (100 * popcount(dice) + 6 * rows_gone(dice, side)
            + 60 * popcount(dice & goals(side)))


@kernel
def plain(p: Position) -> int:
    """Dice, rows gone, and corners."""
    return for_mover(p, plain_strength(white_dice(p), 0) - plain_strength(black_dice(p), 1))


@inline
def strength(p: Position, own: int, side: int, w: Array) -> int:
    """The weighed features of one player."""
    held = own & goals(side)
    near = own & vicinity(goals(side)) & ~goals(side)
    far = own & (ROW[7 * side + 3] | ROW[7 * side + 4] | ROW[7 * side + 5])
    return (w[1] * popcount(own) + w[2] * rows_gone(own, side) + w[3] * popcount(held)
            + w[4] * popcount(near) + w[5] * total(p, own) + w[6] * next_tops(p, own, side)
            + w[7] * total(p, far) + w[8] * popcount(own & ROW[7 * side + 5])
            + w[9] * popcount(own & ROW[7 * side + 6])
            + w[10] * (held != 0 and near != 0)
            + w[11] * popcount(own & goals(1 - side)) + w[12] * total(p, own & goals(1 - side)))


@kernel
def weigh(p: Position, w: Array) -> int:
    """The features of the player to move less those of the other, each times its weight."""
    white, black = white_dice(p), black_dice(p)
    return w[0] + for_mover(p, strength(p, white, 0, w) - strength(p, black, 1, w))


@kernel
def evaluate(p: Position) -> int:
    """The value of a position for the player to move."""
    return weigh(p, WEIGHTS)


@kernel
def noisy(p: Position, moves: Array, n: int) -> int:
    """Append the moves that fight or arrive on a corner."""
    loud = vicinity(p.foe) | goals(p.side)
    end = generate(p, moves, n)
    for i in range(n, end):
        if loud >> (moves[i] >> 6 & 63) & 1:
            moves[n] = moves[i]
            n += 1
    return n


@inner
def urgency(p: Position, move: int) -> int:
    """Battles first."""
    return vicinity(1 << (move >> 6 & 63)) & p.foe != 0
