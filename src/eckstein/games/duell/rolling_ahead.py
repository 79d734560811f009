"""What dice and kings of Duell can do where they are, for all ranks of a die at once.

A die has a line of a tile (see `endings`) for each of its ranks: `line` is that of rank 0, and the
others follow.  Squares are counted row by row from a1; sets of squares are those of the rules.
"""
from ...kernel import inner
from ...kernel.codes import NOWHERE
from ...kernel.dice import TOP
from ...kernel.types import Array
from .._dice_endings import HALF, MEMBER, RANK
from . import COLUMNS, KING_CAPTURES, REST, WAY, WAYS, contains, open_way, rolled
from .rolling_back import KING_MOVES, NEAR, NO_SQUARE, number_of, square_of


@inner
def member(parity: int, square: int, rank: int) -> int:
    """The die with a parity and a rank on a square."""
    there = square_of(square)
    return MEMBER[HALF * (parity + there // 10 + there % 10 & 1) + rank]


@inner
def leads(captures: Array, n: int, line: int, ending: int, number: int) -> int:
    """Append a move of all positions of a line."""
    captures[n], captures[n + 1], captures[n + 2] = line, ending, number
    return n + 3


@inner
def wins(captures: Array, n: int, line: int) -> int:
    """Append a move that wins, for all ranks of a die."""
    for rank in range(HALF):
        n = leads(captures, n, line + rank, NOWHERE, 0)
    return n


@inner
def away(one: int, other: int) -> int:
    """How many squares a die rolls from one square to the other."""
    return abs(one // COLUMNS - other // COLUMNS) + abs(one % COLUMNS - other % COLUMNS)


@inner
def beside(square: int, king: int, goal: int) -> int:
    """Of the sides of a king, those on which it may be taken by another king on a square."""
    sides = 0
    if KING_CAPTURES:
        for i in range(KING_MOVES):
            target = NEAR[KING_MOVES * king + i]
            if target not in (NO_SQUARE, goal) and away(square, target) == 1:
                sides |= 1 << i
    return sides


@inner
def hit(parity: int, seen: int, square: int, low: int, high: int, king: int, sides: int, line: int,
        closed: Array) -> None:
    """Close those `sides` of the enemy king on which a die, with one of its ranks, can take it.

    `seen` is the die's square as its parity counts it.  Dice lie on `low` and `high`, and the king,
    which has gone, no longer.
    """
    for i in range(KING_MOVES):
        if sides >> i & 1 == 0:
            continue
        target = NEAR[KING_MOVES * king + i]
        top = away(square, target)
        if 0 < top <= 6 and open_way(low, high, square_of(square), square_of(target)):
            for rank in range(HALF):
                if TOP[member(parity, seen, rank)] == top:
                    closed[line + rank] |= 1 << i


@inner
def count_rolls(parity: int, square: int, low: int, high: int, line: int, quiet: Array) -> None:
    """Count the moves of a die to empty squares; dice lie on `low` and `high`."""
    for rank in range(HALF):
        here = 128 * TOP[member(parity, square, rank)] + square_of(square)
        count = 0
        for way in range(WAYS[here], WAYS[here + 1]):
            rest = WAY[2 * way + 1]
            if low & WAY[2 * way] | high & rest == 0:
                count += 1 - contains(low, high, rest >> REST & 0x7F)
        quiet[line + rank] += count


@inner
def take_king(parity: int, square: int, low: int, high: int, king: int, line: int,
              captures: Array, n: int) -> int:
    """Append the moves of a die that take the enemy king."""
    top = away(square, king)
    if top <= 6 and open_way(low, high, square_of(square), square_of(king)):
        for rank in range(HALF):
            if TOP[member(parity, square, rank)] == top:
                n = leads(captures, n, line + rank, NOWHERE, 0)
    return n


@inner
def take_die(parity: int, square: int, low: int, high: int, target: int, line: int, ending: int,
             number: int, captures: Array, n: int) -> int:
    """Append the moves that take the die on a target, to `number` + the rank that comes of it."""
    if away(square, target) > 6:
        return n
    for rank in range(HALF):
        die = member(parity, square, rank)
        here = 128 * TOP[die] + square_of(square)
        for way in range(WAYS[here], WAYS[here + 1]):
            rest = WAY[2 * way + 1]
            move = rest >> REST
            if number_of(move & 0x7F) == target and low & WAY[2 * way] | high & rest == 0:
                turned = rolled(die, square_of(square), move & 0x7F, move >> 3 & 16)
                n = leads(captures, n, line + rank, ending, number + RANK[turned])
    return n
