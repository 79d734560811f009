"""Endings of Duell: two kings, with no die, one, one each, or two on the same side.

Squares are counted row by row from a1.  The player with more dice is White here; where both have as
many, the player to move is.  A position with the colours the other way round is turned first.

Where each has a die, each sees its own king and die from its own side of the board; so a move
changes what belongs to the mover alone, and then both change places in the number.

The numbers of one tile have the same squares: a row of it is a rank of the first die, a column one
of the second.
"""
from ...contract.endings import EndingSpec
from ...kernel import inline, inner, kernel, lookup
from ...kernel.bits import popcount
from ...kernel.codes import ALL_CLOSED, NOWHERE, STEP
from ...kernel.dice import KING
from ...kernel.types import Array
from .._dice_endings import AROUND, HALF, HALF_OF, NUMBERS, RANK
from . import COLUMNS, KING_CAPTURES, Position, first_of, kings, rest_of, words
from .rolling_ahead import beside, count_rolls, hit, leads, member, take_die, take_king, wins
from .rolling_back import (
    DIE_MOVES,
    DIE_WAYS_BACK,
    KING_MOVES,
    NEAR,
    NO_SQUARE,
    PLACES,
    ROOM,
    SQUARES,
    die_back,
    king_back,
    list_ways,
    square_of,
    three_squares,
)

ENDINGS: tuple[EndingSpec, ...] = (
    EndingSpec("K-K", needs=(), most_moves=KING_MOVES),
    EndingSpec("Kd-K", needs=(0,), most_moves=KING_MOVES + DIE_MOVES, groups=(1, 1),
               tile=(HALF, 1)),
    EndingSpec("Kd-Kd", needs=(1,), most_moves=KING_MOVES + DIE_MOVES, groups=(1, 1, 2),
               lanes=SQUARES, tile=(HALF, HALF)),
    EndingSpec("Kdd-K", needs=(1,), most_moves=KING_MOVES + 2 * DIE_MOVES, groups=(1, 1, 2),
               lanes=2 * SQUARES, tile=(HALF, HALF)))
LINES, MOST_PREDECESSORS, PREPARED = 2 * HALF, KING_MOVES + DIE_WAYS_BACK, ROOM
MOST_CAPTURES = 3 * HALF * (KING_MOVES + DIE_MOVES)
KINGS, KING_AND_DIE, ONE_EACH, TWO_DICE = 0, 1, 2, 3

WHITE_GOAL, BLACK_GOAL = SQUARES - 5, 4
# Two dice of one player lie on squares of which one is lower; their pair is
# higher * (higher - 1) / 2 + lower.  PAIRED[pair]: SQUARES * higher + lower
PAIRED = lookup(SQUARES * higher + lower for higher in range(SQUARES) for lower in range(higher))
PAIRS, RANKS = SQUARES * (SQUARES - 1) // 2, HALF * HALF

# For each square, seen from White's side of the board and 128 further from Black's: its number, and
# the first place on it (see _rolling_back) with its colour from bit PARITY on.
PARITY = 20
_WHITE = [COLUMNS * (square // 10 - 1) + square % 10 for square in range(128)]
_SEEN = _WHITE + [SQUARES - 1 - number for number in _WHITE]
SEEN = lookup(_SEEN)
WHERE = lookup(HALF * number + ((number // COLUMNS + 1 + number % COLUMNS & 1) << PARITY)
               for number in _SEEN)
# LIES[32 * flip + die]: its rank, and its half from bit PARITY on, as it looks from White's side of
# the board, and from Black's
LIES = lookup(RANK[die] + (HALF_OF[die] << PARITY)
              for die in [*range(KING + 1), *[0] * (31 - KING), *AROUND])

# A part has dice of certain parities; there are four of one die each, and of two dice.
PART_OF_ONE = 2 * SQUARES * SQUARES * PLACES
PART_OF_EACH = SQUARES ** 4 * RANKS
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
        rest = number // RANKS
        return (rest // SQUARES ** 3 % SQUARES, turned(rest // SQUARES // SQUARES % SQUARES),
                rest // SQUARES % SQUARES, turned(rest % SQUARES))
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
                    member(part & 1, first, number // HALF % HALF), square_of(second),
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
    return SEEN[128 * flip + square]


@inner
def parity_and_place(p: Position, low: int, high: int, flip: bool | int) -> tuple[int, int]:
    """Of the die on the only square of a set; its bits are fetched without a branch."""
    die = (((p.low0 & low | p.high0 & high) != 0) + 2 * ((p.low1 & low | p.high1 & high) != 0)
           + 4 * ((p.low2 & low | p.high2 & high) != 0)
           + 8 * ((p.low3 & low | p.high3 & high) != 0)
           + 16 * ((p.low4 & low | p.high4 & high) != 0))
    both = WHERE[128 * flip + first_of(low, high)] + LIES[32 * flip + die]
    return both >> PARITY & 1, both & (1 << PARITY) - 1


@kernel
def place(p: Position) -> tuple[int, int]:
    """The ending and the number of a position."""
    return placed(p)


@inline
def placed(p: Position) -> tuple[int, int]:
    """The ending and the number of a position, inlined wherever it is called."""
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
    rest_low, rest_high = rest_of(low, high)
    low, high = low ^ rest_low, high ^ rest_high
    its = int((p.foe_low & low | p.foe_high & high) != 0)     # 1 if the first is the opponent's
    if dice == 1:
        flip = p.side ^ its
        parity, number = parity_and_place(p, low, high, flip)
        white, black = (foe, own) if its else (own, foe)
        return KING_AND_DIE, one_die(parity, its, seen(white, flip), seen(black, flip), number)
    if int((p.foe_low & rest_low | p.foe_high & rest_high) != 0) == its:
        flip = p.side ^ its
        parity, number = parity_and_place(p, low, high, flip)
        other, last = parity_and_place(p, rest_low, rest_high, flip)
        return TWO_DICE, two_dice((its * SQUARES + seen(own, flip)) * SQUARES + seen(foe, flip),
                                  parity, number, other, last)
    if its:
        low, high, rest_low, rest_high = rest_low, rest_high, low, high
    parity, number = parity_and_place(p, low, high, p.side)
    other, last = parity_and_place(p, rest_low, rest_high, 1 - p.side)
    return ONE_EACH, one_each((parity ^ other) * 2 + parity, seen(own, p.side),
                              seen(foe, 1 - p.side), number, last)


@inner
def one_each(part: int, own: int, other: int, number: int, last: int) -> int:
    """The number where two kings have these squares, and the dice of the two these places."""
    squares = ((part * SQUARES + own) * SQUARES + other) * SQUARES + number // HALF
    return (squares * SQUARES + last // HALF) * RANKS + number % HALF * HALF + last % HALF


@inner
def one_die(parity: int, its: int, white: int, black: int, number: int) -> int:
    """The number where White has one die at a place and is to move, or with `its`, Black is."""
    return (((parity * 2 + its) * SQUARES + white) * SQUARES + black) * PLACES + number


@inner
def pair(lower: int, higher: int) -> int:
    """The number of a pair of squares."""
    return higher * (higher - 1) // 2 + lower


@inner
def two_dice(who: int, parity: int, number: int, other: int, last: int) -> int:
    """The number where two dice of one player have these parities and places, in any order.

    `who` stands for the side to move, and the squares of the kings, the mover's first.  Which die
    is the lower one decides no branch, since a processor could not foresee it.
    """
    lower, higher = min(number, last), max(number, last)
    part = (parity ^ other) * 2 + (other if number > last else parity)
    return (((part * 2 * SQUARES * SQUARES + who) * PAIRS + pair(lower // HALF, higher // HALF))
            * RANKS + lower % HALF * HALF + higher % HALF)


# From positions to those before them.

@kernel
def prepare(prepared: Array) -> None:
    """Fill PREPARED words, which must be 0."""
    list_ways(prepared)


@kernel
def predecessors(ending: int, number: int, line: int, prepared: Array, found: Array,
                 n: int) -> int:
    """Append the moves that may have led to the positions on a line of a tile."""
    number &= NUMBERS
    if ending == KINGS:
        mover, waiter = number // SQUARES, number % SQUARES
        low, high = three_squares(mover, mover, mover)      # and the mover saw the board turned
        return king_back(waiter, low, high, (SQUARES - 1) * SQUARES + turned(mover), -SQUARES,
                         found, n)
    if ending == KING_AND_DIE:
        return before_one_die(number, line, prepared, found, n)
    if ending == ONE_EACH:
        return before_one_each(number, line, prepared, found, n)
    return before_two_dice(number, line, prepared, found, n)


@inner
def before_one_die(number: int, line: int, prepared: Array, found: Array, n: int) -> int:
    """King and die against king: White has moved if Black is to move.

    Of the king's moves the column tells, and of those of the die the rows.
    """
    white, black, die, _ = squares_of(KING_AND_DIE, number)
    rest = number // (PART_OF_ONE // 2)
    parity = rest // 2
    if line < HALF:
        if rest % 2 == 0:
            return n
        low, high = three_squares(white, black, black)
        end = die_back(prepared, die, member(parity, die, line), low, high, found, n)
        for i in range(n, end):
            found[i] = one_die(parity, 0, white, black, found[i] // 16 * HALF + found[i] % 16)
        return end
    if rest % 2 == 0:
        low, high = three_squares(white, die, die)
        return king_back(black, low, high, one_die(parity, 1, white, 0, die * HALF) + (1 << STEP),
                         PLACES, found, n)
    low, high = three_squares(black, die, die)
    return king_back(white, low, high, one_die(parity, 0, 0, black, die * HALF) + (1 << STEP),
                     SQUARES * PLACES, found, n)


@inner
def before_one_each(number: int, line: int, prepared: Array, found: Array, n: int) -> int:
    """King and die each: the player that has moved, the second in the number, has the tile's
    columns.

    All is seen from its side, and where it was to move, the ranks of the other die are the columns.
    """
    rank = line - HALF
    if rank < 0:
        return n
    rest = number // RANKS
    mine, foes = rest % SQUARES, rest // SQUARES % SQUARES
    rest = rest // SQUARES // SQUARES
    king, other, part = rest % SQUARES, rest // SQUARES % SQUARES, rest // SQUARES // SQUARES
    parity, came = theirs(part), theirs(part) + (part & 2)
    low, high = three_squares(turned(other), turned(foes), mine)
    n = king_back(king, low, high,
                  one_each(came, 0, other, mine * HALF + rank, foes * HALF) + (1 << STEP),
                  SQUARES ** 3 * RANKS, found, n)
    low, high = three_squares(turned(other), turned(foes), king)
    end = die_back(prepared, mine, member(parity, mine, rank), low, high, found, n)
    base = one_each(came, king, other, 0, foes * HALF) + (1 << STEP)
    for i in range(n, end):
        square, rank = found[i] >> 4, found[i] & 15
        found[i] = base + square * SQUARES * RANKS + rank * HALF
    return end


@inner
def before_two_dice(number: int, line: int, prepared: Array, found: Array, n: int) -> int:
    """King and two dice against king: White has moved if Black is to move.

    Of a king's moves the rows tell.
    """
    white, black, first, second = squares_of(TWO_DICE, number)
    rest = number // (PART_OF_TWO // 2)
    part, side = rest // 2, rest % 2
    if line < HALF:
        king, other = (white, black) if side else (black, white)
        low, high = three_squares(first, second, other)
        base = ((part * 2 + 1 - side) * SQUARES * SQUARES + other) * PAIRS * RANKS
        n = king_back(king, low, high,
                      base + number % (PAIRS * RANKS) + HALF * line + (1 << STEP),
                      SQUARES * PAIRS * RANKS, found, n)
    if side == 0:
        return n
    parity, other, square, stays = part & 1, theirs(part), first, second
    if line >= HALF:
        parity, other, square, stays = other, parity, second, first
    low, high = three_squares(white, black, stays)
    end = die_back(prepared, square, member(parity, square, line % HALF), low, high, found, n)
    who = white * SQUARES + black
    as_lower = two_dice(who, parity, 0, other, 0)       # the ranks of the lower die weigh more
    as_higher = two_dice(who, other, 0, parity, 0)
    for i in range(n, end):
        there, rank = found[i] >> 4, found[i] & 15
        if there < stays:
            found[i] = as_lower + pair(there, stays) * RANKS + rank * HALF + (1 << STEP)
        else:
            found[i] = as_higher + pair(stays, there) * RANKS + rank + (HALF << STEP)
    return end


# From positions to those after them, for all ranks of the dice at once.

@kernel
def successors(ending: int, number: int, quiet: Array, closed: Array, captures: Array) -> int:
    """Tell of the moves from the positions of a tile."""
    number &= NUMBERS
    white, black, first, second = squares_of(ending, number)
    part, side = part_and_side(ending, number)
    if white == WHITE_GOAL or black == BLACK_GOAL:
        for row in range(HALF):
            closed[row] = ALL_CLOSED
        return 0
    n = after_king(ending, number, quiet, closed, captures)
    low, high = three_squares(white, black, first)
    if second != NO_SQUARE:
        more_low, more_high = words(square_of(second))
        low, high = low | more_low, high | more_high
    if side:
        return n
    count_rolls(part & 1, first, low, high, 0, quiet)
    n = take_king(part & 1, first, low, high, black, 0, captures, n)
    if ending == TWO_DICE:
        count_rolls(theirs(part), second, low, high, HALF, quiet)
        n = take_king(theirs(part), second, low, high, black, HALF, captures, n)
    elif ending == ONE_EACH:
        n = take_die(part & 1, first, low, high, second, 0, KING_AND_DIE,
                     one_die(part & 1, 1, white, black, second * HALF), captures, n)
    return n


@inner
def part_and_side(ending: int, number: int) -> tuple[int, int]:
    """The part of a number, and the side to move."""
    if ending == ONE_EACH:
        return number // PART_OF_EACH, 0
    rest = number // ((PART_OF_TWO if ending == TWO_DICE else PART_OF_ONE) // 2)
    return rest // 2, rest % 2


@inner
def after_king(ending: int, number: int, quiet: Array, closed: Array, captures: Array) -> int:
    """Note the moves of the king, and the sides on which it would be taken."""
    white, black, first, second = squares_of(ending, number)
    part, side = part_and_side(ending, number)
    own, foe, goal = (black, white, BLACK_GOAL) if side else (white, black, WHITE_GOAL)
    n, steps, sides = 0, 0, 0
    for i in range(KING_MOVES):
        target = NEAR[KING_MOVES * own + i]
        if target == NO_SQUARE:
            continue
        if target not in (foe, first, second):
            steps += 1
            sides |= 1 << i
        elif KING_CAPTURES and (target == foe or side or ending == ONE_EACH and target == second):
            sides |= 1 << i
            n = king_takes(ending, number, target, captures, n)
    shut = ALL_CLOSED & ~sides | sides & beside(foe, own, goal)
    for row in range(HALF):
        quiet[row] += steps
        closed[row] |= shut
    sides &= ~shut
    for i in range(KING_MOVES):
        if NEAR[KING_MOVES * own + i] in (goal, foe):
            sides &= ~(1 << i)
    if side:
        low, high = three_squares(white, first, first if second == NO_SQUARE else second)
        hit(part & 1, first, first, low, high, own, sides, 0, closed)
        if ending == TWO_DICE:
            hit(theirs(part), second, second, low, high, own, sides, HALF, closed)
    elif ending == ONE_EACH:
        low, high = three_squares(black, first, second)
        hit(theirs(part), turned(second), second, low, high, own, sides, HALF, closed)
    return n


@inner
def king_takes(ending: int, number: int, target: int, captures: Array, n: int) -> int:
    """Append the moves of the king that take what stands on a square beside it."""
    white, black, first, second = squares_of(ending, number)
    part, side = part_and_side(ending, number)
    if target == (white if side else black):
        return wins(captures, n, 0)
    for rank in range(HALF):
        if ending == KING_AND_DIE:
            n = leads(captures, n, rank, KINGS, white * SQUARES + target)
        elif ending == ONE_EACH:
            n = leads(captures, n, rank, KING_AND_DIE,
                      one_die(part & 1, 1, target, black, first * HALF + rank))
        elif target == first:
            n = leads(captures, n, HALF + rank, KING_AND_DIE,
                      one_die(theirs(part), 0, white, target, second * HALF + rank))
        else:
            n = leads(captures, n, rank, KING_AND_DIE,
                      one_die(part & 1, 0, white, target, first * HALF + rank))
    return n
