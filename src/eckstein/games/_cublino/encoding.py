"""How learners see the dice of Pur, Contra and Ecke, and number moves of several steps.

Each die lies on two planes: one for its top, and one for its north as its mover sees it.
"""
from collections.abc import Iterable

from ...kernel import inner, lookup
from ...kernel.bits import lowest, store_byte
from ...kernel.dice import DIRECTIONS, EAST, NORTH, NORTH_EAST, NORTH_WEST, WEST
from . import JUMP, PASS, faces

OPPOSITE = 2                # directions with this bit changed lead the other way
# TURNED_FIRST[first]: how a move begins (see `move_code`) as the other player sees it
TURNED_FIRST = lookup((JUMP, *((direction ^ OPPOSITE) + 1 for direction in range(DIRECTIONS))))
PLANES = tuple(f"{whose} die, {face} {number}" for whose in ("own", "other's")
               for face in ("top", "north") for number in range(1, 7))
SCALARS: tuple[str, ...] = ()


@inner
def draw_dice(p, size, planes, first):
    """See `Encoding.draw`, on a board of so many rows and columns."""
    dice, area = p.own | p.foe, size * size
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        die = faces(p, square) ^ (7 if p.side else 0)   # the north faces the other way
        seen = 8 * (size - 1) - square if p.side else square
        if size < 7:            # squares have the numbers of the large board
            seen = seen // 7 * size + seen % 7
        place = first + seen + 12 * area * (p.foe >> square & 1)
        store_byte(planes, place + area * ((die >> 3) - 1), 1)
        store_byte(planes, place + area * (5 + (die & 7)), 1)


@inner
def scalar(p, i):
    """There are none."""
    return 0


def reachable(diagonal: bool, chains: bool) -> list[int]:
    """White's moves of one die, as far as the board allows any: see `move_code` for the numbers.

    A chain of jumps changes column and row by even numbers, and never goes back.  Along its own row
    it does not come past the square that it has left with a tilt, which is empty.

    Args:
        diagonal: whether dice go diagonally, too.
        chains: whether jumps may follow the first step.
    """
    tilts = {NORTH: (0, 1), EAST: (1, 0), WEST: (-1, 0)}
    if diagonal:
        tilts |= {NORTH_EAST: (1, 1), NORTH_WEST: (-1, 1)}
    found = []
    for row in range(7):
        for column in range(7):
            for east, north in tilts.values():
                if not chains and on_board(column + 2 * east, row + 2 * north):
                    found.append(_code(column, row, column + 2 * east, row + 2 * north, JUMP))
            if chains:
                found += [_code(column, row, *target, JUMP) for target in _chained(column, row)
                          if target != (column, row)]
            for direction, (east, north) in tilts.items():
                first = column + east, row + north
                if on_board(*first):
                    found += [_code(column, row, *target, direction + 1)
                              for target in (_chained(*first) if chains else [first])
                              if north or target[1] > row or (target[0] - column) * east > 0]
    return found


def on_board(column: int, row: int) -> bool:
    """Whether there is such a square."""
    return 0 <= column < 7 and 0 <= row < 7


def _chained(column: int, row: int) -> Iterable[tuple[int, int]]:
    return ((to_column, to_row) for to_row in range(row, 7, 2)
            for to_column in range(column % 2, 7, 2))


def _code(column: int, row: int, to_column: int, to_row: int, first: int) -> int:
    return 7 * row + column | (7 * to_row + to_column) << 6 | first << 12


@inner
def turned_move(move, side):
    """A move as the mover sees it; the other way round, too."""
    if side == 0 or move == PASS:
        return move
    return (48 | 48 << 6) - (move & 0xFFF) | TURNED_FIRST[move >> 12] << 12
