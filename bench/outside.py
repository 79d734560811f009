"""How each level does against players of other kinds, which never change.

    python -m bench.outside [GAME ...] --games N --keep FILE

prints a row for each level and a column for each opponent: the level's points of N games.  With
`--keep FILE` what is finished is not played again.
"""
from pathlib import Path
from typing import Annotated

import typer

from eckstein import names
from eckstein.engine.levels import FULL, levels_of

from .contests import Contests, total

OUTSIDERS = ("greedy", "plain:depth=2", "plain:depth=3", "plain:depth=4", "flat:playouts=1000")


def tell(contests: Contests) -> None:
    """Print the table of a game, row by row."""
    print(f"| {contests.game} | " + " | ".join(f"`{text}`" for text in OUTSIDERS) + " |")
    print("|-" * (len(OUTSIDERS) + 1) + "|")
    for level in levels_of(contests.game)[:FULL - 1]:
        points = (total(contests.counts(level, other)) for other in OUTSIDERS)
        print(f"| {level.number} | " + " | ".join(f"{one:g}" for one in points) + " |", flush=True)
    print()


def main(games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
         count: Annotated[int, typer.Option("--games", min=2)] = 40,
         keep: Path | None = None) -> None:
    """Play and print."""
    for game in games or names():
        tell(Contests(game, count, keep))


if __name__ == "__main__":
    typer.run(main)
