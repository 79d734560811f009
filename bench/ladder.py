"""How far apart the levels of a game are, and settings from which levels can be chosen.

    python -m bench.ladder GAME            each level against the one below it
    python -m bench.ladder GAME --chain    a chain of settings, each against the next weaker one

Games are played in this process, in pairs from random openings, and are bounded by nodes, so that
the load of the machine does not matter, but for level 10, which has its seconds for a move.  With
`--keep FILE` what is finished is not played again.
"""
import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any
from zlib import crc32

import typer

from eckstein import WHITE, Board
from eckstein.arena.openings import openings
from eckstein.arena.statistics import estimate
from eckstein.engine.levels import SEEING, Level, LevelPlayer, levels_of
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher

OPENING_PLIES = 6
SEED = 29
FULL_SECONDS = 0.1
CHAIN = ((20, 80), (30, 60), (60, 42), (110, 31), (200, 22), (350, 14), (700, 7), (1_400, 2),
         (3_000, 0), (8_000, 0), (20_000, 0))
BLIND = 350                 # settings with fewer nodes are meant for levels that may miss a win


class Full:
    """Level 10 with its seconds for a move."""

    def __init__(self, game: str, options: dict[str, Any]) -> None:
        self.searcher = Searcher(game, options, megabytes=16)
        self.seed = 0

    def choose(self, board: Board) -> Any:
        """The line that it would play."""
        return self.searcher.best(board, Limits(movetime=FULL_SECONDS))


def player(game: str, level: Level) -> Any:
    """Who plays at a level."""
    options = Board(game).options
    return Full(game, options) if level.nodes is None else LevelPlayer(game, options, level)


def pairs(game: str, one: Level, other: Level, games: int) -> Iterator[float]:
    """The points of the first level in each pair of games."""
    players = player(game, one), player(game, other)
    found = openings(game, Board(game).options, OPENING_PLIES, SEED)
    for number in range(games // 2):
        opening, points = next(found), 0.0
        for first in (0, 1):
            for place, one_player in enumerate(players):
                one_player.searcher.clear()
                one_player.seed = crc32(f"{SEED} {number} {first} {place}".encode())
            points += _points(game, opening, (players[first], players[1 - first]), first)
        yield points
    for one_player in players:
        one_player.searcher.close()


def _points(game: str, opening: tuple[int, ...], seats: tuple[Any, Any], first: int) -> float:
    """What the first level gets in one game, in which it sits at place `first`."""
    board = Board(game, compiled=True)
    for move in opening:
        board.push(move)
    while not board.is_game_over():
        board.push(seats[board.turn is not WHITE].choose(board).pv[0])
    outcome = board.outcome()
    assert outcome
    if outcome.winner is None:
        return 0.5
    return float((outcome.winner is WHITE) == (first == 0))


def meeting(game: str, one: Level, other: Level, games: int, kept: Path | None) -> list[int]:
    """How many pairs of games ended with 0, 1/2, 1, 3/2 and 2 points for the first level."""
    label = f"{game} {one.nodes}/{one.overlooks} {other.nodes}/{other.overlooks} {games}"
    known = dict(json.loads(line) for line in kept.read_text().splitlines()) if (
        kept and kept.exists()) else {}
    if label not in known:
        counts = [0] * 5
        for points in pairs(game, one, other, games):
            counts[int(2 * points)] += 1
        known[label] = counts
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps([label, counts]) + "\n")
    found: list[int] = known[label]
    return found


def tell(game: str, steps: list[Level], games: int, kept: Path | None) -> None:
    """Print a line for each level against the one before it, and how far all are from the first."""
    height = 0.0
    for lower, upper in pairwise(steps):
        counts = meeting(game, upper, lower, games, kept)
        found = estimate(counts)
        points = sum(number * place / 2 for place, number in enumerate(counts))
        elo = found.elo if math.isfinite(found.elo) else 800.0
        height += elo
        nodes = "full" if upper.nodes is None else f"{upper.nodes:,}"
        print(f"{game:8}{upper.number:3} {nodes:>9} nodes, overlooks {upper.overlooks:2} %: "
              f"{points:5.1f} of {2 * sum(counts):3} points, {elo:+5.0f} Elo "
              f"({found.low:+.0f} to {found.high:+.0f}), {height:+6.0f} in all", flush=True)


def main(game: str, games: Annotated[int, typer.Option(min=2)] = 100, chain: bool = False,
         keep: Path | None = None) -> None:
    """Play and print."""
    steps = list(levels_of(game))
    if chain:
        steps = [Level(SEEING, "", nodes, overlooks, nodes > BLIND, "")
                 for nodes, overlooks in CHAIN]
    tell(game, steps, games, keep)


if __name__ == "__main__":
    typer.run(main)
