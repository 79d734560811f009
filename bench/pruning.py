"""What each pruning, extension and ordering of the search is worth, and the fitted weights.

    python -m bench.pruning                     every part in the games where it should matter
    python -m bench.pruning GAME PART           one of them
    python -m bench.pruning GAME PART --nodes 20000 --games 400

A copy of the package is made without the part, and plays against the package as it is: pairs of
games from random openings, so many positions a move.  The Elo is that of the whole search against
the search without the part, so that a positive number says that the part is worth having.
"""
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

import eckstein
from eckstein import Board
from eckstein.engine.apart import Apart
from eckstein.lab.arena.match import Standing
from eckstein.lab.arena.pace import Pace
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.playing import Finished, play

from .progress import tell

SEED, OPENING_PLIES, MEGABYTES = 7, 6, 8
SEARCH, ORDER = "search/play/alphabeta.py", "search/play/_ordering.py"
ENGINE, KNOWLEDGE = "engine/searcher.py", "games/{}/knowledge.py"

KILLERS = """\
    if memory.killers[2 * ply] >= 0:
        memory.history[side + memory.killers[2 * ply]] += sign * KILLER
    if memory.killers[2 * ply + 1] >= 0:
        memory.history[side + memory.killers[2 * ply + 1]] += sign * SECOND_KILLER
"""
COUNTERS = """\
    memory.history[side + memory.counters[last + 1]] += sign * COUNTER
"""

# Part: the file, what stands there, what stands there without the part, and games it matters in.
PARTS = {
    "reductions": (SEARCH, "    if depth < 3 or number < 3:\n", "    if True:\n",
                   ("contra", "pur", "duell", "echek")),
    "far above beta": (SEARCH, "if not pressed and narrow and depth <= SHALLOW and", "if False and",
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


def measure(game: str, part: str, nodes: int, games: int) -> str:
    """A line about a match of the search against the search without a part."""
    plan = Plan(game, ("cmd:with it", "cmd:without"), games, seed=SEED,
                opening_plies=OPENING_PLIES, pace=Pace(nodes=nodes))
    board, played = Board(game), list[Finished]()
    with tempfile.TemporaryDirectory() as folder:
        players = [searching(board, source) for source in (
            Path(eckstein.__file__).parents[1], without(part, game, Path(folder)))]
        for job in plan.jobs(plan.pairs):
            tell(f"{part} in {game}: {len(played)} of {games} games")
            played.append(play(plan, job, (players[job.white], players[job.black])))
            if played[-1].fault:
                raise SystemExit(played[-1].fault)
        for player in players:
            player.close()
    tell()
    told = Standing.of(played).estimate()
    return (f"{part:20}{game:8}{nodes:>8,} nodes {games:>5} games {told.elo:+z6.0f} Elo "
            f"({told.low:+z.0f} to {told.high:+z.0f})")


def searching(board: Board, source: Path) -> Apart:
    """An engine in a process of its own, of the package in a folder."""
    command = ["env", f"PYTHONPATH={source}", sys.executable, "-m", "eckstein", "engine"]
    player = Apart(board, str(source), command, {"Hash": MEGABYTES, "Tables": False}, None)
    player.warm()
    return player


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
    typer.run(main)
