"""How many positions the search at full width makes to rule a win out, from the usual start.

    python -m bench.width [--contra-size 5]

Nodes do not depend on the machine, so that two versions can be held against each other; seconds do.
One thread, and a table of 1024 megabytes.
"""
import time
from typing import Annotated, Any

import typer

from eckstein import Board
from eckstein.kernel import specialise

from .__main__ import conditions

PLIES = {"pur": 25, "contra": 21, "ecke": 15, "duell": 9, "echek": 9}
SMALL_PLIES = 27            # on smaller boards of Contra
MEGABYTES = 1024


def tell(board: Board, most: int, **own: Any) -> None:
    """Print rows for a game: White's win is asked for two plies more each time."""
    search = specialise("search.bounded", board.game, **own)
    memory, table = search.new_memory(), search.new_table(MEGABYTES)
    search.remember(memory, table, board.options, 0, ())
    memory.limit, depth, total, last, begin = 1 << 60, 0, 0, 0, time.perf_counter()
    for plies in range(1, most + 1, 2):
        search.solve(board._p, memory, plies, 0, depth)
        depth, nodes = int(memory.depth), int(memory.nodes)
        total += nodes
        times = f"{nodes / last:.1f}" if last else ""
        print(f"{board.game:10}{depth:6}{nodes:16,}{times:>8}{total:16,}"
              f"{time.perf_counter() - begin:9.1f}", flush=True)
        last = nodes


def main(contra_size: Annotated[str | None, typer.Option(
        help="only Contra, on a board of this size")] = None) -> None:
    """Print how many nodes each two plies more cost, and how many it was till then."""
    print(conditions())
    print(f"{'game':10}{'plies':>6}{'nodes':>16}{'times':>8}{'in all':>16}{'seconds':>9}")
    if contra_size:
        tell(Board("contra", size=contra_size), SMALL_PLIES, size=contra_size)
        return
    for game, most in PLIES.items():
        tell(Board(game), most)


if __name__ == "__main__":
    typer.run(main)
