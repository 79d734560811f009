"""A match of two: games one after the other into a file, and what they say so far."""
from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from .games_file import GamesFile
from .machines import games_there
from .plan import Plan
from .playing import Finished
from .statistics import Estimate, estimate
from .workers import finished_games


def play_on(plan: Plan, file: GamesFile, concurrency: int = 1, cluster: str | None = None
            ) -> Generator[Finished, None, None]:
    """Play the games of a plan that its file does not hold yet.

    Args:
        plan: a match or a tournament.
        file: where each game is kept before it is yielded.
        concurrency: how many games are played at once, each in a process of its own.
        cluster: the address of a Ray cluster, which plays as many at once as it has cores for.

    Yields:
        The games in the order in which they end.  Leaving the iteration ends the match; the same
        call goes on later.

    Raises:
        ValueError: if the file holds other games, a contestant cannot start, there are not enough
            openings, or the cluster cannot be used.
    """
    done = {finished.job for finished in file.finished(plan)}
    todo = (job for job in plan.jobs(plan.pairs) if job not in done)
    games = (finished_games(plan, todo, concurrency) if cluster is None else
             games_there(plan, todo, cluster))
    try:
        for game in games:
            file.append(game)
            yield game
    finally:
        games.close()


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match of two stands, as the first contestant sees it.

    Attributes:
        wins, draws, losses: his games.
        pairs: pairs of games by his points: 0, 1/2, 1, 3/2, 2; only pairs that are finished.
        faults: what went wrong, whether or not it lost a game, with the number of each game.
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    faults: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, games: Iterable[Finished], one: int = 0, other: int = 1) -> Standing:
        """How two contestants of a plan stand after these games, and whatever others."""
        points = [0, 0, 0]
        open_pairs: dict[int, float] = {}
        pairs = [0] * 5
        faults = []
        for game in games:
            if {game.job.white, game.job.black} != {one, other}:
                continue
            gained = game.points(one)
            points[int(2 * gained)] += 1
            if game.job.pair in open_pairs:
                pairs[int(2 * (open_pairs.pop(game.job.pair) + gained))] += 1
            else:
                open_pairs[game.job.pair] = gained
            faults += [(game.job.round, text) for text in (game.note, game.fault) if text]
        losses, draws, wins = points
        return cls(wins, draws, losses, (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
                   tuple(faults))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The first contestant's points."""
        return self.wins + self.draws / 2

    def counts(self) -> Sequence[int]:
        """What estimates go by: pairs, as soon as there are any, else single games."""
        return self.pairs if any(self.pairs) else (self.losses, self.draws, self.wins)

    def estimate(self) -> Estimate:
        """The Elo difference; ValueError if there are no games."""
        return estimate(self.counts())
