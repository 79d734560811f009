"""What nets see of Duell: each die by where and how it lies, and by how many dice roll to it."""
from ...kernel import inner, lookup
from ...kernel.dice import DICE, FIRST, KING, NUMBER, TOP
from . import (
    COLUMNS,
    DIAMOND_HIGH,
    DIAMOND_LOW,
    DICE_A_SIDE,
    REST,
    ROWS,
    contains,
    die_on,
    first_of,
    rest_of,
)

KINDS = KING - FIRST + 1        # the orientations and the king
SQUARES = ROWS * COLUMNS
LAST = 10 * (ROWS + 1) + COLUMNS - 1    # a square and the one that it is turned to add up to this
MEETINGS = 9                    # by how many of a player's, 0, 1 or more, times the other's
PLACES = 2 * SQUARES * KINDS
INPUTS = PLACES + 2 * MEETINGS * KINDS
MOST = 2 * 2 * DICE_A_SIDE
SQUARES_OF_WORD = (1 << REST) - 1
# TURNED[die]: the die as the other player sees it
TURNED = lookup(NUMBER[top, 7 - north, 7 - east] if FIRST <= number < KING else number
                for number, (top, north, east) in enumerate(DICE))


@inner
def inputs(p, rows):
    """Dice that would roll to a square if nothing were in their way count once or twice."""
    n, low, high = 0, p.own_low | p.foe_low, p.own_high | p.foe_high
    own1_low = own1_high = own2_low = own2_high = 0
    foe1_low = foe1_high = foe2_low = foe2_high = 0
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        place = 128 * TOP[die_on(p, square)] + square
        to_low, to_high = DIAMOND_LOW[place], DIAMOND_HIGH[place] & SQUARES_OF_WORD
        if contains(p.own_low, p.own_high, square):
            own2_low, own2_high = own2_low | own1_low & to_low, own2_high | own1_high & to_high
            own1_low, own1_high = own1_low | to_low, own1_high | to_high
        else:
            foe2_low, foe2_high = foe2_low | foe1_low & to_low, foe2_high | foe1_high & to_high
            foe1_low, foe1_high = foe1_low | to_low, foe1_high | to_high
    low, high = p.own_low | p.foe_low, p.own_high | p.foe_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(p, square)
        other = TURNED[die]
        whose = 1 - contains(p.own_low, p.own_high, square)
        seen = LAST - square if p.side else square
        if p.side:
            die, other = other, die
        place = seen // 10 * COLUMNS - COLUMNS + seen % 10
        rows[n] = (whose * SQUARES + place) * KINDS + die - FIRST
        rows[MOST + n] = ((1 - whose) * SQUARES + SQUARES - 1 - place) * KINDS + other - FIRST
        own = contains(own1_low, own1_high, square) + contains(own2_low, own2_high, square)
        foe = contains(foe1_low, foe1_high, square) + contains(foe2_low, foe2_high, square)
        friends, foes = (foe, own) if whose else (own, foe)
        meeting = 3 * foes + friends
        rows[n + 1] = PLACES + (whose * MEETINGS + meeting) * KINDS + die - FIRST
        rows[MOST + n + 1] = PLACES + ((1 - whose) * MEETINGS + meeting) * KINDS + other - FIRST
        n += 2
    return n


def factors(row):
    """The square, the row of squares and the meeting, with and without the top face."""
    kind, rest = (0, row) if row < PLACES else (1, row - PLACES)
    whose_place, die = divmod(rest, KINDS)
    whose, place = divmod(whose_place, MEETINGS if kind else SQUARES)
    top = DICE[FIRST + die][0]
    named = [("die", kind, whose, die), ("top", kind, whose, top), ("place", kind, whose, place),
             ("top at", kind, whose, place, top)]
    return named if kind else [*named, ("row", whose, place // COLUMNS, die)]
