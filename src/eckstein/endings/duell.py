"""Endings of Duell: two kings, with no die, one, one each, or two on the same side.

Squares are counted row by row from a1.  Whoever has more dice is White here; where both have as
many, the player to move is.  A position with the colours the other way round is turned first.

Where each has a die, each sees his own king and die from his own side of the board; so a move
changes what belongs to the mover alone, and then both change places in the number.
"""
from ..games.duell import Position, contains, die_on, first_of, kings, rest_of, words
from ..kernel import inner, kernel, lookup
from ..kernel.bits import popcount
from ..kernel.types import Array
from . import NOWHERE
from ._dice import AROUND, HALF, HALF_OF, MEMBER, NUMBERS, RANK
from ._rolling_back import (
    DIE_MOVES,
    DIE_WAYS_BACK,
    KING_MOVES,
    PLACES,
    ROOM,
    SQUARES,
    die_back,
    king_back,
    list_ways,
    number_of,
    square_of,
    three_squares,
)

NAMES = ("K-K", "Kd-K", "Kd-Kd", "Kdd-K")
NEEDS, GROUPS = ((), (0,), (1,), (1,)), ((1,), (1, 1), (1, 1, 2), (1, 1, 2))
SLICES, LANES = (1, 1, 1, 1), (1, 1, SQUARES, 2 * SQUARES)
MOST_MOVES = (KING_MOVES, KING_MOVES + DIE_MOVES, KING_MOVES + DIE_MOVES,
              KING_MOVES + 2 * DIE_MOVES)
MOST_BEFORE, AIDS = KING_MOVES + 2 * DIE_WAYS_BACK, ROOM
KINGS, KING_AND_DIE, ONE_EACH, TWO_DICE = 0, 1, 2, 3

WHITE_GOAL, BLACK_GOAL, NO_SQUARE = SQUARES - 5, 4, -1
# Two dice of one player lie on squares of which one is lower; their pair is
# higher * (higher - 1) / 2 + lower.  PAIRED[pair]: SQUARES * higher + lower
PAIRED = lookup(SQUARES * higher + lower for higher in range(SQUARES) for lower in range(higher))
PAIRS, RANKS = SQUARES * (SQUARES - 1) // 2, HALF * HALF

# A part has dice of certain parities; there are four of one die each, and of two dice.
PART_OF_ONE = 2 * SQUARES * SQUARES * PLACES
PART_OF_EACH = SQUARES * SQUARES * PLACES * PLACES
PART_OF_TWO = 2 * SQUARES * SQUARES * PAIRS * RANKS


@kernel
def size(ending: int) -> int:
    """How many numbers an ending has."""
    if ending == KINGS:
        return SQUARES * SQUARES
    if ending == KING_AND_DIE:
        return 2 * PART_OF_ONE
    return 4 * (PART_OF_EACH if ending == ONE_EACH else PART_OF_TWO)


# From numbers to positions.

@inner
def squares_of(ending: int, number: int) -> tuple[int, int, int, int]:
    """The squares of White's king, of Black's, of White's die, and of the other die."""
    number &= NUMBERS
    if ending == KINGS:
        return number // SQUARES, number % SQUARES, NO_SQUARE, NO_SQUARE
    if ending == KING_AND_DIE:
        rest = number // HALF
        return (rest // SQUARES // SQUARES % SQUARES, rest // SQUARES % SQUARES, rest % SQUARES,
                NO_SQUARE)
    if ending == ONE_EACH:
        rest = number // PLACES // PLACES
        return (rest // SQUARES % SQUARES, turned(rest % SQUARES),
                number // PLACES % PLACES // HALF, turned(number % PLACES // HALF))
    pair, rest = number // RANKS % PAIRS, number // RANKS // PAIRS
    mover, waiter = rest // SQUARES % SQUARES, rest % SQUARES
    if rest // SQUARES // SQUARES & 1:
        mover, waiter = waiter, mover
    return mover, waiter, PAIRED[pair] % SQUARES, PAIRED[pair] // SQUARES


@inner
def turned(square: int) -> int:
    """The number of a square seen from the other side of the board."""
    return SQUARES - 1 - square


@kernel
def possible(ending: int, number: int) -> bool:
    """Whether no two dice share a square, and not both kings are where the other one started."""
    white, black, die, other = squares_of(ending, number)
    return (white not in (black, die, other) and black not in (die, other)
            and (die != other or die == NO_SQUARE)
            and not (white == WHITE_GOAL and black == BLACK_GOAL))


@inner
def member(parity: int, square: int, rank: int) -> int:
    """The die with a parity and a rank on a square."""
    there = square_of(square)
    return MEMBER[HALF * (parity + there // 10 + there % 10 & 1) + rank]


@kernel
def position(ending: int, number: int) -> Position:
    """The position with a number that is possible."""
    number &= NUMBERS
    white, black, first, second = squares_of(ending, number)
    white, black = square_of(white), square_of(black)
    if ending == KINGS:
        return laid(0, white, black, 0, 0, 0, 0, 0)
    if ending == KING_AND_DIE:
        rest = number // (PART_OF_ONE // 2)
        return laid(rest % 2, white, black,
                    square_of(first), member(rest // 2, first, number % HALF), 0, 0, 0)
    if ending == ONE_EACH:
        part = number // PART_OF_EACH
        return laid(0, white, black, square_of(first),
                    member(part & 1, first, number // PLACES % HALF), square_of(second),
                    AROUND[member(theirs(part), turned(second), number % HALF)], 1)
    rest = number // (PART_OF_TWO // 2)
    part = rest // 2
    return laid(rest % 2, white, black,
                square_of(first), member(part & 1, first, number // HALF % HALF),
                square_of(second), member(theirs(part), second, number % HALF), 0)


@inner
def theirs(part: int) -> int:
    """The parity of the second die in a part; that of the first one is its last bit."""
    return part & 1 ^ part >> 1


@inner
def laid(side: int, white: int, black: int, first: int, die: int,
         second: int, other: int, whose: int) -> Position:
    """The kings, White's die, and another one, of White (0) or Black (1); a die 0 is none."""
    white_low, white_high = words(white)
    black_low, black_high = words(black)
    kings_low, kings_high = white_low | black_low, white_high | black_high
    low, high = words(first) if die else (0, 0)
    more_low, more_high = words(second) if other else (0, 0)
    white_low, white_high = white_low | low, white_high | high
    if whose:
        black_low, black_high = black_low | more_low, black_high | more_high
    else:
        white_low, white_high = white_low | more_low, white_high | more_high
    own_low, own_high, foe_low, foe_high = white_low, white_high, black_low, black_high
    if side:
        own_low, own_high, foe_low, foe_high = black_low, black_high, white_low, white_high
    return Position(
        side, own_low, own_high, foe_low, foe_high,
        low * (die & 1) | more_low * (other & 1), high * (die & 1) | more_high * (other & 1),
        low * (die >> 1 & 1) | more_low * (other >> 1 & 1),
        high * (die >> 1 & 1) | more_high * (other >> 1 & 1),
        kings_low | low * (die >> 2 & 1) | more_low * (other >> 2 & 1),
        kings_high | high * (die >> 2 & 1) | more_high * (other >> 2 & 1),
        kings_low | low * (die >> 3 & 1) | more_low * (other >> 3 & 1),
        kings_high | high * (die >> 3 & 1) | more_high * (other >> 3 & 1),
        kings_low | low * (die >> 4) | more_low * (other >> 4),
        kings_high | high * (die >> 4) | more_high * (other >> 4))


# From positions to numbers.

@inner
def seen(square: int, flip: bool | int) -> int:
    """The number of a square, from the other side of the board if the board is to be turned."""
    return turned(number_of(square)) if flip else number_of(square)


@inner
def parity_and_place(p: Position, square: int, flip: bool | int) -> tuple[int, int]:
    """Of the die on a square."""
    number, die = seen(square, flip), die_on(p, square)
    if flip:
        square, die = square_of(number), AROUND[die]
    return HALF_OF[die] + square // 10 + square % 10 & 1, HALF * number + RANK[die]


@kernel
def place(p: Position) -> tuple[int, int]:
    """The ending and the number of a position."""
    kings_low, kings_high = kings(p)
    own_low, own_high = p.own_low & kings_low, p.own_high & kings_high
    foe_low, foe_high = p.foe_low & kings_low, p.foe_high & kings_high
    low, high = (p.own_low | p.foe_low) ^ kings_low, (p.own_high | p.foe_high) ^ kings_high
    dice = popcount(low) + popcount(high)
    if (dice > 2 or popcount(own_low) + popcount(own_high) != 1
            or popcount(foe_low) + popcount(foe_high) != 1):
        return NOWHERE, 0
    own, foe = first_of(own_low, own_high), first_of(foe_low, foe_high)
    if dice == 0:
        return KINGS, seen(own, p.side) * SQUARES + seen(foe, p.side)
    square = first_of(low, high)
    its = contains(p.foe_low, p.foe_high, square)       # 1 if it is the opponent's
    if dice == 1:
        flip = p.side ^ its
        parity, number = parity_and_place(p, square, flip)
        white, black = (foe, own) if its else (own, foe)
        return KING_AND_DIE, (((parity * 2 + its) * SQUARES + seen(white, flip)) * SQUARES
                              + seen(black, flip)) * PLACES + number
    second = first_of(*rest_of(low, high))
    if contains(p.foe_low, p.foe_high, second) == its:
        return TWO_DICE, number_of_two(p, own, foe, square, second, its)
    if its:
        square, second = second, square
    parity, number = parity_and_place(p, square, p.side)
    other, last = parity_and_place(p, second, 1 - p.side)
    return ONE_EACH, (((((parity ^ other) * 2 + parity) * SQUARES + seen(own, p.side)) * SQUARES
                       + seen(foe, 1 - p.side)) * PLACES + number) * PLACES + last


@inner
def number_of_two(p: Position, own: int, foe: int, first: int, second: int, its: int) -> int:
    """The number of a position where one player, the opponent if `its`, has both dice."""
    flip = p.side ^ its
    parity, number = parity_and_place(p, first, flip)
    other, last = parity_and_place(p, second, flip)
    return two_dice((its * SQUARES + seen(own, flip)) * SQUARES + seen(foe, flip),
                    parity, number, other, last)


@inner
def two_dice(who: int, parity: int, number: int, other: int, last: int) -> int:
    """The number where two dice of one player have these parities and places, in any order.

    `who` stands for whose turn it is, and the squares of the kings, the mover's first.
    """
    if number > last:
        parity, number, other, last = other, last, parity, number
    lower, higher = number // HALF, last // HALF
    part = (parity ^ other) * 2 + parity
    return (((part * 2 * SQUARES * SQUARES + who) * PAIRS + higher * (higher - 1) // 2 + lower)
            * RANKS + number % HALF * HALF + last % HALF)


# From positions to those before them.

@kernel
def prepare(aids: Array) -> None:
    """Fill AIDS words, which must be 0."""
    list_ways(aids)


@kernel
def before(ending: int, number: int, aids: Array, numbers: Array, n: int) -> int:
    """Append the numbers from which a move may have led to one."""
    number &= NUMBERS
    if ending == KINGS:
        mover, waiter = number // SQUARES, number % SQUARES
        low, high = three_squares(mover, mover, mover)      # and who moved saw the board turned
        return king_back(waiter, low, high, (SQUARES - 1) * SQUARES + turned(mover), -SQUARES,
                         numbers, n)
    if ending == KING_AND_DIE:
        return before_one_die(number, aids, numbers, n)
    if ending == ONE_EACH:
        return before_one_each(number, aids, numbers, n)
    return before_two_dice(number, aids, numbers, n)


@inner
def before_one_die(number: int, aids: Array, numbers: Array, n: int) -> int:
    """King and die against king: White has moved if Black is to move."""
    white, black, die, _ = squares_of(KING_AND_DIE, number)
    rank, rest = number % HALF, number // (PART_OF_ONE // 2)
    if rest % 2 == 0:
        low, high = three_squares(white, die, die)
        return king_back(black, low, high, number + PART_OF_ONE // 2 - black * PLACES, PLACES,
                         numbers, n)
    base = number - PART_OF_ONE // 2
    low, high = three_squares(black, die, die)
    n = king_back(white, low, high, base - white * SQUARES * PLACES, SQUARES * PLACES, numbers, n)
    low, high = three_squares(white, black, black)
    return die_back(aids, die, member(rest // 2, die, rank), low, high,
                    base - base % PLACES, 1, numbers, n)


@inner
def before_one_each(number: int, aids: Array, numbers: Array, n: int) -> int:
    """King and die each: all is seen by the player who has moved, the second in the number."""
    mine, foes = number % PLACES, number // PLACES % PLACES
    rest = number // PLACES // PLACES
    king, other, part = rest % SQUARES, rest // SQUARES % SQUARES, rest // SQUARES // SQUARES
    base = (theirs(part) + (part & 2)) * PART_OF_EACH
    base += other * PLACES * PLACES + foes
    low, high = three_squares(turned(other), turned(foes // HALF), mine // HALF)
    n = king_back(king, low, high, base + mine * PLACES, SQUARES * PLACES * PLACES, numbers, n)
    low, high = three_squares(turned(other), turned(foes // HALF), king)
    return die_back(aids, mine // HALF, member(theirs(part), mine // HALF, mine % HALF), low, high,
                    base + king * SQUARES * PLACES * PLACES, PLACES, numbers, n)


@inner
def before_two_dice(number: int, aids: Array, numbers: Array, n: int) -> int:
    """King and two dice against king: White has moved if Black is to move."""
    white, black, first, second = squares_of(TWO_DICE, number)
    rest, dice = number // (PART_OF_TWO // 2), number % (PAIRS * RANKS)
    part = rest // 2
    low, high = three_squares(first, second, white if rest % 2 == 0 else black)
    if rest % 2 == 0:       # Black's king stood on another square, and was to move
        base = ((rest + 1) * SQUARES * SQUARES + white) * PAIRS * RANKS + dice
        return king_back(black, low, high, base, SQUARES * PAIRS * RANKS, numbers, n)
    base = ((rest - 1) * SQUARES * SQUARES + black) * PAIRS * RANKS + dice
    n = king_back(white, low, high, base, SQUARES * PAIRS * RANKS, numbers, n)
    parity, other = part & 1, theirs(part)
    rank, last = number // HALF % HALF, number % HALF
    who = white * SQUARES + black
    low, high = three_squares(white, black, second)
    end = die_back(aids, first, member(parity, first, rank), low, high, 0, 1, numbers, n)
    for i in range(n, end):
        numbers[i] = two_dice(who, parity, numbers[i], other, second * HALF + last)
    low, high = three_squares(white, black, first)
    n, end = end, die_back(aids, second, member(other, second, last), low, high, 0, 1, numbers,
                           end)
    for i in range(n, end):
        numbers[i] = two_dice(who, parity, first * HALF + rank, other, numbers[i])
    return end
