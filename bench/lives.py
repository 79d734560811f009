"""The lives of compiled code side by side: how fast each is, as a ratio to code compiled by Numba.

    python -m bench.lives               all games
    python -m bench.lives contra duell  these
"""
import os
import subprocess
import sys

from eckstein import names

from .__main__ import conditions

LIVES = ("jit", "library", "wasm")
ROUNDS = 3
MEASURE = "from bench.lives import measure; measure({game!r})"
PARTS = ("perft", "playouts", "search", "boards")


def measure(game: str) -> None:
    """Print millions a second for each part, in the life that the environment names."""
    from eckstein.engine.limits import Limits
    from eckstein.engine.searcher import Searcher

    from .boards import play
    from .rules import PERFT, PLAYOUTS, count, play_out
    from .searching import DEPTHS
    from .timing import best
    depth = next(depth for name, depth, _ in PERFT if name == game)
    nodes, seconds = count(game, depth, {})
    plies, spent = play_out(game, dict(PLAYOUTS)[game])
    from eckstein import Board
    board = Board(game)
    searcher = Searcher(game, board.options, megabytes=16, proofs=False)
    searcher.warm()

    def search() -> int:
        searcher.clear()
        return searcher.best(board, Limits(depth=DEPTHS[game])).nodes
    searched, thought = best(search)
    searcher.close()
    play(game, compiled=True)
    moves, played = best(lambda: play(game, compiled=True))
    print(nodes / seconds / 1e6, plies / spent / 1e6, searched / thought / 1e6,
          moves / played / 1e6, nodes, searched)


def figures(game: str, life: str) -> list[float]:
    """What `measure` prints, from a process in that life."""
    told = subprocess.run([sys.executable, "-c", MEASURE.format(game=game)], check=True, text=True,
                          capture_output=True, env=os.environ | {"ECKSTEIN_LIFE": life})
    return [float(word) for word in told.stdout.split()]


def main() -> None:
    """Print millions a second, and the ratio to Numba's, the best of some rounds side by side."""
    print(conditions())
    print(f"{'':18}" + "".join(f"{part:>18}" for part in PARTS))
    for game in sys.argv[1:] or names():
        best = {life: [0.0] * len(PARTS) for life in LIVES}
        for _ in range(ROUNDS):
            found = {life: figures(game, life) for life in LIVES}
            if len({tuple(row[-2:]) for row in found.values()}) != 1:
                sys.exit(f"{game}: the lives do not agree in their nodes: {found}")
            best = {life: [max(a, b) for a, b in zip(best[life], found[life], strict=False)]
                    for life in LIVES}
        for life in LIVES:
            row = "".join(f"{value:10.3g} ({value / base:.2f})"
                          for value, base in zip(best[life], best["jit"], strict=True))
            print(f"{game:8}{life:10}{row}", flush=True)


if __name__ == "__main__":
    main()
