"""Chains of jumps in words: the way of a move, and the move of a way.

`jumps(squares, side, dice, free)` and `tilts(squares, side)` are the rules' own: where dice land
after one jump, and where they could tilt.
"""
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from ...contract.pieces import Square, Step
from . import BOARD, JUMP, PASS, STEP, direction_to, move_code, square_at

Jumps = Callable[[int, int, int, int], int]


def steps(p: Any, move: int, jumps: Jumps) -> list[Step]:
    """The way that stands for all ways of a move: shortest, then alphabetically first."""
    if move == PASS:
        return [Step("pass")]
    origin, target, first = move & 63, move >> 6 & 63, move >> 12
    found, square = [], origin
    if first != JUMP:
        square = origin + STEP[first - 1]
        found = [Step("tilt", square_at(origin), square_at(square), direction=first - 1)]
    path = shortest_path(square, target, _jumps_from(p, origin, jumps))
    return found + [Step("jump", square_at(a), square_at(b)) for a, b in pairwise(path)]


def along(p: Any, squares: list[Square], tilts: Callable[[int, int], int],
          jumps: Jumps) -> int | None:
    """The move that visits these squares one by one, if dice can go so; else None."""
    way = [7 * row + column for column, row in squares]
    first, landings = JUMP, _jumps_from(p, way[0], jumps)
    for number, (square, target) in enumerate(pairwise(way)):
        if number == 0 and tilts(1 << square, p.side) >> target & 1:
            first = direction_to(target - square) + 1
        elif target not in landings(square):
            return None
    return move_code(way[0], way[-1], first)


def _jumps_from(p: Any, origin: int, jumps: Jumps) -> Callable[[int], list[int]]:
    """A function that lists where the die from `origin`, now on some square, may jump next."""
    dice = (p.own | p.foe) & ~(1 << origin)

    def landings(square: int) -> list[int]:
        reached = jumps(1 << square, p.side, dice, BOARD & ~dice)
        return [target for target in range(49) if reached >> target & 1]
    return landings


def shortest_path(start: int, target: int, landings: Callable[[int], Iterable[int]]) -> list[int]:
    """The squares from start to target (both included) on a board seven squares wide.

    Every way found in one round is as long as the others of that round, so of two ways to one
    square the alphabetically first stays first however it goes on.
    """
    ways, seen = {start: [start]}, {start}
    while target not in ways:
        longer: dict[int, list[int]] = {}
        for square, way in ways.items():
            for landing in landings(square):
                new = [*way, landing]
                if landing not in seen and (landing not in longer
                                            or _spelt(new) < _spelt(longer[landing])):
                    longer[landing] = new
        if not longer:
            raise ValueError("there is no such chain of jumps")
        ways = longer
        seen |= ways.keys()
    return ways[target]


def _spelt(way: list[int]) -> list[tuple[int, int]]:
    """What the way's text is sorted by: column, then row, square by square."""
    return [(square % 7, square // 7) for square in way]
