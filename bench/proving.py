"""Proof-number search: nodes a second, in a position that it does not decide."""
import random
import time

from eckstein import Board, names
from eckstein.kernel.specialise import specialise
from eckstein.lab.arena.openings import random_board

PLIES, SEED, NODES, MEGABYTES, ROUNDS = 20, 5, 2_000_000, 64, 3


def main() -> None:
    """Print positions and millions of them a second of processor time; few tell little."""
    print(f"{'proofs':16}{'nodes':>12}{'million/s':>12}")
    for game in names():
        search = specialise("search.play.proof", game)
        search.warm()
        p = tuple(random_board(Board(game), PLIES, random.Random(SEED)).state)
        fastest, nodes = 0.0, 0
        for _ in range(ROUNDS):
            memory, table = search.new_memory(), search.new_table(MEGABYTES)
            begin = time.process_time()
            _, nodes = search.prove(p, memory, table, NODES)
            fastest = max(fastest, nodes / (time.process_time() - begin) / 1e6)
        print(f"{game:16}{nodes:12,}{fastest:12.1f}", flush=True)
