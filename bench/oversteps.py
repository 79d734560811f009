"""How far the engine exceeds `go movetime`, by its nets and by its weights.

    python -m bench.oversteps               all games, 20, 100 and 500 ms, 30 positions each
    python -m bench.oversteps duell --milliseconds 20 --positions 100
    python -m bench.oversteps --busy        beside one busy process for each core

The positions come from random games; one engine is asked for a move in each, with a cleared
table.  Moves that come before the time is over, such as in a decided game, are left out.  Of the
others the columns are how many there are; how many milliseconds late they come, in the median, 99
of 100 and the worst; and how much processor time the engine takes after the end at most, to about
4 ms, which other work does not change.  A `go` without exactly one `bestmove` ends the measurement.
"""
import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from typing import Annotated

import typer

from eckstein import Board
from eckstein.games import names
from eckstein.lab.arena.openings import random_board

from .__main__ import conditions
from .movetimes import Asked
from .progress import tell

MILLISECONDS = 20, 100, 500
PLIES = 4, 40               # of random moves before a position
SETTINGS = {"net": (), "weights": ("EvalFile value off",)}
SPIN = """
from eckstein.base.parent_watch import end_with_parent
end_with_parent()
while True:
    pass
"""


def positions(game: str, count: int) -> list[str]:
    """Positions of random games, as the protocol takes them."""
    dice = random.Random(7)
    return [f"text {random_board(Board(game), dice.randint(*PLIES), dice).position()}"
            for _ in range(count)]


@contextlib.contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that do nothing but work, meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-c", SPIN], stdin=subprocess.PIPE)
            for _ in range(processes)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()


def told(over: list[float], worked: list[float]) -> str:
    """The figures of one row, in milliseconds."""
    if not over:
        return f"{0:7}"
    ordered = sorted(over)
    high = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{len(over):7}" + "".join(f"{1000 * seconds:9.1f}" for seconds in (
        median(over), high, ordered[-1], max(worked)))


def main(games: Annotated[list[str] | None, typer.Argument(help="all if left out")] = None,
         milliseconds: Annotated[list[int] | None, typer.Option(
             min=1, help="May be repeated.")] = None,
         count: Annotated[int, typer.Option("--positions", min=1)] = 30,
         busy: Annotated[bool, typer.Option(
             "--busy", help="Beside one busy process for each core.")] = False) -> None:
    """Print milliseconds."""
    cores = os.cpu_count() or 1
    print(f"{conditions()}, {cores} cores with a load of {os.getloadavg()[0]:.1f}, "
          f"nice {os.nice(0)}{f', {cores} busy processes' if busy else ''}")
    print(f"{'game':8}{'by':9}{'movetime':>8}{'moves':>7}{'median':>9}{'99 %':>9}{'worst':>9}"
          f"{'worked':>9}")
    with load(cores if busy else 0):
        for game in games or names():
            asked = positions(game, count)
            for name, settings in SETTINGS.items():
                engine = Asked(game, settings)
                for limit in milliseconds or MILLISECONDS:
                    over, worked = [], []
                    for number, position in enumerate(asked):
                        tell(f"{game} by {name}, {limit} ms: {number} of {count}")
                        seconds, processor = engine.overstep(position, limit)
                        if seconds >= 0:
                            over.append(seconds)
                            worked.append(processor)
                    tell()
                    print(f"{game:8}{name:9}{limit:8}{told(over, worked)}", flush=True)
                engine.end()


if __name__ == "__main__":
    typer.run(main)
