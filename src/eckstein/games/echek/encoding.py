"""How learners see Echek: pieces, where they go, what they send back, and where they lie.

Squares are those of the frame around the pieces (see `eckstein.games.echek`), which has a step to
each side.  Of six pieces in a row two are bishops that do not count, and then no piece goes past
both ends: the group would come apart, or an enemy would stand in the way.  So SPAN rows and columns
are enough, from the first step outside on.
"""
from ...kernel import inline, inner, lookup
from ...kernel.bits import highest, store_byte
from . import (
    BISHOP_PIECE,
    DEAD,
    DRAFT,
    FINAL,
    IN_HAND,
    LETTERS,
    PASS,
    QUEEN,
    RESERVE,
    SWAP,
    SWAP_RIGHT,
    place_of,
    squares_of,
)
from .frame import folded

SPAN = 7 if DRAFT else 6
HEIGHT = WIDTH = SPAN
AREA = SPAN * SPAN
WHOSE = "own", "other's"
PLANES = tuple(f"{whose} {letter}" for whose in WHOSE for letter in LETTERS)
HANDS = len(IN_HAND)
SCALARS = (*(f"{whose} {letter} in hand" for whose in WHOSE for letter in IN_HAND),
           *(f"{whose} Q lost" for whose in WHOSE), *(f"{whose} swap" for whose in WHOSE))
LOST = 2 * HANDS            # the scalars from here on: queens lost, and then swaps

# After the moves of each piece: a bishop that sends a piece back, by its number in moves (not a
# king, nor himself), the swap, and the pass.
SENT = (2, 3, 5, 6, 8, 9, 10, 11, 12) if FINAL else ()
RETURNED = lookup((*SENT, 0))
PLACE_OF_RETURNED = lookup(SENT.index(number) if number in SENT else 0 for number in range(13))
RETURNS = len(LETTERS) * AREA
SWAPPING = RETURNS + len(SENT) * AREA
PASSING = SWAPPING + 1
ACTIONS = PASSING + 1


@inline
def turned(p, square):
    """A square of the frame as the mover sees it; the other way round, too.

    The frame begins at the pieces, so a turned one begins at their other end.
    """
    if p.side == 0:
        return square
    taken = squares_of(p.own) | squares_of(p.foe)
    return 8 * (highest(taken) >> 3) + highest(folded(taken)) + 9 - square


@inline
def action_of(p, move):
    """The action that a move is."""
    if move == PASS:
        return PASSING
    piece, returned = move & 7, move >> 9
    if piece == SWAP:
        return SWAPPING
    square = turned(p, move >> 3 & 63)
    place = SPAN * (square >> 3) + (square & 7)
    if FINAL and returned:
        return RETURNS + AREA * PLACE_OF_RETURNED[returned] + place
    return AREA * piece + place


@inner
def move_of(p, action):
    """The move that an action is."""
    if action == PASSING:
        return PASS
    if action == SWAPPING:
        return SWAP
    place = action % AREA
    target = turned(p, 8 * (place // SPAN) + place % SPAN)
    if action >= RETURNS:
        return BISHOP_PIECE | target << 3 | RETURNED[action // AREA - len(LETTERS)] << 9
    return action // AREA | target << 3


@inner
def draw(p, planes, first):
    """Every piece that lies on the board."""
    for whose in range(2):
        word = p.foe if whose else p.own
        for piece in range(6):
            square = place_of(word, piece)
            if square != RESERVE and square != DEAD:
                seen = turned(p, square)
                store_byte(planes, first + AREA * (6 * whose + piece)
                           + SPAN * (seen >> 3) + (seen & 7), 1)


@inner
def scalar(p, i):
    """What is in hand, which queens are lost, and which players may still swap."""
    if i < LOST:
        word, piece = (p.own, i + 1) if i < HANDS else (p.foe, i - HANDS + 1)
        return 1 if place_of(word, piece) == RESERVE else 0
    word = p.foe if i & 1 else p.own
    if i < LOST + 2:
        return 1 if place_of(word, QUEEN) == DEAD else 0
    return 1 if word & SWAP_RIGHT else 0
