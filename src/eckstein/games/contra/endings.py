"""Endings of Contra: one die against one, and two dice against one.

With one die a side the player to move is White here; otherwise the one with two dice is.  A
position with the colours the other way round is turned first.  Squares and their rows and columns
are counted from 0, from a1.

Dice never go back.  So the numbers of two dice against one are arranged by the rows of the three:
each forward tilt leads to an earlier slice, and only sideways tilts and passes stay in theirs.
"""
from ...contract.endings import EndingSpec
from ...kernel import inner, kernel, lookup
from ...kernel.bits import highest, lowest, popcount
from ...kernel.codes import NOWHERE
from ...kernel.dice import DICE, EAST, FIRST, KING, NORTH, TURNED, WEST
from ...kernel.types import Array
from .._cublino import NOT_A, NOT_G, Position, ahead, carried, faces, passed
from .._dice_endings import AROUND, HALF, HALF_OF, MEMBER, NUMBERS, ORIENTATIONS, RANK
from . import ARRIVAL_WINS, BOARD, COLUMNS, LAST_ROW, ROW_1, ROWS, can_tilt, losers

SQUARES = COLUMNS * ROWS
PLACES = SQUARES * ORIENTATIONS             # of one die
# The rows of two dice: a pair for each choice of two rows, or of one row twice.  The farther both
# have come, the lower its number.  BACK_ROW[pair], FRONT_ROW[pair]: the rows.
_PAIRS = [(back, front) for back in reversed(range(ROWS)) for front in reversed(range(back, ROWS))]
PAIRS = len(_PAIRS)
BACK_ROW = lookup(back for back, _ in _PAIRS)
FRONT_ROW = lookup(front for _, front in _PAIRS)
# PAIR[ROWS * back row + front row]: the number of the pair; 0 where there is none
PAIR = lookup(_PAIRS.index((number // ROWS, number % ROWS))
              if number // ROWS <= number % ROWS else 0 for number in range(ROWS * ROWS))
# In each slice: either player to move, the parity of the first die, three columns and three ranks.
SLICE = 2 * 2 * COLUMNS ** 3 * HALF ** 3
PART = PAIRS * ROWS * SLICE

ENDINGS: tuple[EndingSpec, ...] = (
    EndingSpec("d-d", needs=(), most_moves=3),
    EndingSpec("dd-d", needs=(0,), most_moves=6, groups=(1, 1, 1, 1), slices=PAIRS * ROWS))
MOST_PREDECESSORS = 5
ONE_EACH, TWO_TO_ONE = 0, 1

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
    return PLACES * PLACES if ending == ONE_EACH else 4 * PART


@kernel
def possible(ending: int, number: int) -> bool:
    """Whether the dice lie on squares of their own, and only one player's on the other's back row.

    Of two dice the first has the lower square.
    """
    if ending == ONE_EACH:
        white, black = number // PLACES // ORIENTATIONS, number % PLACES // ORIENTATIONS
        return white != black and not (white >= SQUARES - COLUMNS and black < COLUMNS)
    first, second, black = squares_of(number)
    return (first < second and black not in (first, second)
            and not (second >= SQUARES - COLUMNS and black < COLUMNS))


@inner
def squares_of(number: int) -> tuple[int, int, int]:
    """The squares of White's two dice and of Black's."""
    number &= NUMBERS
    row, pair = number // SLICE % ROWS, number // SLICE // ROWS % PAIRS
    columns = number // HALF ** 3
    return (BACK_ROW[pair] * COLUMNS + columns // COLUMNS ** 2 % COLUMNS,
            FRONT_ROW[pair] * COLUMNS + columns // COLUMNS % COLUMNS,
            row * COLUMNS + columns % COLUMNS)


@kernel
def position(ending: int, number: int) -> Position:
    """The position with a number that is possible."""
    number &= NUMBERS
    if ending == ONE_EACH:
        own, foe = number // PLACES, number % PLACES
        return laid(0, BIT[own // ORIENTATIONS], own % ORIENTATIONS, 0, 0,
                    BIT[foe // ORIENTATIONS], foe % ORIENTATIONS)
    first, second, black = squares_of(number)
    rest = number // (SLICE // 4)
    parity, side, part = rest % 2, rest // 2 % 2, number // PART
    return laid(side,
                BIT[first], orientation(first, parity, number // HALF ** 2 % HALF),
                BIT[second], orientation(second, parity ^ part // 2, number // HALF % HALF),
                BIT[black], orientation(black, part % 2, number % HALF))


@inner
def colour(square: int) -> int:
    """The colour of a square: 0 for that of a1, 1 for the other."""
    return square // COLUMNS + square % COLUMNS & 1


@inner
def orientation(square: int, parity: int, rank: int) -> int:
    """The orientation, from 0, of a die with a parity and a rank on a square."""
    return MEMBER[HALF * (parity ^ colour(square)) + rank] - FIRST


@inner
def laid(side: int, first: int, first_die: int, second: int, second_die: int,
         black: int, black_die: int) -> Position:
    """White's two dice and Black's, each on the square of a bit; a die with the bit 0 is none."""
    own, foe = first | second, black
    if side:
        own, foe = black, first | second
    tops = TOPS[first_die], TOPS[second_die], TOPS[black_die]
    norths = NORTHS[first_die], NORTHS[second_die], NORTHS[black_die]
    return Position(
        side, own, foe,
        first * (tops[0] & 1) | second * (tops[1] & 1) | black * (tops[2] & 1),
        first * (tops[0] >> 1 & 1) | second * (tops[1] >> 1 & 1) | black * (tops[2] >> 1 & 1),
        first * (tops[0] >> 2) | second * (tops[1] >> 2) | black * (tops[2] >> 2),
        first * (norths[0] & 1) | second * (norths[1] & 1) | black * (norths[2] & 1),
        first * (norths[0] >> 1 & 1) | second * (norths[1] >> 1 & 1)
        | black * (norths[2] >> 1 & 1),
        first * (norths[0] >> 2) | second * (norths[1] >> 2) | black * (norths[2] >> 2))


@inner
def place_of_die(p: Position, square: int, turned: bool | int) -> int:
    """The square and orientation of a die, seen from the other side of the board if turned."""
    if turned:
        return (SQUARES - 1 - COUNTED[square]) * ORIENTATIONS + TURNED_SHOWN[faces(p, square)]
    return COUNTED[square] * ORIENTATIONS + SHOWN[faces(p, square)]


@inner
def parity_of(place: int) -> int:
    """The parity of a die with this square and orientation."""
    return HALF_OF[place % ORIENTATIONS + FIRST] ^ colour(place // ORIENTATIONS)


@inner
def number_of_three(p: Position, two: int, one: int, side: int) -> int:
    """The number of a position of two dice against one, where `side` says if the one moves."""
    turned = p.side != side
    low = place_of_die(p, lowest(two), turned)
    high = place_of_die(p, highest(two), turned)
    first, second = min(low, high), max(low, high)
    black = place_of_die(p, lowest(one), turned)
    first_square, second_square = first // ORIENTATIONS, second // ORIENTATIONS
    black_square, parity = black // ORIENTATIONS, parity_of(first)
    part = 2 * (parity ^ parity_of(second)) + parity_of(black)
    pair = PAIR[ROWS * (first_square // COLUMNS) + second_square // COLUMNS]
    number = ((part * PAIRS + pair) * ROWS + black_square // COLUMNS) * 4 + 2 * side + parity
    number = ((number * COLUMNS + first_square % COLUMNS) * COLUMNS
              + second_square % COLUMNS) * COLUMNS + black_square % COLUMNS
    return ((number * HALF + RANK[first % ORIENTATIONS + FIRST]) * HALF
            + RANK[second % ORIENTATIONS + FIRST]) * HALF + RANK[black % ORIENTATIONS + FIRST]


@kernel
def place(p: Position) -> tuple[int, int]:
    """The ending and the number of a position."""
    own, foe = popcount(p.own), popcount(p.foe)
    if own == 1 and foe == 1:
        return ONE_EACH, (place_of_die(p, lowest(p.own), p.side) * PLACES
                          + place_of_die(p, lowest(p.foe), p.side))
    if own == 2 and foe == 1:
        return TWO_TO_ONE, number_of_three(p, p.own, p.foe, 0)
    if own == 1 and foe == 2:
        return TWO_TO_ONE, number_of_three(p, p.foe, p.own, 1)
    return NOWHERE, 0


placed = place


@kernel
def predecessors(ending: int, number: int, line: int, prepared: Array, numbers: Array,
                 n: int) -> int:
    """Append the numbers in the same slice from which a move may have led to one."""
    p = passed(position(ending, number))        # the player that has moved is to move again
    free = BOARD & ~(p.own | p.foe)
    if not can_tilt(p.own, free, p.side):
        numbers[n] = place(p)[1]
        n += 1
    dice = p.own
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        arrived = ARRIVAL_WINS and (ROW_1 if p.side else LAST_ROW) >> square & 1
        if not arrived and losers(p, square):
            continue
        if (free & NOT_G) << 1 >> square & 1:
            numbers[n] = number_before(p, square, square - 1, EAST)
            n += 1
        if (free & NOT_A) >> 1 >> square & 1:
            numbers[n] = number_before(p, square, square + 1, WEST)
            n += 1
        if ending == ONE_EACH and ahead(free, p.side) >> square & 1:
            numbers[n] = number_before(p, square, square - 7 + 14 * p.side, NORTH + 2 * p.side)
            n += 1
    return n


@inner
def number_before(p: Position, square: int, origin: int, direction: int) -> int:
    """The number with the die on a square tilted back, against the direction of its move."""
    return place(carried(p, square, origin, TURNED[(direction ^ 2) * 64 + faces(p, square)]))[1]
