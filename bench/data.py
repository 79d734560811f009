"""How large data of games is, and how fast it is written, read, checked and replayed."""
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from eckstein import names
from eckstein.lab.data import Games, Recorder, check, positions, read_games, write_games
from eckstein.lab.data.parquet import read_parquet, write_parquet
from eckstein.lab.learning import BatchGame

from .timing import best

GAMES, PLIES = 5_000, 400
TEXTS = 100                 # games with moves as texts
BATCH = 1024
WAYS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("in order", {"shuffle": False}), ("shuffled", {"seed": 1}),
    ("bits", {"seed": 1, "masks": "bits"}), ("a tenth", {"seed": 1, "share": 0.1}))


def games_of(game: str) -> Games:
    """Random games, with a value for each move."""
    batch = BatchGame(game, GAMES, seed=1, autoreset="off", observe=False, masks=None,
                      max_plies=PLIES)
    recorder, chance = Recorder(batch), np.random.default_rng(1)
    while len(recorder) < GAMES:
        recorder.step(batch.sample(), chance.normal(0, 200, GAMES).astype(np.int16))
    found = recorder.take()
    assert found
    return found


def rate(moves: int, work: Callable[[], object]) -> float:
    """Millions of moves a second of the processor's time."""
    _, seconds = best(work)
    return moves / seconds / 1e6


def emptied(batches: Iterator[object]) -> None:
    """Take all batches, and keep none."""
    for _ in batches:
        pass


def main() -> None:
    """Print a table for files, and one for positions."""
    with tempfile.TemporaryDirectory() as folder:
        path, table = Path(folder, "a.games"), Path(folder, "a.parquet")
        data = {game: games_of(game) for game in names()}
        print(f"{GAMES:,} random games; bytes a move, and million moves a second")
        print(f"{'':8}" + "".join(f"{name:>14}" for name in (
            "plies a game", "bytes", "no values", "Parquet", "write", "read", "check", "Parquet in",
            "with texts")))
        for game, games in data.items():
            bare = replace(games, values=None)
            sizes = [write_games(path, bare, "") / games.moves]
            sizes = [write_games(path, games, "") / games.moves, *sizes]
            write_parquet(table, games, "", texts=False)
            sizes.append(os.path.getsize(table) / games.moves)
            few = games.select(np.arange(TEXTS))
            rates = [rate(games.moves, work) for work in (
                lambda games=games: write_games(path, games, ""), lambda: read_games(path),
                lambda games=games: check(games), lambda: read_parquet(table))]
            rates.append(rate(few.moves, lambda few=few: write_parquet(table, few, "")))
            print(f"{game:8}{games.moves / GAMES:14.0f}"
                  + "".join(f"{one:14.2f}" for one in sizes)
                  + "".join(f"{one:14.3f}" for one in rates), flush=True)
        print(f"\npositions in batches of {BATCH:,}, with masks: million a second")
        print(f"{'':8}" + "".join(f"{name:>14}" for name, _ in WAYS))
        for game, games in data.items():
            rates = [rate(games.moves, lambda games=games, more=more: emptied(
                positions(games, BATCH, unfinished=True, **more))) for _, more in WAYS]
            print(f"{game:8}" + "".join(f"{one:14.3f}" for one in rates), flush=True)


if __name__ == "__main__":
    main()
