"""How many positions the search at full width makes to rule a win out, from the usual start.

    python -m bench.width [--contra-size 5] [--threads 2]

Nodes of one thread do not depend on the machine, so that two versions can be held against each
other; seconds do.  The table has 1024 megabytes.
"""
import time
from typing import Annotated, Any

import typer

from eckstein import Board
from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs.full_width import FullWidth

from .__main__ import conditions

PLIES = {"pur": 25, "contra": 21, "ecke": 15, "duell": 9, "echek": 9}
SMALL_PLIES = 27            # on smaller boards of Contra
MEGABYTES = 1024


def tell(board: Board, most: int, threads: int, **own: Any) -> None:
    """Print rows for a game: White's win is asked for two plies more each time."""
    search = specialise("search.play.bounded", board.game, **own)
    solver = FullWidth(search, board, 0, MEGABYTES, threads)
    depth = last = total = 0
    begin = time.perf_counter()
    for plies in range(1, most + 1, 2):
        solver.solve(plies, depth=depth)
        depth, nodes = int(solver.memory.depth), solver.team.nodes - total
        total += nodes
        times = f"{nodes / last:.1f}" if last else ""
        print(f"{board.game:10}{depth:6}{nodes:16,}{times:>8}{total:16,}"
              f"{time.perf_counter() - begin:9.1f}", flush=True)
        last = nodes


def main(contra_size: Annotated[str | None, typer.Option(
        help="only Contra, on a board of this size")] = None,
         threads: Annotated[int, typer.Option(help="how many search together")] = 1) -> None:
    """Print how many nodes each two plies more cost, and how many it was till then."""
    print(conditions())
    print(f"{'game':10}{'plies':>6}{'nodes':>16}{'times':>8}{'in all':>16}{'seconds':>9}")
    if contra_size:
        tell(Board("contra", size=contra_size), SMALL_PLIES, threads, size=contra_size)
        return
    for game, most in PLIES.items():
        tell(Board(game), most, threads)


if __name__ == "__main__":
    typer.run(main)
