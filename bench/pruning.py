"""What each pruning, extension and ordering of the search is worth, and the fitted weights.

    python -m bench.pruning                     every part in the games where it should matter
    python -m bench.pruning GAME PART           one of them
    python -m bench.pruning GAME PART --nodes 20000 --games 400

A copy of the package is made without the part, and plays against the package as it is: pairs of
games from random openings, so many positions a move.  The Elo is that of the whole search against
the search without the part, so that a positive number says that the part is worth having.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import eckstein
from eckstein import WHITE, Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.lab.arena.openings import openings
from eckstein.lab.arena.statistics import estimate

from .progress import tell

SEED, OPENING_PLIES, MEGABYTES = 7, 6, 8
CHILD = "--child"
SEARCH, ORDER = "search/play/alphabeta.py", "search/play/_ordering.py"
ENGINE, KNOWLEDGE = "engine/searcher.py", "games/{}/knowledge.py"

KILLERS = """\
    memory.history[side + memory.killers[2 * ply]] += sign * KILLER
    memory.history[side + memory.killers[2 * ply + 1]] += sign * SECOND_KILLER
"""
COUNTERS = """\
    memory.history[side + memory.counters[last + 1]] += sign * COUNTER
"""

# Part: the file, what stands there, what stands there without the part, and games it matters in.
PARTS = {
    "reductions": (SEARCH, "    if depth < 3 or number < 3:\n", "    if True:\n",
                   ("contra", "pur", "duell", "echek")),
    "far above beta": (SEARCH, "elif narrow and depth <= SHALLOW and", "elif False and",
                       ("contra", "duell", "echek")),
    "check extension": (SEARCH, "        depth += ply < memory.depth\n", "        pass\n",
                        ("duell",)),
    "single reply": (SEARCH, "    if end == first + 1:\n        depth",
                     "    if False:\n        depth", ("contra", "duell")),
    "quiescence": (SEARCH, "CALM_PLIES = 8 ", "CALM_PLIES = 0 ", ("contra", "ecke", "duell")),
    "answers to checks": (SEARCH, "if left > CALM_PLIES - 2 and", "if False and",
                          ("duell",)),
    "killers": (ORDER, KILLERS, "", ("contra", "duell")),
    "counter moves": (ORDER, COUNTERS, "", ("contra", "duell")),
    "history": (ORDER, "memory.history[place] = old + (gain << 8)", "memory.history[place] = old",
                ("contra", "duell", "echek")),
    "urgent moves": (ORDER, "urgent = urgency(p, move)\n", "urgent = 0\n", ("contra", "duell")),
    "table": (SEARCH, "    data = probe(memory, key, ENTRIES)\n", "    data = 0\n",
              ("contra", "duell")),
    "first windows": (SEARCH, "WINDOW_DEPTH = 5 ", "WINDOW_DEPTH = 500 ", ("contra", "duell")),
    "last best move": (SEARCH, "choice if choice >= 0 else hint", "choice", ("contra", "duell")),
    "fitted weights": (KNOWLEDGE, "    return weigh(p, WEIGHTS)\n", "    return plain(p)\n",
                       ("pur", "contra", "ecke", "duell", "echek")),
    "proofs": (ENGINE, "proofs: bool = True", "proofs: bool = False", ("contra", "duell")),
}
MORE_NODES = {"proofs": 60_000}     # shorter searches do without them


def without(part: str, game: str, folder: Path) -> Path:
    """Make a copy of the package without a part, and return the folder that it lies in."""
    file, old, new, _ = PARTS[part]
    file = file.format(game)
    copy = folder / "src"
    shutil.copytree(Path(eckstein.__file__).parent, copy / "eckstein")
    source = (copy / "eckstein" / file).read_text()
    if source.count(old) != 1:
        raise SystemExit(f"{file} has {source.count(old)} places like {old!r}, and not one")
    (copy / "eckstein" / file).write_text(source.replace(old, new))
    return copy


class Child:
    """A search in a process of its own, in which the package may be another one."""

    def __init__(self, game: str, source: Path) -> None:
        paths = os.pathsep.join([str(source), str(Path(__file__).parents[1])])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.pruning", CHILD, game], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths})

    def tell(self, *words: object) -> None:
        """Tell it to begin `new`, or moves that were made."""
        assert self._process.stdin
        print(*words, file=self._process.stdin, flush=True)

    def choose(self, nodes: int) -> int:
        """Its move."""
        assert self._process.stdout
        self.tell("go", nodes)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def child(game: str) -> None:
    """What such a process does."""
    board = Board(game)
    searcher = Searcher(game, board.options, megabytes=MEGABYTES)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "new":
            board = Board(game)
            searcher.clear()
        elif words[0] == "go":
            print(searcher.best(board, Limits(nodes=int(words[1]))).pv[0], flush=True)
        else:
            for move in words:
                board.push(int(move))
    searcher.close()


def games_won(game: str, children: tuple[Child, Child], opening: tuple[int, ...],
              nodes: int) -> Iterator[float]:
    """The points of the first child in both games from an opening."""
    for first in (0, 1):
        board = Board(game)
        for one in children:
            one.tell("new")
            one.tell(*opening)
        for move in opening:
            board.push(move)
        while not board.is_game_over():
            move = children[(board.turn is not WHITE) ^ first].choose(nodes)
            board.push(move)
            for one in children:
                one.tell(move)
        outcome = board.outcome()
        assert outcome
        yield 0.5 if outcome.winner is None else float((outcome.winner is WHITE) == (first == 0))


def measure(game: str, part: str, nodes: int, games: int) -> str:
    """A line about a match of the search against the search without a part."""
    counts = [0] * 5
    with tempfile.TemporaryDirectory() as folder:
        children = (Child(game, Path(eckstein.__file__).parents[1]),
                    Child(game, without(part, game, Path(folder))))
        found = openings(game, Board(game).options, OPENING_PLIES, SEED)
        for pair in range(games // 2):
            tell(f"{part} in {game}: {2 * pair} of {games} games")
            counts[int(2 * sum(games_won(game, children, next(found), nodes)))] += 1
        for one in children:
            one.close()
    tell()
    told = estimate(counts)
    return (f"{part:20}{game:8}{nodes:>8,} nodes {games:>5} games {told.elo:+z6.0f} Elo "
            f"({told.low:+z.0f} to {told.high:+z.0f})")


def main(game: Annotated[str | None, typer.Argument()] = None,
         part: Annotated[str | None, typer.Argument()] = None,
         nodes: Annotated[int, typer.Option(min=1)] = 5000,
         games: Annotated[int, typer.Option(min=2)] = 200) -> None:
    """Measure."""
    if part is not None and part not in PARTS:
        raise SystemExit(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    for name in PARTS if part is None else [part]:
        for one in PARTS[name][3] if game is None else [game]:
            print(measure(one, name, max(nodes, MORE_NODES.get(name, 0)), games), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        child(sys.argv[2])
    else:
        typer.run(main)
