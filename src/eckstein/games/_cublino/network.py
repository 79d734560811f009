"""What nets see of the dice of Pur, Contra and Ecke: each by where and how it lies, and by what is
around it.

A row of inputs for (player, square, orientation), and one for (player, surroundings, orientation).
"""
from ...kernel import inner, lookup
from ...kernel.bits import lowest, popcount
from ...kernel.dice import DICE, FIRST, KING
from . import DICE_A_SIDE, faces

ORIENTATIONS = KING - FIRST
SQUARES = 49
SURROUNDINGS = 16
PLACES = 2 * SQUARES * ORIENTATIONS
INPUTS = PLACES + 2 * SURROUNDINGS * ORIENTATIONS
MOST = 2 * 2 * DICE_A_SIDE
# KIND[faces]: the number of an orientation
_NUMBERS = {8 * top + north: number for number, (top, north, _) in enumerate(DICE[FIRST:KING])}
KIND = lookup(_NUMBERS.get(faces, 0) for faces in range(64))
# ROUND[square]: the squares around it, corners included
ROUND = lookup(sum(1 << 7 * row + column for row in range(7) for column in range(7)
                   if max(abs(row - square // 7), abs(column - square % 7)) == 1)
               for square in range(SQUARES))


@inner
def add_die(p, square, surroundings, rows, n):
    """Append the rows of a die, seen by both players."""
    whose = p.foe >> square & 1
    die, seen = faces(p, square), square
    if p.side:
        die, seen = die ^ 7, 48 - square    # the north faces the other way
    here, there = KIND[die], KIND[die ^ 7]
    rows[n] = (whose * SQUARES + seen) * ORIENTATIONS + here
    rows[MOST + n] = ((1 - whose) * SQUARES + 48 - seen) * ORIENTATIONS + there
    place = PLACES + surroundings * ORIENTATIONS
    half = SURROUNDINGS * ORIENTATIONS
    rows[n + 1] = place + whose * half + here
    rows[MOST + n + 1] = place + (1 - whose) * half + there
    return n + 2


@inner
def inputs_by_neighbours(p, rows):
    """Surroundings are the numbers of friends and foes around a die, each up to three."""
    dice, n = p.own | p.foe, 0
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        own, foe = popcount(ROUND[square] & p.own), popcount(ROUND[square] & p.foe)
        friends, foes = (foe, own) if p.foe >> square & 1 else (own, foe)
        n = add_die(p, square, 4 * min(friends, 3) + min(foes, 3), rows, n)
    return n


def factors(row):
    """The square, the row of squares and the surroundings, with and without the top face."""
    kind, rest = divmod(row, PLACES) if row < PLACES else (1, row - PLACES)
    whose_place, lies = divmod(rest, ORIENTATIONS)
    whose, place = divmod(whose_place, SURROUNDINGS if kind else SQUARES)
    top = DICE[FIRST + lies][0]
    named = [("lies", kind, whose, lies), ("top", kind, whose, top), ("place", kind, whose, place),
             ("top at", kind, whose, place, top)]
    return named if kind else [*named, ("row", whose, place // 7, lies)]
