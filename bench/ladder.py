"""How far apart the levels of a game are, and settings from which levels can be chosen.

    python -m bench.ladder GAME            each level against the one below it
    python -m bench.ladder GAME --chain    a chain of settings, each against the next weaker one

Games are bounded by nodes, so that the load of the machine does not matter, but for level 10, which
has its seconds for a move.  With `--keep FILE` what is finished is not played again.
"""
import math
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from eckstein.engine.levels import SEEING, Level, levels_of
from eckstein.lab.arena.statistics import estimate

from .contests import Contests, setting, total

CHAIN = ((1, 1_000, 300), (1, 1_000, 200), (1, 1_000, 130), (1, 1_000, 85), (1, 1_000, 55),
         (2, 2_000, 55), (2, 2_000, 35), (2, 2_000, 22), (3, 4_000, 14), (4, 6_000, 7),
         (None, 10_000, 0), (None, 30_000, 0))


def tell(contests: Contests, steps: list[Level]) -> None:
    """Print a line for each level against the one before it, and how far all are from the first."""
    height = 0.0
    for lower, upper in pairwise(steps):
        counts = contests.counts(upper, lower)
        found = estimate(counts)
        elo = found.elo if math.isfinite(found.elo) else 800.0
        height += elo
        print(f"{contests.game:8}{upper.number:3} {setting(upper):>14}: "
              f"{total(counts):5.1f} of {2 * sum(counts):3} points, {elo:+5.0f} Elo "
              f"({found.low:+.0f} to {found.high:+.0f}), {height:+6.0f} in all", flush=True)


def main(game: str, games: Annotated[int, typer.Option(min=2)] = 100, chain: bool = False,
         keep: Path | None = None) -> None:
    """Play and print."""
    steps = list(levels_of(game))
    if chain:
        steps = [Level(SEEING, "", *step, True, True, False, "") for step in CHAIN]
    tell(Contests(game, games, keep), steps)


if __name__ == "__main__":
    typer.run(main)
