"""Endings of Duell: two bare kings, and king and one die against king.

Squares are counted row by row from a1.  Whoever has the die is White here; of two bare kings the
one to move is.  A position with the colours the other way round is turned first.
"""
from ..games.duell import COLUMNS, ROWS, Position, die_on, first_of, kings, words
from ..kernel import inner, kernel
from ..kernel.bits import popcount
from . import NOWHERE
from ._dice import AROUND, HALF, HALF_OF, MEMBER, RANK

NAMES, PARTS, SLICES = ("K-K", "Kd-K"), (1, 2), (1, 1)
KINGS, KING_AND_DIE = 0, 1
SQUARES = COLUMNS * ROWS
WHITE_GOAL, BLACK_GOAL, NO_SQUARE = SQUARES - 5, 4, -1
PART = 2 * SQUARES * SQUARES * SQUARES * HALF   # the die of one parity, either player to move


@kernel
def size(ending: int) -> int:
    """How many numbers an ending has."""
    return SQUARES * SQUARES if ending == KINGS else 2 * PART


@inner
def square_number(square: int, turned: bool | int) -> int:
    """The square's place, from a1 or, if the board is turned, from the other end."""
    number = (square // 10 - 1) * COLUMNS + square % 10
    return SQUARES - 1 - number if turned else number


@inner
def square_of(number: int) -> int:
    return number // COLUMNS * 10 + 10 + number % COLUMNS


@kernel
def possible(ending: int, number: int) -> bool:
    """Whether no two dice share a square, and not both kings are where the other one started."""
    die = NO_SQUARE
    if ending == KING_AND_DIE:
        number //= HALF
        die, number = number % SQUARES, number // SQUARES
    black, white = number % SQUARES, number // SQUARES % SQUARES
    return (white not in (black, die) and black != die
            and not (white == WHITE_GOAL and black == BLACK_GOAL))


@kernel
def position(ending: int, number: int) -> Position:
    """The position with a number that is possible."""
    if ending == KINGS:
        return three(0, square_of(number // SQUARES), square_of(number % SQUARES), 0, 0)
    rank, rest = number % HALF, number // HALF
    die, rest = rest % SQUARES, rest // SQUARES
    bare, rest = rest % SQUARES, rest // SQUARES
    strong, rest = rest % SQUARES, rest // SQUARES
    side, parity = rest % 2, rest // 2
    square = square_of(die)
    half = parity + square // 10 + square % 10 & 1
    return three(side, square_of(strong), square_of(bare), square, MEMBER[HALF * half + rank])


@inner
def three(side: int, white: int, black: int, square: int, die: int) -> Position:
    """White's king, Black's, and White's die, unless it is 0, on these squares."""
    white_low, white_high = words(white)
    black_low, black_high = words(black)
    die_low, die_high = words(square) if die else (0, 0)
    kings_low, kings_high = white_low | black_low, white_high | black_high
    white_low, white_high = white_low | die_low, white_high | die_high
    own_low, own_high, foe_low, foe_high = white_low, white_high, black_low, black_high
    if side:
        own_low, own_high, foe_low, foe_high = black_low, black_high, white_low, white_high
    return Position(
        side, own_low, own_high, foe_low, foe_high,
        die_low * (die & 1), die_high * (die & 1),
        die_low * (die >> 1 & 1), die_high * (die >> 1 & 1),
        kings_low | die_low * (die >> 2 & 1), kings_high | die_high * (die >> 2 & 1),
        kings_low | die_low * (die >> 3 & 1), kings_high | die_high * (die >> 3 & 1),
        kings_low | die_low * (die >> 4), kings_high | die_high * (die >> 4))


@kernel
def place(p: Position) -> tuple[int, int]:
    """The ending and the number of a position."""
    kings_low, kings_high = kings(p)
    own_low, own_high = p.own_low & kings_low, p.own_high & kings_high
    foe_low, foe_high = p.foe_low & kings_low, p.foe_high & kings_high
    low, high = (p.own_low | p.foe_low) ^ kings_low, (p.own_high | p.foe_high) ^ kings_high
    if (popcount(own_low) + popcount(own_high) != 1 or popcount(foe_low) + popcount(foe_high) != 1
            or popcount(low) + popcount(high) > 1):
        return NOWHERE, 0
    own, foe = first_of(own_low, own_high), first_of(foe_low, foe_high)
    if low | high == 0:
        return KINGS, square_number(own, p.side) * SQUARES + square_number(foe, p.side)
    square = first_of(low, high)
    die = die_on(p, square)
    bare_moves = (p.foe_low & low | p.foe_high & high) != 0
    turned = p.side != bare_moves           # the die is Black's
    if bare_moves:
        own, foe = foe, own
    number = square_number(square, turned)
    if turned:
        square, die = square_of(number), AROUND[die]
    parity = HALF_OF[die] + square // 10 + square % 10 & 1
    side = 1 if bare_moves else 0
    return KING_AND_DIE, ((((parity * 2 + side) * SQUARES + square_number(own, turned)) * SQUARES
                           + square_number(foe, turned)) * SQUARES + number) * HALF + RANK[die]
