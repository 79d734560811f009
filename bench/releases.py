"""How strong today's program is beside earlier ones, at equal time.

    python -m bench.releases GAME COMMIT... [--games N] [--time S]

Each commit is laid out in build/releases and set up there as its own Makefile does, which takes
some minutes the first time.  Both programs speak the protocol, each in a process of its own, in one
thread and without books.  What is printed last is a graph of all of them.
"""
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from eckstein.lab.arena.pace import Pace
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.statistics import Estimate

from .matches import standing_of

ROOT = Path(__file__).parent.parent
STEP = 10                   # Elo of a column of the graph


def release(commit: str) -> Path:
    """The program of a commit, set up; returns its Python."""
    name = subprocess.run(["git", "rev-parse", "--short=8", f"{commit}^{{commit}}"], cwd=ROOT,
                          check=True, capture_output=True, text=True).stdout.strip()
    folder = ROOT / "build" / "releases" / name
    if not (folder / "set-up").exists():
        folder.mkdir(parents=True, exist_ok=True)
        with subprocess.Popen(["git", "archive", name], cwd=ROOT, stdout=subprocess.PIPE) as packed:
            subprocess.run(["tar", "-x", "-C", folder], stdin=packed.stdout, check=True)
        subprocess.run(["make", ".venv/ready", "libraries"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        (folder / "set-up").touch()
    return folder / ".venv" / "bin" / "python"


def against(game: str, python: Path, games: int, seconds: float) -> Estimate:
    """How much stronger today's program is."""
    players = [f"cmd:{shlex.quote(str(one))} -m eckstein engine" for one in (sys.executable,
                                                                            python)]
    plan = Plan(game, tuple(players), games, seed=3, opening_plies=6, pace=Pace(time=seconds))
    standing, late = standing_of(plan, 1, game)
    print(f"{game}: +{standing.wins} ={standing.draws} -{standing.losses}, {late} lost by time",
          flush=True)
    return standing.estimate()


def main(game: str, commits: list[str], games: Annotated[int, typer.Option(min=2)] = 400,
         seconds: Annotated[float, typer.Option("--time", min=0.001)] = 0.1) -> None:
    """Play and print."""
    rows = []
    for commit in commits:
        found = against(game, release(commit), games, seconds)
        rows.append((commit, found))
        print(f"{game} against {commit}, {games} games, {seconds:g} s a move: {found.elo:+.0f} Elo "
              f"({found.low:+.0f} to {found.high:+.0f})", flush=True)
    lowest = min(0, *(-round(found.elo / STEP) for _, found in rows))
    for commit, found in [*rows, ("now", None)]:
        place = (0 if found is None else -round(found.elo / STEP)) - lowest
        print(f"{commit:>10} {'.' * place}o")


if __name__ == "__main__":
    typer.run(main)
