"""Ratings of accounts: what follows from the rated games that have ended, one after the other."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ...base.sentence import Sentence
from ..game.clocks import DAY
from ..game.rulings import RefusedError
from .glicko import Rating, Result, rate, widened

PERIOD = 5 * 86_400_000     # milliseconds of a rating period
PROVISIONAL = 110.0         # from this deviation on a rating is only a guess
AT_ONCE = 100               # games that are rated before others have their turn
ANCHOR_DEVIATION = 50.0     # of each level; all ratings follow from it, so it never changes
AGAINST_LEVELS = 12         # rated games that an account may begin against levels in a day
SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


@dataclass(frozen=True, slots=True)
class Standing:
    """What an account is rated in the games of some rules and speed.

    Attributes:
        account: whose it is.
        rules, speed: of which games.
        rating: after the last of them.
        at: when that ended, in milliseconds since 1970.
        games: how many there were.
    """

    account: str
    rules: str
    speed: str
    rating: Rating
    at: int
    games: int

    def now(self, at: int) -> Rating:
        """The rating at a later time, of which less and less is known."""
        return widened(self.rating, max(0, at - self.at) / PERIOD)

    def after(self, opponent: Standing, score: float, at: int) -> Standing:
        """The same after a game that ended then; both standings are those before it."""
        periods = max(0, at - self.at) / PERIOD if self.games else 0.0
        before = opponent.now(at) if opponent.games else opponent.rating
        return Standing(self.account, self.rules, self.speed,
                        rate(self.rating, [Result(before, score)], periods), at, self.games + 1)


def anchored(level: str, rules: str, speed: str, points: float) -> Standing:
    """A level as an opponent, whose rating no game changes."""
    return Standing(level, rules, speed, Rating(points, ANCHOR_DEVIATION), 0, 0)


class Place(NamedTuple):
    """Where somebody stands among those whose ratings are no guess.

    Attributes:
        first: the place of the first of those told, 1 for the best.
        near: the account and those next to it, the best first.
    """

    first: int
    near: list[Standing]


class RatingStore(Protocol):
    """Where ratings are kept.  All calls raise StoreError or OSError if the database does not
    respond.
    """

    async def waiting(self, most: int) -> list[str]:
        """Rated games that have ended and count for no rating yet, the earliest first."""
        ...

    async def rate(self, game: str) -> bool:
        """Have a game count, once: both ratings change by it, or none if one of the accounts is
        gone; against a level, that of the person.  Whether it did not count before.
        """
        ...

    async def against_levels(self, account: str, since: int) -> int:
        """How many rated games an account has begun against levels since a time."""
        ...

    async def begin_anew(self) -> None:
        """Forget all ratings, so that all games wait."""
        ...

    async def of(self, account: str) -> list[Standing]:
        """What an account is rated."""
        ...

    async def history(self, account: str, rules: str, speed: str, most: int
                      ) -> list[tuple[int, float, float]]:
        """Time, points and deviation after each of the last games of an account, in order."""
        ...

    async def leaders(self, rules: str, speed: str, most: int, *, bots: bool = False
                      ) -> list[Standing]:
        """The best of the people, or of the bots, whose ratings are no guess."""
        ...

    async def place(self, account: str, rules: str, speed: str, near: int, *,
                    bots: bool = False) -> Place | None:
        """Where an account stands among them; None if its rating is a guess, or there is none.

        Args:
            account: whose place.
            rules, speed: of which games.
            bots: whether it is one, and stands among them.
            near: how many who are next to it on either side are told, at most.
        """
        ...

    async def distribution(self, rules: str, speed: str, width: int, *, bots: bool = False
                           ) -> Mapping[int, int]:
        """How many of them there are, by the whole multiple of so many points below."""
        ...


async def points_of(store: RatingStore, account: str, rules: str) -> dict[str, float]:
    """How many points an account has in the games of some rules, by speed."""
    return {one.speed: one.rating.points for one in await store.of(account) if one.rules == rules}


async def check_levels(store: RatingStore, now: Callable[[], int], account: str) -> None:
    """Refuse another rated game against a level to an account that has had enough of them today.

    Raises:
        RefusedError: with that sentence.
    """
    if await store.against_levels(account, now() - DAY) >= AGAINST_LEVELS:
        raise RefusedError("not-now", Sentence(
            "you have begun {most} rated games against levels within a day; more of them do "
            "not count, but unrated you may go on", most=AGAINST_LEVELS))


async def rate_all(store: RatingStore) -> int:
    """Have all games count that wait; returns how many did.

    Whoever ends this loses nothing: each game counts completely or not at all.
    """
    rated = 0
    while games := await store.waiting(AT_ONCE):
        rated += sum([await store.rate(game) for game in games])
    return rated


def both_after(standings: Sequence[Standing], outcomes: Sequence[str], at: int) -> list[Standing]:
    """What two players are rated after their game.

    Args:
        standings: before it.
        outcomes: how it ended for each of them.
        at: when.
    """
    first, second = standings
    return [first.after(second, SCORES[outcomes[0]], at),
            second.after(first, SCORES[outcomes[1]], at)]
