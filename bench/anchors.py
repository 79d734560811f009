"""Where the levels lie on the scale of people's ratings, measured by matches between levels.

    python -m bench.anchors [GAME...] --games 100

Each level below 10 plays the one below it and the one below that, from random openings, each of
which is played with both colours.  The ratings are those under which the results are most likely,
by Elo's curve, with one more drawn game for each pair, since none is infinitely better.  They are
moved so that level 5 has 1500, and printed as a row for `src/eckstein/engine/anchors.py`, with how
far off each may be.  `--errors` prints only that, of the ratings that stand there.  Level 10
thinks by time, so its strength depends on the machine.
"""
import math
from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy as np
import typer

from eckstein import names
from eckstein.engine.anchors import ANCHORS, LEVEL_OF_1500
from eckstein.engine.levels import FULL

from .strength import Games, Ray, match

ROUNDS = 2000               # of the fit, which converges long before
Results = Mapping[tuple[int, int], tuple[float, int]]      # points of the first, and games


def fitted(results: Results) -> dict[int, float]:
    """The ratings of levels under which results are most likely.

    Args:
        results: points of the first of two levels in so many games, by both levels.
    """
    with_draws = {pair: (points + 0.5, games + 1) for pair, (points, games) in results.items()}
    strengths = {level: 1.0 for pair in results for level in pair}
    points = dict.fromkeys(strengths, 0.0)
    for (one, other), (scored, games) in with_draws.items():
        points[one] += scored
        points[other] += games - scored
    # D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004.
    for _ in range(ROUNDS):
        shares = dict.fromkeys(strengths, 0.0)
        for (one, other), (_, games) in with_draws.items():
            share = games / (strengths[one] + strengths[other])
            shares[one] += share
            shares[other] += share
        strengths = {level: points[level] / shares[level] for level in strengths}
    zero = strengths[LEVEL_OF_1500]
    return {level: 1500 + 400 * math.log10(strength / zero)
            for level, strength in sorted(strengths.items())}


def pairs() -> list[tuple[int, int]]:
    """The levels that play each other, the higher one first."""
    return [(above, below) for below in range(1, FULL - 1)
            for above in range(below + 1, min(below + 3, FULL))]


def errors(ratings: Sequence[float], games: int) -> tuple[list[float], list[float]]:
    """How far off ratings may be either way (95 %), after so many games of each pair.

    This follows from the Fisher information of Elo's curve, as if all games were independent and
    none were drawn.

    Args:
        ratings: of the levels from 1 on.
        games: of each pair.

    Returns:
        Of each step to the next level, and of each level with that of 1500 as it is.
    """
    size = len(ratings)
    information = np.zeros((size, size))
    for above, below in pairs():
        way = np.zeros(size)
        way[above - 1], way[below - 1] = 1, -1
        chance = 1 / (1 + 10 ** ((ratings[below - 1] - ratings[above - 1]) / 400))
        information += games * chance * (1 - chance) * (math.log(10) / 400) ** 2 * np.outer(
            way, way)
    variance = np.linalg.pinv(information)

    def error(one: int, other: int) -> float:
        return 1.96 * math.sqrt(max(0.0, variance[one, one] + variance[other, other]
                                    - 2 * variance[one, other]))
    return ([error(level, level + 1) for level in range(size - 1)],
            [error(level, LEVEL_OF_1500 - 1) for level in range(size)])


def told_errors(ratings: Sequence[float], games: int) -> str:
    """The same as a line."""
    steps, whole = (", ".join(f"{one:.0f}" for one in found) for found in errors(ratings, games))
    return f"# 95 % either way: of steps {steps}; of levels {whole}"


def measured(game: str, count: int, ray: str | None) -> Results:
    """The results of all matches of a game."""
    results = {}
    for above, below in pairs():
        told = match(game, f"level:{above}", f"level:{below}", count, ray)
        results[above, below] = told["wins"] + told["draws"] / 2, count
    return results


def main(games: Games = None, count: Annotated[int, typer.Option("--games", min=2)] = 100,
         only_errors: Annotated[bool, typer.Option("--errors")] = False, ray: Ray = None) -> None:
    """Measure, fit and print."""
    for game in games or names():
        if only_errors:
            print(f"{game} {told_errors(ANCHORS[game], count)}")
            continue
        results = measured(game, count, ray)
        told = ", ".join(f"{above}-{below}: {points:g}" for (above, below), (points, _)
                         in results.items())
        ratings = [*fitted(results).values()]
        row = ", ".join(str(round(points)) for points in ratings)
        print(f'# of {count}: {told}\n{told_errors(ratings, count)}\n    "{game}": ({row}),',
              flush=True)


if __name__ == "__main__":
    typer.run(main)
