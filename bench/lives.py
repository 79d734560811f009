"""The lives of compiled code side by side: how fast each is, as a ratio to machine code from Numba.

    python -m bench.lives               all games
    python -m bench.lives contra duell  these

The WebAssembly modules run under wasmtime and, without Python, under Node (lives.mjs).  Search is
alpha-beta with open windows, depth by depth, one thread, the table in a new state.  Cycles and
instructions a node of the search are printed, too, where the system counts them (not under Node).
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from eckstein import names
from eckstein.kernel.binding import FOLDER

from .__main__ import conditions

LIVES = ("jit", "library", "wasm", "node")
NODE = Path(__file__).with_name("lives.mjs")
MEGABYTES = 16
ROUNDS = 3
MEASURE = "from bench.lives import measure; measure({game!r})"
PARTS = ("perft", "playouts", "search", "boards")       # the more, the better
COUNTS = ("cycles", "instructions")                     # the fewer, the better
NOTHING = float("nan")      # what has not been measured


def measure(game: str) -> None:
    """Print millions a second for each part, in the life that the environment names."""
    from eckstein.kernel.specialise import specialise

    from .boards import play
    from .cycles import CYCLES, INSTRUCTIONS, counter
    from .rules import PLAYOUTS, count, time_playouts
    from .searching import DEPTHS
    from .timing import best
    depth = perft_depth(game)
    nodes, seconds = count(game, depth, {})
    plies, spent = time_playouts(game, dict(PLAYOUTS)[game])
    search = specialise("search.play.alphabeta", game)
    memory, table, p = search.new_memory(), search.new_table(MEGABYTES), search.game.start()
    search.attach(memory, table)
    memory.limit = 1 << 60

    def think() -> int:
        search.forget(memory, table)
        memory.nodes, memory.pv[0] = 0, search.NONE
        search.enter(p, memory, 0, search.NONE, 0, 0)
        for depth in range(1, DEPTHS[game] + 1):
            search.search(p, memory, 0, depth, -search.INFINITE, search.INFINITE, 0)
        return int(memory.nodes)
    searched, thought = best(think)
    clocks = counter(CYCLES), counter(INSTRUCTIONS)
    before = [clock() for clock in clocks]
    think()
    taken = [(clock() - begin) / searched or NOTHING
             for clock, begin in zip(clocks, before, strict=True)]
    play(game, compiled=True)
    moves, played = best(lambda: play(game, compiled=True))
    print(nodes / seconds / 1e6, plies / spent / 1e6, searched / thought / 1e6,
          moves / played / 1e6, *taken, nodes, searched)


def perft_depth(game: str) -> int:
    """How deep moves are counted."""
    from .rules import PERFT
    return next(depth for name, depth, _ in PERFT if name == game)


def figures(game: str, life: str) -> list[float]:
    """What `measure` prints, from a process in that life; under Node only perft and search."""
    if life == "node":
        from .searching import DEPTHS
        told = subprocess.run(["node", str(NODE), str(FOLDER), game, str(perft_depth(game)),
                               str(DEPTHS[game]), str(MEGABYTES)], check=True, text=True,
                              capture_output=True)
        perft, search, *nodes = (float(word) for word in told.stdout.split())
        return [perft, NOTHING, search, NOTHING, NOTHING, NOTHING, *nodes]
    told = subprocess.run([sys.executable, "-c", MEASURE.format(game=game)], check=True, text=True,
                          capture_output=True, env=os.environ | {"ECKSTEIN_LIFE": life})
    return [float(word) for word in told.stdout.split()]


def main() -> None:
    """Print millions a second and what a node takes, with ratios to Numba's; the best of rounds."""
    print(conditions())
    print(f"{'':18}" + "".join(f"{part:>18}" for part in PARTS + COUNTS))
    lives = LIVES if shutil.which("node") else LIVES[:-1]
    for game in sys.argv[1:] or names():
        rows = {life: list[list[float]]() for life in lives}
        for _ in range(ROUNDS):
            found = {life: figures(game, life) for life in lives}
            if len({tuple(row[-2:]) for row in found.values()}) != 1:
                sys.exit(f"{game}: the lives do not agree in their nodes: {found}")
            for life, row in found.items():
                rows[life].append(row[:-2])
        best = {life: [(max if part in PARTS else min)(values) for part, values
                       in zip(PARTS + COUNTS, zip(*rows[life], strict=True), strict=True)]
                for life in lives}
        for life in lives:
            row = "".join(f"{value:10.4g} ({value / base:.2f})"
                          for value, base in zip(best[life], best["jit"], strict=True))
            print(f"{game:8}{life:10}{row}", flush=True)


if __name__ == "__main__":
    main()
