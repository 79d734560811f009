"""How soon the opening tree of public games answers.

    python -m bench.exploring                       # 100,000 games
    python -m bench.exploring --games 1000000

It fills a database of SQLite with the rows of so many made-up games, a few moves more often than
others, and asks for positions that occurred in them, with filters and without.
"""
from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import sqlalchemy as sa

from eckstein.server.database.store import Store
from eckstein.server.database.tables import explored_games, players, public_games
from eckstein.server.game.opening import PLIES
from eckstein.server.parts.explore.public_games import Filter
from eckstein.server.parts.explore.store import ADD, FIGURES, PublicGames
from eckstein.server.serving.serving import database_url

MOVES = [f"a{number}b{number}" for number in range(25)]
WEIGHTS = [1 / (1 + number) for number in range(len(MOVES))]
SPEEDS = ("bullet", "blitz", "rapid", "classical", "days")
ENDS = ("white", "drawn", "black")
AT_ONCE = 5000              # games in one transaction
ASKED = 300


def keys_of(moves: list[str]) -> list[int]:
    """The positions of a game, which follow from the moves before."""
    return [hash((7, *moves[:ply])) for ply in range(len(moves))]


async def fill(store: Store, games: int, chance: random.Random) -> None:
    """Write the rows of so many games."""
    engine = store.engine
    for first in range(0, games, AT_ONCE):
        cells: dict[tuple[int, str, int, str], list[int]] = defaultdict(lambda: [0] * 5)
        made, known, seats = [], [], []
        for number in range(first, min(first + AT_ONCE, games)):
            speed, points = chance.choice(SPEEDS), round(chance.gauss(1500, 250))
            band, winner, game = points // 200 * 200, chance.choice(ENDS), f"g{number}"
            moves = chance.choices(MOVES, WEIGHTS, k=PLIES)
            known.append({"game": game, "winner": winner, "points": points})
            seats += [{"game": game, "colour": colour, "who": f"account:{number % 1000}",
                       "rules": "contra", "began": number, "ended": number, "outcome": "drawn",
                       "speed": speed, "rated": True, "agreed": True, "points": float(points)}
                      for colour in ("white", "black")]
            for position, move in zip(keys_of(moves), moves, strict=True):
                made.append({"position": position, "speed": speed, "band": band,
                             "ended": number, "game": game, "move": move})
                figures = cells[position, speed, band, move]
                for place, more in ((ENDS.index(winner), 1), (3, 1), (4, points)):
                    figures[place] += more
        async with engine.begin() as connection:
            await connection.execute(sa.insert(players), seats)
            await connection.execute(sa.insert(public_games), known)
            await connection.execute(sa.insert(explored_games), made)
            await connection.execute(ADD, [
                dict(zip(("position", "speed", "band", "move", *FIGURES), (*cell, *figures),
                         strict=True)) for cell, figures in cells.items()])


async def run(folder: Path, games: int) -> None:
    """Fill a database, and tell how soon it answers."""
    chance = random.Random(1)
    store = Store(database_url(str(folder / "games.sqlite")))
    await store.open()
    try:
        begin = time.perf_counter()
        await fill(store, games, chance)
        size = (folder / "games.sqlite").stat().st_size
        print(f"{games:,} games in {time.perf_counter() - begin:.0f} s, {size / 1e6:,.0f} MB")
        filters = {"all": Filter(), "rapid": Filter(["rapid"]),
                   "from 1800 up": Filter(least=1800),
                   "blitz, below 1400": Filter(["blitz"], 0, 1400)}
        for name, of in filters.items():
            for plies, what in ((0, "the start"), (PLIES, "any position")):
                took = []
                for _ in range(ASKED if plies else 20):
                    moves = chance.choices(MOVES, WEIGHTS, k=PLIES)
                    position = keys_of(moves)[chance.randrange(plies) if plies else 0]
                    begin = time.perf_counter()
                    await PublicGames(store.engine).played(position, of)
                    await PublicGames(store.engine).last(position, of)
                    took.append(1000 * (time.perf_counter() - begin))
                took.sort()
                print(f"{name}, {what}: {statistics.median(took):.1f} ms in the middle, "
                      f"{took[int(0.99 * len(took))]:.1f} ms at 99 %")
    finally:
        await store.close()


def main() -> None:
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder), given.games))


if __name__ == "__main__":
    main()
