"""Clubs and arenas of simulated players: who waits, who meets whom again, how colours fall.

`python -m bench.pairing` prints a table for clubs of 3 to 31 players over eight rounds, and one for
arenas of 6 to 200 players over an hour.  Strengths are normal, results follow from them, and games
of an arena take three to ten minutes.
"""
from __future__ import annotations

import heapq
import random
import statistics
import time
from collections import Counter, defaultdict
from typing import Annotated

import typer

from eckstein.server.parts.tournaments.rules.folding import after
from eckstein.server.parts.tournaments.rules.matching import Memory
from eckstein.server.parts.tournaments.rules.pairing import Paired, is_due, pair
from eckstein.server.parts.tournaments.rules.records import Game, Player, Settings
from eckstein.server.parts.tournaments.rules.state import ARENA_PATIENCE, ARENA_WAITS, Tournament
from eckstein.server.store.tournaments import TournamentEvent
from eckstein.wire.http_games import NewClock

CLUBS = 3, 4, 5, 6, 7, 9, 11, 15, 20, 23, 30, 31
ARENAS = 6, 7, 12, 25, 60, 200
ROUNDS = 8
HOUR = 3_600_000


class Field:
    """A tournament of players with strengths."""

    def __init__(self, kind: str, players: int, chance: random.Random) -> None:
        self.chance = chance
        self.strength = [chance.gauss(1500, 200) for _ in range(players)]
        self.state = Tournament(
            "t", Settings("Cup", kind, "contra", {}, NewClock("fischer", 300, 0), minutes=60),
            "guest:o", "O", 0, phase="running", begun=1, freed=int(kind == "arena"), players=tuple(
                Player(number, f"guest:{number}", "", round(strength))
                for number, strength in enumerate(self.strength, 1)))

    def happen(self, kind: str, at: int, **data: object) -> None:
        """Something happens."""
        self.state = after(self.state, TournamentEvent("t", self.state.seq + 1, kind, data, at))

    def begin(self, found: Paired, at: int) -> list[Game]:
        """Begin what is paired; returns the games."""
        self.happen("round", at, byes=[], out=found.out, games=[
            (f"g{self.state.seq}.{number}", *one) for number, one in enumerate(found.games)])
        return list(self.state.rounds[-1].games)

    def outcome(self, game: Game) -> str:
        """How a game ends."""
        gap = self.strength[game.black - 1] - self.strength[game.white - 1]
        score = 1 / (1 + 10 ** (gap / 400))
        return self.chance.choices(["white", "drawn", "black"],
                                   [max(0.0, score - 0.1), 0.2, max(0.0, 0.9 - score)])[0]

    def repeats(self) -> float:
        """Which part of the games was with the same opponent as the one before."""
        last, again, games = dict[int, int](), 0, 0
        for one in self.state.rounds:
            for game in one.games:
                again += last.get(game.white) == game.black and last.get(game.black) == game.white
                games += 1
                last |= {game.white: game.black, game.black: game.white}
        return again / games


def club(players: int, seed: int) -> tuple[float, float, float, float, float]:
    """Of eight rounds: how many the unluckiest sits out, which part of games repeats the last one,
    how many opponents each has met, which part is off in colours, milliseconds a round."""
    field = Field("club", players, random.Random(seed))
    out, met, took = Counter[int](), defaultdict[int, set[int]](set), []
    for turn in range(1, ROUNDS + 1):
        begin = time.perf_counter()
        found = pair(field.state, turn)
        took.append(1000 * (time.perf_counter() - begin))
        out.update(found.out)
        games = field.begin(found, 10 * turn)
        field.happen("result", 10 * turn + 5, games=[(one.id, field.outcome(one), True)
                                                     for one in games])
        for one in games:
            met[one.white].add(one.black)
            met[one.black].add(one.white)
    whites = Memory(field.state.rounds).whites
    return (max(out.values(), default=0), field.repeats(),
            statistics.mean(len(found) for found in met.values()),
            sum(abs(one) > 1 for one in whites.values()) / players, max(took))


def arena(players: int, seed: int) -> tuple[float, float, float, float]:
    """Of an hour: seconds waited for a game in the mean, of the unluckiest and longest at once,
    which part of games repeats the last one."""
    field = Field("arena", players, random.Random(seed))
    ends: list[tuple[int, str]] = []
    waits = defaultdict[int, list[float]](list)
    now = ARENA_WAITS + 1
    while now < HOUR:
        if is_due(field.state, now) and (found := pair(field.state, now)).games:
            waited = field.state.waiting(now)
            for game in field.begin(found, now):
                for number in (game.white, game.black):
                    waits[number].append(waited[number] / 1000)
                heapq.heappush(ends, (now + round(1000 * field.chance.uniform(180, 600)), game.id))
        if ends and ends[0][0] <= now:
            over = set[str]()
            while ends and ends[0][0] <= now:
                over.add(heapq.heappop(ends)[1])
            field.happen("result", now, games=[(one.id, field.outcome(one), True)
                                               for one in field.state.running() if one.id in over])
        now += 1000
    means = [statistics.mean(one) for one in waits.values()]
    return (statistics.mean(means), max(means), max(max(one) for one in waits.values()),
            field.repeats())


def main(seeds: Annotated[int, typer.Option(min=1, help="simulations of each")] = 8) -> None:
    """Print both tables."""
    print(f"clubs: {ROUNDS} rounds, the mean of {seeds} simulations\n"
          "| players | unluckiest sits out | fair | repeats | opponents met | off colours | ms |\n"
          "|-|-|-|-|-|-|-|")
    for players in CLUBS:
        out, repeats, met, off, took = map(statistics.mean, zip(
            *(club(players, seed) for seed in range(seeds)), strict=True))
        fair = ROUNDS * (players % 2) / players
        print(f"| {players} | {out:.1f} | {fair:.1f} | {100 * repeats:.1f} % | {met:.1f} | "
              f"{100 * off:.0f} % | {took:.1f} |")
    few = max(1, seeds // 4)
    print(f"\narenas: an hour, those who have just met wait {ARENA_PATIENCE // 1000} s for others, "
          f"the mean of {few} simulations\n| players | seconds waited for a game | unluckiest | "
          "longest | repeats |\n|-|-|-|-|-|")
    for players in ARENAS:
        mean, unlucky, longest, repeats = map(statistics.mean, zip(
            *(arena(players, seed) for seed in range(few)), strict=True))
        print(f"| {players} | {mean:.0f} | {unlucky:.0f} | {longest:.0f} | {100 * repeats:.1f} % |")


if __name__ == "__main__":
    typer.run(main)
