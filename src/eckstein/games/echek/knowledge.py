"""What is known about playing Echek well: sides of the kings that are shut, queens, and pieces."""
from ...kernel import inner, kernel
from ...kernel.bits import popcount
from ...kernel.types import Array, Position
from .._weights import weights
from . import (
    BISHOP_PIECE,
    DEAD,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    RESERVE,
    ROOK,
    SWAP,
    SWAP_RIGHT,
    closed,
    place_of,
    reach,
    squares_of,
)
from .frame import SIDES, grown

# A side of the king is "reached" if an enemy piece could step there.
FEATURES = ("turn", "shut 1", "shut 2", "shut 3", "queen dead", "queen out", "rook out",
            "bishop out", "knight out", "pawn out", "swap", "foes at king", "own at king",
            "foes at corners", "own at corners", "room at king", "queen shut", "reaching foes",
            "sides reached", "last side reached")
WEIGHTS = weights("echek", FEATURES)
SWING = 150


@inner
def plain_danger(shut: int, word: int) -> int:
    """How badly a player stands: shut sides of the king, and a queen that is gone."""
    lost = 60 if place_of(word, QUEEN) == DEAD else 0
    return 100 * popcount(SIDES[place_of(word, KING)] & shut) + lost


@kernel
def plain(p: Position) -> int:
    """Shut sides of the kings, queens, and pieces on the board."""
    own, foe = squares_of(p.own), squares_of(p.foe)
    shut = closed(p, own | foe)
    return (plain_danger(shut, p.foe) - plain_danger(shut, p.own)
            + 10 * (popcount(own) - popcount(foe)))


@inner
def is_out(word: int, piece: int) -> int:
    """1 if a piece lies on the board."""
    square = place_of(word, piece)
    return 1 if square != RESERVE and square != DEAD else 0


@inner
def threats(word: int, foes: int, goal: int, sides: int) -> tuple[int, int]:
    """How many of a player's pieces reach the open sides of the other king, and which of them.

    A piece that is already beside that king counts as none: it had better stay.
    """
    number, reached = 0, 0
    for piece in range(1, 6):
        square = place_of(word, piece)
        if square != RESERVE and square != DEAD and sides >> square & 1 == 0:
            found = reach(piece, square, foes) & goal
            number += found != 0
            reached |= found
    return number, reached


@inner
def strength(word: int, other: int, own: int, foe: int, shut: int, w: Array) -> int:
    """The weighed features of one player; `other` is the word of the opponent."""
    king, queen = place_of(word, KING), place_of(word, QUEEN)
    sides = SIDES[king]
    around, number = grown(1 << king), popcount(sides & shut)
    reaching, reached = threats(other, own, sides & ~shut, sides)
    value = w[1] if number == 1 else w[2] if number == 2 else w[3] if number >= 3 else 0
    if queen == DEAD:
        value += w[4]
    elif queen != RESERVE:
        value += w[5] + w[16] * popcount(SIDES[queen] & shut)
    return (value + w[6] * is_out(word, ROOK) + w[7] * is_out(word, BISHOP_PIECE)
            + w[8] * is_out(word, KNIGHT) + w[9] * is_out(word, PAWN)
            + w[10] * (1 if word & SWAP_RIGHT and is_out(word, ROOK) else 0)
            + w[11] * popcount(sides & foe) + w[12] * popcount(sides & own)
            + w[13] * popcount(around & ~sides & foe) + w[14] * popcount(around & ~sides & own)
            + w[15] * popcount(around & ~shut) + w[17] * reaching + w[18] * popcount(reached)
            + w[19] * (reached != 0 and number == 3))


@kernel
def weigh(p: Position, w: Array) -> int:
    """The features of the player to move less those of the other, each times its weight."""
    own, foe = squares_of(p.own), squares_of(p.foe)
    shut = closed(p, own | foe)
    return (w[0] + strength(p.own, p.foe, own, foe, shut, w)
            - strength(p.foe, p.own, foe, own, shut, w))


@kernel
def evaluate(p: Position) -> int:
    """The value of a position for the player to move."""
    return weigh(p, WEIGHTS)


@kernel
def noisy(p: Position, moves: Array, n: int) -> int:
    """Every action may shut a side, and none is a capture."""
    return n


@inner
def urgency(p: Position, move: int) -> int:
    """What comes to a side of the other king first; what lies at one stays there."""
    if move & 7 >= SWAP:
        return 0
    sides = SIDES[place_of(p.foe, KING)]
    return 2 * (sides >> (move >> 3 & 63) & 1) - (sides >> place_of(p.own, move & 7) & 1)
