"""The way that stands for all ways: shortest, then alphabetically first."""
from collections.abc import Callable, Iterable


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
        ways = longer
        seen |= ways.keys()
    return ways[target]


def _spelt(way: list[int]) -> list[tuple[int, int]]:
    """What the way's text is sorted by: column, then row, square by square."""
    return [(square % 7, square // 7) for square in way]
