"""Games between levels and others, in this process, in pairs from random openings.

All but full strength are bounded by positions or plies, so that the load of the machine does not
matter.  What is finished can be kept in a file, and is not played again.
"""
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from zlib import crc32

from eckstein import WHITE, Board
from eckstein.engine.levels import Level, LevelPlayer
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.lab.arena.contestants import contestant
from eckstein.lab.arena.openings import openings

OPENING_PLIES = 6
SEED = 29
FULL_SECONDS = 0.1


class Player(Protocol):
    """Who can be asked for moves."""

    def new_game(self, seed: int) -> None:
        """Forget the last game; the seed makes this one the same again."""

    def move(self, board: Board) -> int:
        """A legal move."""


class AtLevel:
    """One of the levels, or a level of one's own."""

    def __init__(self, game: str, level: Level) -> None:
        self._player = LevelPlayer(game, Board(game).options, level)

    def new_game(self, seed: int) -> None:
        self._player.seed = seed

    def move(self, board: Board) -> int:
        return self._player.choose(board).pv[0]


class Full:
    """Level 10 with its seconds for a move."""

    def __init__(self, game: str) -> None:
        self._searcher = Searcher(game, Board(game).options, megabytes=16)

    def new_game(self, seed: int) -> None:
        self._searcher.clear()

    def move(self, board: Board) -> int:
        return self._searcher.best(board, Limits(time=FULL_SECONDS)).pv[0]


class Outsider:
    """A player of another kind, as the arena has them."""

    def __init__(self, game: str, text: str) -> None:
        self._contestant = contestant(text)
        self._contestant.open(game, Board(game).options)

    def new_game(self, seed: int) -> None:
        self._contestant.new_game(seed)

    def move(self, board: Board) -> int:
        return self._contestant.choose(board, None)


def at(game: str, level: Level) -> Player:
    """Who plays at a level."""
    return Full(game) if level.nodes is None else AtLevel(game, level)


def setting(level: Level) -> str:
    """What a level is bounded by, in short."""
    if level.nodes is None:
        return "full"
    return f"{level.depth or '-'}/{level.nodes}/{level.misjudges}"


class Contests:
    """Matches in one game, kept in a file if there is one.

    Args:
        game: the name of a game.
        games: how many games a match has, an even number.
        kept: the file, which need not exist.
    """

    def __init__(self, game: str, games: int, kept: Path | None) -> None:
        self.game, self.games, self._kept = game, games, kept
        self._known: dict[str, list[int]] = dict(
            json.loads(line) for line in kept.read_text().splitlines()) if (
                kept and kept.exists()) else {}

    def counts(self, one: Level, other: Level | str) -> list[int]:
        """How many pairs ended with 0, 1/2, 1, 3/2 and 2 points for the first player.

        Args:
            one: a level.
            other: another, or the text of a contestant of the arena.
        """
        against = other if isinstance(other, str) else setting(other)
        label = f"{self.game} {setting(one)} {against} {self.games}"
        if label not in self._known:
            players = (at(self.game, one),
                       Outsider(self.game, other) if isinstance(other, str) else
                       at(self.game, other))
            found = [0] * 5
            for points in self._pairs(players):
                found[int(2 * points)] += 1
            self._known[label] = found
            if self._kept:
                with self._kept.open("a") as file:
                    file.write(json.dumps([label, found]) + "\n")
        return self._known[label]

    def _pairs(self, players: tuple[Player, Player]) -> Iterator[float]:
        """The points of the first player in each pair of games."""
        found = openings(self.game, Board(self.game).options, OPENING_PLIES, SEED)
        for number in range(self.games // 2):
            opening, points = next(found), 0.0
            for first in (0, 1):
                for place, player in enumerate(players):
                    player.new_game(crc32(f"{SEED} {number} {first} {place}".encode()))
                points += self._points(opening, (players[first], players[1 - first]), first)
            yield points

    def _points(self, opening: tuple[int, ...], seats: tuple[Player, Player],
                first: int) -> float:
        """What the first player gets in one game, in which he sits at place `first`."""
        board = Board(self.game, compiled=True)
        for move in opening:
            board.push(move)
        while not board.is_game_over():
            board.push(seats[board.turn is not WHITE].move(board))
        outcome = board.outcome()
        assert outcome
        if outcome.winner is None:
            return 0.5
        return float((outcome.winner is WHITE) == (first == 0))


def total(counts: list[int]) -> float:
    """The points of the first player in so many pairs."""
    return sum(number * place / 2 for place, number in enumerate(counts))
