"""How learners see Duell: all ways from square to square, and the faces of dice on planes."""
from ...kernel import inner, lookup
from ...kernel.bits import store_byte
from ...kernel.dice import DICE, KING, TOP
from .._numbered import numbered, unpacked
from . import (
    _WAYS,
    COLUMN_FIRST,
    COLUMNS,
    MOVE_CODES,
    ROWS,
    contains,
    die_on,
    first_of,
    rest_of,
)

HEIGHT, WIDTH = ROWS, COLUMNS
AREA = HEIGHT * WIDTH
FACES = *(f"{face} {number}" for face in ("top", "north") for number in range(1, 7)),
PLANES = tuple(f"{whose} {what}" for whose in ("own", "other's")
               for what in (*(f"die, {face}" for face in FACES), "king"))
SCALARS: tuple[str, ...] = ()
OF_KING = len(FACES)        # the plane of a player's king
LAST = 10 * (ROWS + 1) + COLUMNS - 1    # a square and the one that it is turned to add up to this

_MOVES = sorted({move for _, _, _, move in _WAYS})
ACTIONS = len(_MOVES)
MOVE, ACTION = numbered(_MOVES, MOVE_CODES)
NORTH_FACE = lookup(north for _, north, _ in DICE)


@inner
def turned(move, side):
    """A move as the mover sees it; the other way round, too."""
    if side == 0:
        return move
    return LAST - (move & 0x7F) | LAST - (move >> 7 & 0x7F) << 7 | move & COLUMN_FIRST


@inner
def action_of(p, move):
    """The action that a move is."""
    return unpacked(ACTION, turned(move, p.side))


@inner
def move_of(p, action):
    """The move that an action is."""
    return turned(MOVE[action], p.side)


@inner
def draw(p, planes, first):
    """The faces of all dice, and the kings."""
    low, high = p.own_low | p.foe_low, p.own_high | p.foe_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die, seen = die_on(p, square), LAST - square if p.side else square
        place = first + seen // 10 * WIDTH - WIDTH + seen % 10
        if not contains(p.own_low, p.own_high, square):
            place += AREA * (OF_KING + 1)
        if die == KING:
            store_byte(planes, place + AREA * OF_KING, 1)
        else:
            north = NORTH_FACE[die]
            if p.side:
                north = 7 - north
            store_byte(planes, place + AREA * (TOP[die] - 1), 1)
            store_byte(planes, place + AREA * (5 + north), 1)


@inner
def scalar(p, i):
    """There are none."""
    return 0
