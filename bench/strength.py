"""How strong full strength and the levels are, measured by matches from random openings.

    python -m bench.strength full [GAME...]     0.1 s a move, with and without nets, against others
    python -m bench.strength ladder [GAME...]   each level against the one below it
    python -m bench.strength outside [GAME...]  each level against players of other kinds

A match that was interrupted continues where it stopped.  Levels below 10 are limited by positions,
so the load of the machine does not affect them.  With `--ray` the machines of a cluster play.
"""
import json
import subprocess
import sys
from typing import Annotated, Any

import typer

from eckstein import names

FULL = "alphabeta:time=0.1"
WEIGHTS = f"{FULL},net=off"
PLAIN = ("greedy", "plain:depth=3", "flat:playouts=1000", "mcts:time=0.1")
ALSO = {"duell": ("plain:depth=4,quiesce=1",)}
OUTSIDERS = ("greedy", "plain:depth=2", "plain:depth=3", "plain:depth=4", "flat:playouts=1000")
BELOW_FULL = range(1, 10)
OPENING_PLIES, SEED = 6, 29
MARGIN = 1                  # seconds that a move may take longer, for the machine is busy

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="all if left out")]
Ray = Annotated[str | None, typer.Option(help="a cluster, as `eckstein match --ray` takes it")]
app = typer.Typer(help=__doc__, add_completion=False)


def match(game: str, one: str, other: str, games: int, ray: str | None) -> dict[str, Any]:
    """The result of a match as `eckstein match --json` prints it."""
    told = subprocess.run(
        [sys.executable, "-m", "eckstein", "match", game, one, other, "--games", str(games),
         "--opening-plies", str(OPENING_PLIES), "--seed", str(SEED), "--margin", str(MARGIN),
         "--json", *(["--ray", ray] if ray else [])], check=True, capture_output=True, text=True)
    result: dict[str, Any] = json.loads(told.stdout.strip().splitlines()[-1])
    return result


def line(game: str, one: str, other: str, games: int, ray: str | None) -> None:
    """Play a match, and print it as a row of a table."""
    told = match(game, one, other, games, ray)
    elo, low, high = ("" if told["estimate"][name] is None else f"{told['estimate'][name]:+.0f}"
                      for name in ("elo", "low", "high"))
    print(f"| {game} | `{one}` | `{other}` | {told['wins']} / {told['draws']} / {told['losses']} | "
          f"{elo} ({low}, {high}) |", flush=True)


@app.command()
def full(games: Games = None, count: Annotated[int, typer.Option("--games", min=2)] = 100,
         ray: Ray = None) -> None:
    """Full strength, with a net and without, against players of other kinds."""
    for game in games or names():
        for other in (*PLAIN, *ALSO.get(game, ())):
            for one in FULL, WEIGHTS:
                line(game, one, other, count, ray)


@app.command()
def ladder(games: Games = None, count: Annotated[int, typer.Option("--games", min=2)] = 40,
           ray: Ray = None) -> None:
    """Each level against the one below it; the highest has 0.1 s a move."""
    for game in games or names():
        for level in BELOW_FULL:
            upper = f"level:{level + 1}" if level + 1 in BELOW_FULL else FULL
            line(game, upper, f"level:{level}", count, ray)


@app.command()
def outside(games: Games = None,
            count: Annotated[int, typer.Option("--games", min=2)] = 20,
            ray: Ray = None) -> None:
    """The points of each level against players of other kinds, which never change."""
    for game in games or names():
        print(f"| {game}, of {count} | " + " | ".join(f"`{text}`" for text in OUTSIDERS) + " |")
        print("|-" * (len(OUTSIDERS) + 1) + "|")
        for level in BELOW_FULL:
            found = (match(game, f"level:{level}", other, count, ray) for other in OUTSIDERS)
            points = (told["wins"] + told["draws"] / 2 for told in found)
            print(f"| {level} | " + " | ".join(f"{one:g}" for one in points) + " |", flush=True)
        print()


if __name__ == "__main__":
    app()
