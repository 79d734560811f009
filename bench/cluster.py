"""What a Ray cluster costs: short games of processes of this machine against those of a cluster.

    ray start --head --num-cpus=2           # a cluster of this machine alone
    python -m bench.cluster [GAME]
    ray stop

The games are the same.  Both play in turn, and each is measured from its first game to its last, so
that starting processes does not count; it takes some seconds, which the last column tells.
"""
import statistics
from collections.abc import Iterator
from time import perf_counter
from typing import Annotated

import typer

from eckstein.lab.arena.machines import games_there
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.playing import Finished
from eckstein.lab.arena.workers import finished_games


def measured(games: Iterator[Finished]) -> tuple[float, float]:
    """Games a second after the first one, and how many seconds that one took."""
    begin = perf_counter()
    next(games)
    first = perf_counter()
    return sum(1 for _ in games) / (perf_counter() - first), first - begin


def main(game: Annotated[str, typer.Argument()] = "contra",
         player: Annotated[str, typer.Option(help="who plays, against himself")] = "level:1",
         games: Annotated[int, typer.Option(min=2)] = 200,
         jobs: Annotated[int, typer.Option(min=1, help="as many as the cluster has cores")] = 2,
         ray: Annotated[str, typer.Option(help="the cluster")] = "auto",
         rounds: Annotated[int, typer.Option(min=1)] = 5) -> None:
    """Play rounds of games in both ways, and print the ratio of their speeds."""
    plan, ratios = Plan(game, (player, player), games), []
    print("games/s of processes   of a cluster   ratio   seconds before the first game")
    for _ in range(rounds):
        here, soon = measured(finished_games(plan, plan.jobs(plan.pairs), jobs))
        there, late = measured(games_there(plan, plan.jobs(plan.pairs), ray))
        ratios.append(there / here)
        print(f"{here:20.1f} {there:14.1f} {ratios[-1]:7.2f}   {soon:.1f}, {late:.1f}", flush=True)
    print(f"median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    typer.run(main)
