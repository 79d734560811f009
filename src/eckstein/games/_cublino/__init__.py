"""Common ground of Pur, Contra and Ecke: the board, the dice on it, and what becomes of them.

Square = 7 * row + column; a set of squares is one integer, bit by bit.
"""
from typing import NamedTuple

from ...base.sentence import Sentence
from ...contract.pieces import COLOURS, PLAYERS, WHITE, Contents, Fact, Piece, Removed, Square
from ...kernel import inner, kernel, lookup
from ...kernel.bits import lowest, mix, popcount
from ...kernel.dice import (
    DICE,
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
)

COLUMNS = ROWS = 7
POSITION_TEXT, MOVE_TEXT = "dice", "squares"
DICE_A_SIDE = 7

BOARD = (1 << 49) - 1
COLUMN_A = sum(1 << 7 * row for row in range(7))
COLUMN_G = COLUMN_A << 6
NOT_A, NOT_G = BOARD & ~COLUMN_A, BOARD & ~COLUMN_G
ROW_1 = (1 << 7) - 1
ROW_7 = ROW_1 << 42
# North, east, south, west, north-east, south-east, south-west, north-west.
STEP = lookup((7, 1, -7, -1, 8, -6, -8, 6))


class Position(NamedTuple):
    """The dice as planes: the squares of each player's dice, and the bits of each top and north
    face.
    """

    side: int                   # to move: 0 White, 1 Black
    own: int
    foe: int
    top0: int
    top1: int
    top2: int
    north0: int
    north1: int
    north2: int


@inner
def at_home(white, black):
    """Dice fill both rows: White's show 6 with 4 to the north, Black's 6 with 3 to the north."""
    both = white | black
    return Position(0, white, black, 0, both, both, black, black, white)


@kernel
def start():
    """All dice at home, with White to move."""
    return at_home(ROW_1, ROW_7)


@inner
def around(squares):
    """The squares orthogonally adjacent to any of these."""
    return ((squares << 7 & BOARD) | squares >> 7
            | (squares & NOT_G) << 1 | (squares & NOT_A) >> 1)


# NEIGHBOURS[square]: the squares orthogonally adjacent to it
NEIGHBOURS = lookup(sum(1 << 7 * row + column for row in range(7) for column in range(7)
                        if abs(row - square // 7) + abs(column - square % 7) == 1)
                    for square in range(49))


@inner
def vicinity(squares):
    """The squares adjacent to any of these in all eight directions."""
    row = squares | (squares & NOT_G) << 1 | (squares & NOT_A) >> 1
    return (row << 7 & BOARD) | row >> 7 | row


@inner
def ahead(squares, side):
    """These squares moved one row forward."""
    return squares >> 7 if side else squares << 7 & BOARD


@inner
def faces(p, square):
    """The die on a square as 8 * top + north."""
    here = 1 << square
    top = (p.top0 & here) + 2 * (p.top1 & here) + 4 * (p.top2 & here)
    return ((p.north0 & here) + 2 * (p.north1 & here) + 4 * (p.north2 & here) + 8 * top) >> square


@inner
def total(p, squares):
    """The sum of the tops on these squares."""
    return (popcount(p.top0 & squares) + 2 * popcount(p.top1 & squares)
            + 4 * popcount(p.top2 & squares))


@inner
def carried(p, origin, square, die):
    """The die from `origin` lies on `square` as `die` shows; the same player is to move."""
    here, there = 1 << origin, 1 << square
    shown = die << square
    return Position(p.side, p.own ^ (here | there), p.foe,
                    p.top0 ^ (p.top0 & here | shown >> 3 & there),
                    p.top1 ^ (p.top1 & here | shown >> 4 & there),
                    p.top2 ^ (p.top2 & here | shown >> 5 & there),
                    p.north0 ^ (p.north0 & here | shown & there),
                    p.north1 ^ (p.north1 & here | shown >> 1 & there),
                    p.north2 ^ (p.north2 & here | shown >> 2 & there))


@inner
def passed(p):
    """The same dice, with the other player to move."""
    return Position(1 - p.side, p.foe, p.own,
                    p.top0, p.top1, p.top2, p.north0, p.north1, p.north2)


@inner
def without(p, fallen):
    """These dice leave, and the other player is to move."""
    keep = ~fallen
    return Position(1 - p.side, p.foe & keep, p.own & keep, p.top0 & keep, p.top1 & keep,
                    p.top2 & keep, p.north0 & keep, p.north1 & keep, p.north2 & keep)


@inner
def white_dice(p):
    return p.foe if p.side else p.own


@inner
def black_dice(p):
    return p.own if p.side else p.foe


@inner
def can_tilt(dice, free, side):
    """Whether any of these dice has a free square ahead or beside it."""
    return dice & (ahead(free, 1 - side) | (free & NOT_A) >> 1 | (free & NOT_G) << 1) != 0


@kernel
def key(p):
    """A 63-bit identity of the position.

    Two chains are stirred side by side; one is stirred once more before they join, so that equal
    changes in both do not cancel.
    """
    a = mix(mix(mix(mix(1, p.own * 2 + p.side), p.top0), p.top1), p.top2)
    b = mix(mix(mix(mix(2, p.foe), p.north0), p.north1), p.north2)
    return mix(mix(mix(a, 3), b), 0)


# Moves of Pur and Ecke: the square left, the square reached, and how the first step was made.
# A tilt is its direction plus 1, a jump is 0.  Contra's are simpler.

JUMP = 0
MOVE_CODES = 1 << 16
PASS = MOVE_CODES - 1


@inner
def direction_to(step):
    """The direction of a step from square to square."""
    if step == 1:
        return EAST
    if step == -1:
        return WEST
    if step > 0:
        return NORTH if step == 7 else NORTH_EAST if step == 8 else NORTH_WEST
    return SOUTH if step == -7 else SOUTH_WEST if step == -8 else SOUTH_EAST


@inner
def move_code(origin, target, first):
    return origin | target << 6 | first << 12


@inner
def add_moves(origin, targets, first, moves, n):
    """Append a move of one die to each of these squares."""
    while targets:
        moves[n] = origin | lowest(targets) << 6 | first << 12
        n += 1
        targets &= targets - 1
    return n


# Descriptions.

_PIECES = [{8 * top + north: Piece(colour, "D", number)
            for number, (top, north, _) in enumerate(DICE)} for colour in COLOURS]


def square_at(square) -> Square:
    """A square's number as (column, row)."""
    return square % 7, square // 7


def squares_in(squares) -> list[Square]:
    """The squares of a set as pairs, row by row."""
    return [square_at(square) for square in range(49) if squares >> square & 1]


def goals(colour) -> list[Square]:
    """The goal row of a player: the opponent's back row."""
    return [(column, ROWS - 1 if colour == WHITE else 0) for column in range(COLUMNS)]


def contents(p) -> Contents:
    """What lies where."""
    white, dice = white_dice(p), p.own | p.foe
    return Contents(COLOURS[p.side],
                    {square_at(square): _PIECES[1 - (white >> square & 1)][faces(p, square)]
                     for square in range(49) if dice >> square & 1})


def fallen(p, squares) -> list[Removed]:
    """The dice on a set of squares, all of which fall in battle, in the order of the columns."""
    pieces = contents(p).pieces
    return [Removed(square, pieces[square], "battle") for square in sorted(squares_in(squares))]


def position(contents: Contents) -> Position:
    """The position with these dice on the board."""
    planes = [0] * 8
    for (column, row), piece in contents.pieces.items():
        bit = 1 << 7 * row + column
        top, north, _ = DICE[piece.die]
        planes[piece.colour] |= bit
        for place in range(3):
            planes[2 + place] |= bit * (top >> place & 1)
            planes[5 + place] |= bit * (north >> place & 1)
    own, foe = planes[:2] if contents.side == WHITE else planes[1::-1]
    return Position(COLOURS.index(contents.side), own, foe, *planes[2:])


def dice_left(colour, dice, text) -> Fact:
    """How many dice a player has, in a few words and in these."""
    return Fact(colour, Sentence("{count} {count:die|dice}", count=popcount(dice)), text)


def too_many(p, most=DICE_A_SIDE) -> list[str]:
    """Sentences about more dice than a player has."""
    return [Sentence("{side} has {count} {count:die|dice}, and each player has {all}", side=side,
                     count=popcount(dice), all=most)
            for side, dice in zip(PLAYERS, (white_dice(p), black_dice(p)), strict=True)
            if popcount(dice) > most]
