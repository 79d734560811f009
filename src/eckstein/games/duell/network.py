"""What nets see of Duell: each die by where and how it lies, and by how many dice roll to it."""
from typing import NamedTuple

from ...kernel import inner, lookup
from ...kernel.bits import lowest
from ...kernel.dice import DICE, FIRST, KING, NUMBER
from . import (
    COLUMNS,
    DIAMOND_HIGH,
    DIAMOND_LOW,
    DICE_A_SIDE,
    REST,
    ROWS,
    SPLIT,
    contains,
    die_on,
    first_of,
    rest_of,
)

KINDS = KING - FIRST + 1        # the orientations and the king
SQUARES = ROWS * COLUMNS
MEETINGS = 9                    # by how many of a player's, 0, 1 or more, times the other's
PLACES = 2 * SQUARES * KINDS
INPUTS = PLACES + 2 * MEETINGS * KINDS
MOST = 2 * 2 * DICE_A_SIDE
SQUARES_OF_WORD = (1 << REST) - 1
# TURNED[die]: the die as the other player sees it
TURNED = lookup(NUMBER[top, 7 - north, 7 - east] if FIRST <= number < KING else number
                for number, (top, north, east) in enumerate(DICE))


class Seen(NamedTuple):
    """What nets see of a position: the dice as planes, and the squares to which one or two of a
    player's dice would roll if nothing were in their way.
    """

    white_low: int
    white_high: int
    black_low: int
    black_high: int
    low0: int
    high0: int
    low1: int
    high1: int
    low2: int
    high2: int
    low3: int
    high3: int
    low4: int
    high4: int
    white1_low: int
    white1_high: int
    white2_low: int
    white2_high: int
    black1_low: int
    black1_high: int
    black2_low: int
    black2_high: int


FIELDS = len(Seen._fields)


@inner
def reached(dice, first, a, b, c, one_low, one_high, two_low, two_high):
    """Add to the squares to which one, and those to which two dice roll.

    Args:
        dice: half of a player's dice.
        first: the square of its first bit.
        a, b, c: the bits of the tops on that half of the board; a king has all three.
        one_low, one_high, two_low, two_high: the squares so far.
    """
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        top = a >> square & 1 | (b >> square & 1) << 1 | (c >> square & 1) << 2
        if top == 7:
            top = 1
        to_low = DIAMOND_LOW[128 * top + first + square]
        to_high = DIAMOND_HIGH[128 * top + first + square]
        two_low, two_high = two_low | one_low & to_low, two_high | one_high & to_high
        one_low, one_high = one_low | to_low, one_high | to_high
    return one_low, one_high, two_low, two_high


@inner
def reached_by(p, low, high):
    """The squares to which one, and those to which two of these dice would roll."""
    a, b, c, d = reached(low, 0, p.low2, p.low3, p.low4, 0, 0, 0, 0)
    a, b, c, d = reached(high, SPLIT, p.high2, p.high3, p.high4, a, b, c, d)
    return a, b & SQUARES_OF_WORD, c, d & SQUARES_OF_WORD


@inner
def seen(p):
    """See `Network.seen`."""
    white_low, white_high, black_low, black_high = p.own_low, p.own_high, p.foe_low, p.foe_high
    if p.side:
        white_low, white_high, black_low, black_high = p.foe_low, p.foe_high, p.own_low, p.own_high
    white1_low, white1_high, white2_low, white2_high = reached_by(p, white_low, white_high)
    black1_low, black1_high, black2_low, black2_high = reached_by(p, black_low, black_high)
    return Seen(white_low, white_high, black_low, black_high, p.low0, p.high0, p.low1, p.high1,
                p.low2, p.high2, p.low3, p.high3, p.low4, p.high4, white1_low, white1_high,
                white2_low, white2_high, black1_low, black1_high, black2_low, black2_high)


@inner
def place(s, square):
    """Where the rows of a die's owner and square begin."""
    whose = contains(s.black_low, s.black_high, square)
    return (whose * SQUARES + square // 10 * COLUMNS - COLUMNS + square % 10) * KINDS


@inner
def meeting(s, square):
    """Where the rows of a die's owner and of how many dice roll to it begin."""
    whose = contains(s.black_low, s.black_high, square)
    white = (contains(s.white1_low, s.white1_high, square)
             + contains(s.white2_low, s.white2_high, square))
    black = (contains(s.black1_low, s.black1_high, square)
             + contains(s.black2_low, s.black2_high, square))
    friends, foes = (black, white) if whose else (white, black)
    return PLACES + (whose * MEETINGS + 3 * foes + friends) * KINDS


@inner
def inputs(s, rows):
    """Two rows for each die."""
    n, low, high = 0, s.white_low | s.black_low, s.white_high | s.black_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(s, square) - FIRST
        rows[n], rows[n + 1] = place(s, square) + die, meeting(s, square) + die
        n += 2
    return n


@inner
def changes(before, after, rows):
    """The rows of dice that move or leave, and of those to which others roll than before."""
    s, t = before, after
    old_low, old_high = s.white_low | s.black_low, s.white_high | s.black_high
    new_low, new_high = t.white_low | t.black_low, t.white_high | t.black_high
    moved_low = (s.white_low ^ t.white_low | s.black_low ^ t.black_low | s.low0 ^ t.low0
                 | s.low1 ^ t.low1 | s.low2 ^ t.low2 | s.low3 ^ t.low3 | s.low4 ^ t.low4)
    moved_high = (s.white_high ^ t.white_high | s.black_high ^ t.black_high | s.high0 ^ t.high0
                  | s.high1 ^ t.high1 | s.high2 ^ t.high2 | s.high3 ^ t.high3 | s.high4 ^ t.high4)
    gone = come = 0
    low, high = old_low & moved_low, old_high & moved_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(s, square) - FIRST
        rows[2 * gone], rows[2 * gone + 2] = place(s, square) + die, meeting(s, square) + die
        gone += 2
    low, high = new_low & moved_low, new_high & moved_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(t, square) - FIRST
        rows[2 * come + 1], rows[2 * come + 3] = place(t, square) + die, meeting(t, square) + die
        come += 2
    while come < gone:
        rows[2 * come + 1] = INPUTS
        come += 1
    while gone < come:
        rows[2 * gone] = INPUTS
        gone += 1
    low = old_low & new_low & ~moved_low & (
        s.white1_low ^ t.white1_low | s.white2_low ^ t.white2_low
        | s.black1_low ^ t.black1_low | s.black2_low ^ t.black2_low)
    high = old_high & new_high & ~moved_high & (
        s.white1_high ^ t.white1_high | s.white2_high ^ t.white2_high
        | s.black1_high ^ t.black1_high | s.black2_high ^ t.black2_high)
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(s, square) - FIRST
        rows[2 * gone], rows[2 * gone + 1] = meeting(s, square) + die, meeting(t, square) + die
        gone += 1
    return gone


def mirrored(row):
    """The board is turned and the colours are swapped."""
    kind, whose, place, die = parts(row)
    turned = int(TURNED[FIRST + die]) - FIRST
    if kind:
        return PLACES + ((1 - whose) * MEETINGS + place) * KINDS + turned
    return ((1 - whose) * SQUARES + SQUARES - 1 - place) * KINDS + turned


def parts(row):
    """Of which kind a row is, whose the die is, on which square or in which meeting it lies, and
    which it is.
    """
    kind, rest = (0, row) if row < PLACES else (1, row - PLACES)
    whose_place, die = divmod(rest, KINDS)
    whose, place = divmod(whose_place, MEETINGS if kind else SQUARES)
    return kind, whose, place, die


def factors(row):
    """The square, the row of squares and the meeting, with and without the top face."""
    kind, whose, place, die = parts(row)
    top = DICE[FIRST + die][0]
    named = [("die", kind, whose, die), ("top", kind, whose, top), ("place", kind, whose, place),
             ("top at", kind, whose, place, top)]
    return named if kind else [*named, ("row", whose, place // COLUMNS, die)]
