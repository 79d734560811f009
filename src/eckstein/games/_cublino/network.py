"""What nets see of the dice of Pur, Contra and Ecke: each by where and how it lies, and by what is
around it.

A row of inputs for (player, square, orientation), and one for (player, surroundings, orientation).
"""
from typing import NamedTuple

from ...kernel import inner, lookup
from ...kernel.bits import lowest
from ...kernel.dice import DICE, FIRST, KING
from . import DICE_A_SIDE, NOT_A, NOT_G, black_dice, faces, white_dice

ORIENTATIONS = KING - FIRST
SQUARES = 49
SURROUNDINGS = 16
PLACES = 2 * SQUARES * ORIENTATIONS
INPUTS = PLACES + 2 * SURROUNDINGS * ORIENTATIONS
MOST = 2 * 2 * DICE_A_SIDE
BEYOND = 3 << SQUARES         # two squares that are not on the board
# KIND[faces]: the number of an orientation
_NUMBERS = {8 * top + north: number for number, (top, north, _) in enumerate(DICE[FIRST:KING])}
KIND = lookup(_NUMBERS.get(faces, 0) for faces in range(64))


class Seen(NamedTuple):
    """What nets see of a position: the dice as planes, and what is around each of them, a number up
    to 15, bit by bit.
    """

    white: int
    black: int
    top0: int
    top1: int
    top2: int
    north0: int
    north1: int
    north2: int
    around0: int
    around1: int
    around2: int
    around3: int


FIELDS = len(Seen._fields)


@inner
def lying(s, square):
    """The number of how the die on a square lies."""
    return KIND[faces(s, square)]


@inner
def place(s, square):
    """Where the rows of a die's owner and square begin."""
    return ((s.black >> square & 1) * SQUARES + square) * ORIENTATIONS


@inner
def around(s, here, square):
    """The number of what is around the die on a square, whose bit is `here`."""
    return ((s.around0 & here) + 2 * (s.around1 & here) + 4 * (s.around2 & here)
            + 8 * (s.around3 & here)) >> square


@inner
def vicinity(s, square):
    """Where the rows of a die's owner and surroundings begin."""
    number = around(s, 1 << square, square) + SURROUNDINGS * (s.black >> square & 1)
    return PLACES + number * ORIENTATIONS


@inner
def vicinities(s, t, square):
    """The rows of what was and what is around a die that stays."""
    here = 1 << square
    whose = PLACES + (s.black >> square & 1) * SURROUNDINGS * ORIENTATIONS + lying(s, square)
    return whose + ORIENTATIONS * around(s, here, square), whose + ORIENTATIONS * around(
        t, here, square)


@inner
def inputs(s, rows):
    """Two rows for each die."""
    n, dice = 0, s.white | s.black
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        lies = lying(s, square)
        rows[n], rows[n + 1] = place(s, square) + lies, vicinity(s, square) + lies
        n += 2
    return n


@inner
def changes(before, after, rows):
    """The rows of dice that were or are elsewhere, or lie otherwise, and of changed surroundings.

    Mostly one die moves, and what is around no more than two others changes; so two are looked at
    in any case, if need be on squares beyond the board.
    """
    s, t = before, after
    old, new = s.white | s.black, t.white | t.black
    moved = (s.white ^ t.white | s.black ^ t.black | s.top0 ^ t.top0 | s.top1 ^ t.top1
             | s.top2 ^ t.top2 | s.north0 ^ t.north0 | s.north1 ^ t.north1 | s.north2 ^ t.north2)
    gone = come = 0
    dice = old & moved
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        lies = lying(s, square)
        rows[2 * gone], rows[2 * gone + 2] = place(s, square) + lies, vicinity(s, square) + lies
        gone += 2
    dice = new & moved
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        lies = lying(t, square)
        rows[2 * come + 1], rows[2 * come + 3] = place(t, square) + lies, vicinity(t, square) + lies
        come += 2
    while come < gone:
        rows[2 * come + 1] = INPUTS
        come += 1
    while gone < come:
        rows[2 * gone] = INPUTS
        gone += 1
    dice = old & new & ~moved & (s.around0 ^ t.around0 | s.around1 ^ t.around1
                                 | s.around2 ^ t.around2 | s.around3 ^ t.around3)
    left = dice | BEYOND
    for _ in range(2):
        square = lowest(left)
        left &= left - 1
        rows[2 * gone], rows[2 * gone + 1] = vicinities(s, t, square)
        gone += 1
    left &= dice
    while left:
        square = lowest(left)
        left &= left - 1
        rows[2 * gone], rows[2 * gone + 1] = vicinities(s, t, square)
        gone += 1
    return gone


@inner
def counted(dice):
    """How many of these dice lie around each square, corners included, up to three: two bits."""
    left, right = (dice & NOT_A) >> 1, (dice & NOT_G) << 1
    one, two = left ^ right, left & right           # of the dice beside a square
    odd, even = one ^ dice, two | one & dice        # of the three in a row
    low = odd << 7 ^ odd >> 7
    twos = even << 7 | even >> 7
    carried = odd << 7 & odd >> 7 | low & one
    more = even << 7 & even >> 7 | two & carried | twos & (two | carried)
    return low ^ one | more, twos | two | carried


@inner
def neighbours(p):
    """What is around a die is how many friends and foes, each up to three."""
    white, black = white_dice(p), black_dice(p)
    white0, white1 = counted(white)
    black0, black1 = counted(black)
    return Seen(white, black, p.top0, p.top1, p.top2, p.north0, p.north1, p.north2,
                white & black0 | black & white0, white & black1 | black & white1,
                white & white0 | black & black0, white & white1 | black & black1)


def mirrored(row):
    """The board is turned and the colours are swapped."""
    kind, whose, place, lies = parts(row)
    top, north, _ = DICE[FIRST + lies]
    turned = int(KIND[8 * top + 7 - north])
    if kind:
        return PLACES + ((1 - whose) * SURROUNDINGS + place) * ORIENTATIONS + turned
    return ((1 - whose) * SQUARES + SQUARES - 1 - place) * ORIENTATIONS + turned


def parts(row):
    """Of which kind a row is, whose the die is, on which square or in what surroundings it lies,
    and how.
    """
    kind, rest = (0, row) if row < PLACES else (1, row - PLACES)
    whose_place, lies = divmod(rest, ORIENTATIONS)
    whose, place = divmod(whose_place, SURROUNDINGS if kind else SQUARES)
    return kind, whose, place, lies


def factors(row):
    """The square, the row of squares and the surroundings, with and without the top face."""
    kind, whose, place, lies = parts(row)
    top = DICE[FIRST + lies][0]
    named = [("lies", kind, whose, lies), ("top", kind, whose, top), ("place", kind, whose, place),
             ("top at", kind, whose, place, top)]
    return named if kind else [*named, ("row", whose, place // 7, lies)]
