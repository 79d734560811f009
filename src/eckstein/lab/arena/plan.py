"""What is to be played: the pairings, the openings and the pace."""
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, islice
from typing import Any, NamedTuple
from zlib import crc32

from ...base.sentence import Sentence
from ...board import Board
from ...engine.players import PlayerName, learnt_of, read_player, thinkers
from ...kernel import options as option_values
from .openings import Opening, openings
from .pace import Pace
from .renamed import stored


class Job(NamedTuple):
    """One game of a plan.

    Attributes:
        white, black: the players, by their places among the contestants.
        pair: which pair of games between these two, from 1.
        game: 1, or 2 for the game with colours swapped.
        opening: the first moves.
        start: the text of the position that they begin from; None for the usual one.
    """

    white: int
    black: int
    pair: int
    game: int
    opening: tuple[int, ...]
    start: str | None = None

    @property
    def round(self) -> str:
        """How the game is numbered in its record."""
        return f"{self.pair}.{self.game}"


class Adjudication(NamedTuple):
    """A game is decided when both players say so for `moves` moves each.

    It is won when both say that one is ahead by `score`, and drawn when neither is by more.
    """

    score: int
    moves: int


@dataclass(frozen=True)
class Plan:
    """A match of two contestants, or a round robin of more.

    Attributes:
        game: the name of a game.
        options: rule options; those left out have their defaults.
        contestants: their texts (see `engine.players`); any players but people.
        games: how many games any two of them play; an even number, for games come in pairs.
        seed: of openings and of players that play at random.
        opening_plies: how many random moves each game begins with.
        pace: limits for players that have none of their own.
        adjudication: when to end a game that both players think is won; None for never.
        draws: when to end one that both think is level; None for never.
        longest: after how many moves of each player a game ends as a draw; None for never.
        tables: whether games end where tables of endings know how.
        openings: what pairs of games begin with, instead of random moves, each of them once.

    Raises:
        ValueError: if some of this cannot be.
    """

    game: str
    contestants: tuple[str, ...]
    games: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    opening_plies: int = 4
    pace: Pace = field(default_factory=Pace)
    adjudication: Adjudication | None = None
    draws: Adjudication | None = None
    longest: int | None = None
    openings: tuple[Opening, ...] = ()
    tables: bool = False

    def __post_init__(self) -> None:
        Board(self.game, **self.options)
        object.__setattr__(self, "options", option_values.complete(self.game, self.options))
        names = set(map(str, self.players))
        if len(self.contestants) < 2:
            raise ValueError(Sentence("there must be two contestants or more"))
        if self.games < 2 or self.games % 2:
            raise ValueError(Sentence("games come in pairs, with colours swapped: {games} is not "
                                      "an even number from 2 up", games=self.games))
        if self.openings and self.pairs > len(self.openings):
            raise ValueError(Sentence("there {count:is|are} {count} {count:opening|openings}, "
                                      "enough for {games} games of two players; ask for no more, "
                                      "or give more openings",
                                      count=len(self.openings), games=2 * len(self.openings)))
        if len(names) < len(self.contestants) > 2:
            raise ValueError(Sentence("each contestant takes part in a tournament only once"))

    @property
    def players(self) -> tuple[PlayerName, ...]:
        """The contestants."""
        return tuple(read_player(text, thinkers()) for text in self.contestants)

    @cached_property
    def learnt(self) -> tuple[str, ...]:
        """What each contestant has learnt: which net and policy, "" if none.

        Raises:
            NetError, NetworkError, OSError: as `learnt_of`.
        """
        board = Board(self.game, **self.options)
        return tuple(learnt_of(player, board) for player in self.players)

    @property
    def pairs(self) -> int:
        """How many pairs of games any two contestants play."""
        return self.games // 2

    @property
    def total(self) -> int:
        """How many games there are in all."""
        places = len(self.contestants)
        return places * (places - 1) // 2 * self.games

    def jobs(self, pairs: int) -> Iterator[Job]:
        """All games of so many pairs, both games of a pair together, round after round."""
        for pair, (start, moves) in enumerate(islice(self._openings(), pairs), 1):
            for one, other in combinations(range(len(self.contestants)), 2):
                yield Job(one, other, pair, 1, moves, start)
                yield Job(other, one, pair, 2, moves, start)

    def _openings(self) -> Iterator[Opening]:
        """Those that were given, or random ones without end."""
        if self.openings:
            return iter(self.openings)
        found = openings(self.game, self.options, self.opening_plies, self.seed)
        return (Opening(None, moves) for moves in found)

    def chance(self, job: Job, place: int) -> int:
        """The seed of a contestant in a game."""
        return crc32(f"{self.seed} {job.white} {job.black} {job.round} {place}".encode())

    def tags(self, job: Job) -> dict[str, str]:
        """What the record of a game says of its place in the plan."""
        board = Board(self.game, job.start, **self.options)
        texts = [] if job.start is None else [job.start]
        for move in job.opening:
            texts.append(board.text(move))
            board.push(move)
        tags = {"White": self.contestants[job.white], "Black": self.contestants[job.black],
                "Round": job.round, "Opening": " ".join(texts), "Seed": str(self.seed),
                "TimeControl": str(self.pace)}
        tags |= {name: self.learnt[place] for name, place in (
            ("WhiteLearnt", job.white), ("BlackLearnt", job.black)) if self.learnt[place]}
        if ends := self._ends():
            tags["Adjudication"] = ends
        return tags

    def _ends(self) -> str:
        """When games end otherwise than by the rules."""
        def pair(rule: Adjudication) -> str:
            return ",".join(map(str, rule))
        return " ".join(text for rule, text in (
            (self.adjudication, self.adjudication and pair(self.adjudication)),
            (self.draws, self.draws and f"draws={pair(self.draws)}"),
            (self.longest, f"longest={self.longest}"),
            (self.tables, "tables")) if rule and text)

    def fingerprint(self) -> str:
        """Eight digits that tell plans apart, whatever their number of games; they never change."""
        told = (self.game, tuple(map(stored, self.contestants)), sorted(self.options.items()),
                self.seed, self.opening_plies, stored(str(self.pace)), self.adjudication)
        more: tuple[object, ...] = ()
        if self.draws or self.longest or self.tables:
            more = (self._ends(),)
        more += (self.openings,) if self.openings else ()
        return f"{crc32(repr(told + more).encode()):08x}"
