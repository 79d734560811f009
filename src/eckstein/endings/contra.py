"""Endings of Contra: one die against one.

The player to move is White here; otherwise the position is turned first.  With one die a side there
is no need to tell parities apart: each number is a square and any of 24 orientations for both.
"""
from ..dice import DICE, FIRST, KING
from ..games._cublino import Position, faces
from ..games.contra import COLUMNS, ROWS
from ..kernel import inner, kernel, lookup
from ..kernel.bits import lowest, popcount
from . import NOWHERE
from ._dice import AROUND, ORIENTATIONS

NAMES, PARTS, SLICES = ("d-d",), (1,), (1,)
SQUARES = COLUMNS * ROWS
PLACES = SQUARES * ORIENTATIONS             # of one die
# Of the squares that a smaller board has, counted without gaps: BIT[number], COUNTED[square].
BIT = lookup(1 << 7 * (number // COLUMNS) + number % COLUMNS for number in range(SQUARES))
COUNTED = lookup(square // 7 * COLUMNS + square % 7 for square in range(49))

_FACES = {8 * top + north: number - FIRST
          for number, (top, north, _) in enumerate(DICE) if FIRST <= number < KING}
# SHOWN[8 * top + north]: the orientation, from 0
SHOWN = lookup(_FACES.get(shown, 0) for shown in range(64))
TURNED_SHOWN = lookup(AROUND[_FACES.get(shown, 0) + FIRST] - FIRST for shown in range(64))
# TOPS[orientation], NORTHS[orientation]
TOPS = lookup(top for top, _, _ in DICE[FIRST:KING])
NORTHS = lookup(north for _, north, _ in DICE[FIRST:KING])


@kernel
def size(ending: int) -> int:
    """How many numbers an ending has."""
    return PLACES * PLACES


@kernel
def possible(ending: int, number: int) -> bool:
    """Whether the dice lie on two squares, and not both on the other's back row."""
    white, black = number // PLACES // ORIENTATIONS, number % PLACES // ORIENTATIONS
    return white != black and not (white >= SQUARES - COLUMNS and black < COLUMNS)


@kernel
def position(ending: int, number: int) -> Position:
    """The position with a number that is possible."""
    own, foe = number // PLACES, number % PLACES
    own_square, foe_square = BIT[own // ORIENTATIONS], BIT[foe // ORIENTATIONS]
    top, north = TOPS[own % ORIENTATIONS], NORTHS[own % ORIENTATIONS]
    other_top, other_north = TOPS[foe % ORIENTATIONS], NORTHS[foe % ORIENTATIONS]
    return Position(
        0, own_square, foe_square,
        own_square * (top & 1) | foe_square * (other_top & 1),
        own_square * (top >> 1 & 1) | foe_square * (other_top >> 1 & 1),
        own_square * (top >> 2) | foe_square * (other_top >> 2),
        own_square * (north & 1) | foe_square * (other_north & 1),
        own_square * (north >> 1 & 1) | foe_square * (other_north >> 1 & 1),
        own_square * (north >> 2) | foe_square * (other_north >> 2))


@inner
def place_of_die(p: Position, square: int) -> int:
    """The square and orientation of a die, seen by the player to move."""
    if p.side:
        return (SQUARES - 1 - COUNTED[square]) * ORIENTATIONS + TURNED_SHOWN[faces(p, square)]
    return COUNTED[square] * ORIENTATIONS + SHOWN[faces(p, square)]


@kernel
def place(p: Position) -> tuple[int, int]:
    """The ending and the number of a position."""
    if popcount(p.own) != 1 or popcount(p.foe) != 1:
        return NOWHERE, 0
    return 0, place_of_die(p, lowest(p.own)) * PLACES + place_of_die(p, lowest(p.foe))
