"""Alpha-beta: nodes a second with the plain and the fitted evaluation, and what a second thread is
worth."""
import os
import subprocess
import sys
import tempfile
import time
from itertools import islice

from eckstein import Board, names
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.lab.arena.openings import openings

from .progress import tell

DEPTHS = {"contra": 16, "duell": 11, "ecke": 12, "echek": 10, "pur": 12}       # about a second
SHARED = {"contra": 16, "duell": 9, "ecke": 11, "echek": 9, "pur": 11}  # in several positions
ROUNDS = 3
MEGABYTES, IN_CACHE = 64, 1     # of table: so many, and so few that the processor keeps them near
OPENINGS, OPENING_PLIES, SEED = 5, 4, 3


def speed(game: str, megabytes: int) -> float:
    """Millions of nodes a second of processor time, over the first depths from the start."""
    board = Board(game)
    searcher = Searcher(game, board.options, megabytes=megabytes, proofs=False)
    searcher.warm()
    fastest = 0.0
    for _ in range(ROUNDS):
        searcher.clear()
        begin = time.process_time()
        nodes = searcher.best(board, Limits(depth=DEPTHS[game])).nodes
        fastest = max(fastest, nodes / (time.process_time() - begin) / 1e6)
    searcher.close()
    return fastest


def with_plain_evaluation(game: str) -> list[float]:
    """The same with `plain` in the place of `evaluate`, in a process with a cache of its own."""
    program = ("from eckstein.kernel.specialise import specialise;"
               f"k = specialise('kernel', {game!r});"
               "k.knowledge.evaluate = k.knowledge.plain;"
               f"from bench.searching import speed; print(speed({game!r}, {MEGABYTES}));"
               f"print(speed({game!r}, {IN_CACHE}))")
    with tempfile.TemporaryDirectory() as cache:
        told = subprocess.run(
            [sys.executable, "-c", program], check=True, text=True, capture_output=True,
            env=os.environ | {"ECKSTEIN_CACHE": cache, "ECKSTEIN_LIFE": "jit"})
    return [float(line) for line in told.stdout.splitlines()]


def boards(game: str) -> list[Board]:
    """The start and some random openings: how threads share a single tree is a matter of luck."""
    found = []
    for opening in islice(openings(game, Board(game).options, OPENING_PLIES, SEED), OPENINGS):
        found.append(Board(game))
        for move in opening:
            found[-1].push(move)
    return [Board(game), *found]


def seconds_to_depth(game: str, threads: int) -> float:
    """The wall time of searches to a depth from several positions, each the best of some."""
    searcher = Searcher(game, Board(game).options, threads=threads, megabytes=MEGABYTES,
                        proofs=False)
    searcher.warm()
    total = 0.0
    for board in boards(game):
        fastest = float("inf")
        for _ in range(ROUNDS):
            searcher.clear()
            begin = time.perf_counter()
            searcher.best(board, Limits(depth=SHARED[game]))
            fastest = min(fastest, time.perf_counter() - begin)
        total += fastest
    searcher.close()
    return total


def main() -> None:
    """Print millions of nodes a second, and how much sooner two threads reach a depth."""
    print(f"{'million nodes/s':16}plain, {MEGABYTES} MB  plain, {IN_CACHE} MB  "
          f"fitted, {MEGABYTES} MB  two threads are sooner by")
    for game in names():
        tell(f"{game}: sooner with two threads?")
        one, two = seconds_to_depth(game, 1), seconds_to_depth(game, 2)
        tell(f"{game}: the plain evaluation, which is compiled anew")
        far, near = with_plain_evaluation(game)
        tell(f"{game}: the fitted evaluation")
        fitted = speed(game, MEGABYTES)
        tell()
        print(f"{game:16}{far:12.1f}{near:13.1f}{fitted:15.1f}{one / two:27.2f}", flush=True)
