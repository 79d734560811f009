"""Strength: full strength at 0.1 s a move against plain opponents.

    python -m bench strength [GAMES]

Matches are kept, and go on where they were when the command is given again.
"""
import json
import subprocess
import sys
from typing import Any

from eckstein import names

FULL = "engine:time=0.1"
OPPONENTS = ("greedy", "plain:depth=3", "flat:playouts=1000")
DUELL = "plain:depth=4,quiesce=1"


def match(game: str, one: str, other: str, games: int) -> dict[str, Any]:
    """The result of a match as `eckstein match --json` tells it."""
    told = subprocess.run(
        [sys.executable, "-m", "eckstein", "match", game, one, other, "--games", str(games),
         "--concurrency", "1", "--seed", "13", "--margin", "1", "--json"],    # the machine is busy
        check=True, capture_output=True, text=True)
    return json.loads(told.stdout.strip().splitlines()[-1])


def table(pairs: list[tuple[str, str, str]], games: int) -> None:
    """Print a line for each match."""
    print(f"{'game':8}{'one':22}{'other':26}{'won':>5}{'drawn':>7}{'lost':>6}{'Elo':>8}")
    for game, one, other in pairs:
        told = match(game, one, other, games)
        elo = told["estimate"]["elo"]
        shown = "-" if elo is None else f"{elo:+.0f}"
        print(f"{game:8}{one:22}{other:26}{told['wins']:5}{told['draws']:7}{told['losses']:6}{shown:>8}",
              flush=True)


def main(games: int = 100) -> None:
    """Full strength against plain opponents."""
    table([*((game, FULL, other) for game in names() for other in OPPONENTS),
           ("duell", FULL, DUELL)], games)
