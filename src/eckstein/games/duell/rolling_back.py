"""How dice and kings of Duell come to where they are: their moves, backwards.

A die may be rolled back along every way that ends as it lies now, from a square on which it showed
as many as the way is long.  The **place** of a die is 12 * its square + its rank there.  Squares
are counted row by row from a1; sets of squares are those of the rules, with a rim.

All ways back stand in one row, which `list_ways` fills.  Those of a die with the orientation o
(from 0) on a square s have numbers from the word 24 * s + o up to, but not including, the word
after it.  Each has two words from WAYS_BACK on: the low and the high squares that must be empty;
and in the latter, from bit REST on, where the die was: 16 * its square + its rank there.
"""
from ...kernel import inner, kernel, lookup
from ...kernel.bits import load, store
from ...kernel.dice import FIRST, KING, TOP
from ...kernel.types import Array
from .._dice_endings import HALF, NUMBERS, ORIENTATIONS, RANK
from . import COLUMNS, REST, ROWS, WAY, WAYS, rolled, words

SQUARES = COLUMNS * ROWS
PLACES = SQUARES * HALF                 # of a die with a parity
_NUMBER = {10 * row + 10 + column: COLUMNS * row + column
           for row in range(ROWS) for column in range(COLUMNS)}
_COUNTS = [int(WAYS[128 * top + square + 1]) - int(WAYS[128 * top + square])
           for top in range(1, 7) for square in _NUMBER]
KING_MOVES, DIE_MOVES = 4, max(_COUNTS)     # at most
DIE_WAYS_BACK = 48                          # at most
WAYS_BACK = SQUARES * ORIENTATIONS + 1
ROOM = WAYS_BACK + 2 * 4 * sum(_COUNTS)     # each top is that of four orientations

# NEAR[4 * square + i]: the squares beside one, and NO_SQUARE where the board ends
NO_SQUARE = -1
NEAR = lookup(_NUMBER.get(square + step, NO_SQUARE)
              for square in _NUMBER for step in (10, 1, -10, -1))


@inner
def square_of(number: int) -> int:
    """A square of the rules, by its number."""
    number &= NUMBERS
    return number // COLUMNS * 10 + 10 + number % COLUMNS


@inner
def number_of(square: int) -> int:
    """The number of a square of the rules."""
    square &= NUMBERS
    return (square // 10 - 1) * COLUMNS + square % 10


@kernel
def list_ways(ways: Array) -> None:
    """Fill a row of ROOM words, which must be 0."""
    count_or_enter(ways, False)
    total = 0
    for key in range(WAYS_BACK):
        total += load(ways, key)
        store(ways, key, total)
    count_or_enter(ways, True)


@inner
def count_or_enter(ways: Array, entering: bool | int) -> None:
    """Go through all ways of all dice, once to count them and once to enter them from behind."""
    for number in range(SQUARES):
        square = square_of(number)
        low, high = words(square)
        for die in range(FIRST, KING):
            here = 128 * TOP[die] + square
            for way in range(WAYS[here], WAYS[here + 1]):
                rest = WAY[2 * way + 1]
                move = rest >> REST
                target = move & 0x7F
                end = rolled(die, square, target, move >> 3 & 16)
                key = ORIENTATIONS * number_of(target) + end - FIRST
                if not entering:
                    store(ways, key, load(ways, key) + 1)
                    continue
                entry = load(ways, key) - 1
                store(ways, key, entry)
                store(ways, WAYS_BACK + 2 * entry, WAY[2 * way] | low)
                store(ways, WAYS_BACK + 2 * entry + 1, rest & (1 << REST) - 1 | high
                     | 16 * number + RANK[die] << REST)


@inner
def die_back(ways: Array, square: int, die: int, low: int, high: int, found: Array, n: int) -> int:
    """Append 16 * the square + the rank of wherever a die was; pieces lie on `low`, `high`."""
    key = ORIENTATIONS * square + die - FIRST
    for way in range(load(ways, key), load(ways, key + 1)):
        rest = load(ways, WAYS_BACK + 2 * way + 1)
        found[n] = rest >> REST
        n += low & load(ways, WAYS_BACK + 2 * way) | high & rest == 0
    return n


@inner
def king_back(square: int, low: int, high: int, base: int, weight: int,
              found: Array, n: int) -> int:
    """Append `base` + `weight` * each square where a king was; others lie on `low`, `high`."""
    for side in range(KING_MOVES * square, KING_MOVES * square + KING_MOVES):
        number = NEAR[side]
        if number == NO_SQUARE:
            continue
        here_low, here_high = words(square_of(number))
        if low & here_low | high & here_high == 0:
            found[n] = base + weight * number
            n += 1
    return n


@inner
def three_squares(first: int, second: int, third: int) -> tuple[int, int]:
    """The set of three squares; the second or the third may be the same as another one."""
    first_low, first_high = words(square_of(first))
    second_low, second_high = words(square_of(second))
    third_low, third_high = words(square_of(third))
    return first_low | second_low | third_low, first_high | second_high | third_high
