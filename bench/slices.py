"""What it costs to search in slices, as in browsers: positions up to a depth, against one search.

    python -m bench.slices [SEED...]

Both search the same positions, some plies from the start by random moves, with a table of 16 MB
and without proofs.  In place of time the positions looked at are counted, at five million a
second, so that the figures are the same on any machine.  Trees differ by luck, from half to double.
"""
import math
import random
import sys
import time
from types import SimpleNamespace

from eckstein import Board
from eckstein.base import threads
from eckstein.engine import searcher, slices
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.lab.arena.openings import random_board

DEPTHS = {"pur": 13, "contra": 18, "ecke": 15, "duell": 10, "echek": 12}
SPEED = 5_000_000           # positions a second
OPENING = 6                 # plies, and as many more as the seed is
SEEDS = range(4)
HAS_THREADS = threads.has_threads


def nodes(board: Board, depth: int, sliced: bool) -> int:
    """Positions looked at until a depth is finished, or the game decided."""
    threads.has_threads = (lambda: False) if sliced else HAS_THREADS
    search = Searcher(board.game, board.options, megabytes=16, proofs=False)
    search.warm()

    def clock() -> float:
        return search._nodes() / SPEED

    searcher.time = slices.time = (SimpleNamespace(perf_counter=clock) if sliced else time)
    limits = Limits(infinite=True) if sliced else Limits(depth=depth)
    try:
        for lines in search.analyse(board, limits):
            if lines[0].depth >= depth or lines[0].mate:
                return lines[0].nodes
        return search._nodes()
    finally:
        search.close()


def main() -> None:
    """Print the ratios of each game, and their geometric mean."""
    seeds = [int(word) for word in sys.argv[1:]] or SEEDS
    for game, depth in DEPTHS.items():
        ratios = []
        for seed in seeds:
            board = random_board(Board(game), OPENING + seed, random.Random(seed))
            whole = nodes(board, depth, sliced=False)
            if whole:                       # else a short mate is found without a search
                ratios.append(nodes(board, depth, sliced=True) / whole)
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{game:8}depth {depth:2}  {'  '.join(f'{ratio:.2f}' for ratio in ratios)}"
              f"   mean {mean:.2f}", flush=True)


if __name__ == "__main__":
    main()
