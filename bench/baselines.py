"""Baselines of the benchmark: players of all kinds, held against what is known exactly.

    python -m bench.baselines [GAME...] [--player PLAYER] [--stratum S] [--positions N] [--games N]
                              [--folder F]

Each row is what `eckstein benchmark GAME --player PLAYER` says.  `--folder` keeps its files, and
what is there is not measured again.  Players are limited by positions, so the load of the machine
does not affect them.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from eckstein import names

from .progress import tell

# Players that look positions up in tables of endings know what they are asked, so these do not.
PLAYERS = ("random", "greedy", "level:1", "level:3", "level:5", "level:7",
           "mcts:nodes=1000,tables=off", "mcts:nodes=1000,tables=off,net=on,policy=on",
           "alphabeta:nodes=1000,tables=off,hash=1,net=off",
           "alphabeta:nodes=1000,tables=off,hash=1", "alphabeta:nodes=10000,tables=off,hash=1")
FIGURES = (("kept", "value kept", 3), ("won", "won from won", 3), ("regret", "regret in plies", 2))


def measured(game: str, player: str, strata: list[str], positions: int, games: int, folder: Path
             ) -> dict[str, Any]:
    """What the command says of a player, in some strata or, if there are none, in all."""
    name = " ".join([game, player, *strata, str(positions), str(games)])
    path = folder / f"{re.sub('[^A-Za-z0-9=, ]+', '-', name)}.json"
    if not path.exists():
        subprocess.run([sys.executable, "-m", "eckstein", "benchmark", game, "--player", player,
                        *(word for one in strata for word in ("--stratum", one)),
                        "--positions", str(positions), "--games", str(games), "--json", str(path)],
                       check=True, stdout=subprocess.DEVNULL)
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def cell(one: dict[str, Any] | None, digits: int) -> str:
    """A figure with its bounds."""
    if one is None:
        return ""
    return f"{one['mean']:.{digits}f} ({one['low']:.{digits}f} to {one['high']:.{digits}f})"


def show(title: str, rows: dict[str, list[str]], columns: list[str]) -> None:
    """Print a table of players."""
    print(f"\n| {title} | " + " | ".join(columns) + " |\n" + "|-" * (len(columns) + 1) + "|")
    for player, cells in rows.items():
        print(f"| `{player}` | " + " | ".join(cells) + " |")


def main(games: Annotated[list[str] | None, typer.Argument(help="all if left out")] = None,
         player: Annotated[list[str] | None, typer.Option(help="instead of the usual ones")] = None,
         stratum: Annotated[list[str] | None, typer.Option(help="all if left out")] = None,
         positions: Annotated[int, typer.Option(min=1)] = 500,
         count: Annotated[int, typer.Option("--games", min=1)] = 100,
         folder: Annotated[Path | None, typer.Option(help="where files are kept")] = None) -> None:
    """Measure the players, and print tables for each game."""
    with tempfile.TemporaryDirectory() as place:
        home = folder or Path(place)
        home.mkdir(parents=True, exist_ok=True)
        for game in games or names():
            found = {}
            for one in player or PLAYERS:
                tell(f"{game}: {one}")
                found[one] = measured(game, one, stratum or [], positions, count, home)
            tell()
            _show_all(game, found)


def _show_all(game: str, found: dict[str, dict[str, Any]]) -> None:
    first = next(iter(found.values()))
    strata = [one["stratum"] for one in first["strata"]]
    print(f"\n{game}, positions {first['digest'][:12]}, version {first['engine']}")
    told = {player: {one["stratum"]: one for one in result["strata"]}
            for player, result in found.items()}
    for name, title, digits in FIGURES:
        columns = [one for one in strata if any(rows.get(one, {}).get(name)
                                                for rows in told.values())]
        if columns:
            show(title, {player: [cell(rows[one][name] if one in rows else None, digits)
                                  for one in columns] for player, rows in told.items()}, columns)
    boards = [one for one in strata if any(rows.get(one, {}).get("exploited")
                                           for rows in told.values())]
    if boards:
        show("NashConv", {player: [_lost(rows.get(one)) for one in boards]
                          for player, rows in told.items()}, boards)


def _lost(one: dict[str, Any] | None) -> str:
    lost = one and one["exploited"]
    return "" if not lost else (f"{abs(lost['nashconv']):.3f} ({abs(lost['as_white']):.3f} + "
                                f"{abs(lost['as_black']):.3f})")


if __name__ == "__main__":
    typer.run(main)
