"""The part of ratings: what it registers."""
from __future__ import annotations

import contextlib
from collections.abc import Callable

from ....base.sentence import Sentence
from ...game.clocks import DAY
from ...game.rulings import RefusedError
from ...part import Part, Site
from ...rooms.events import GameEnded, RatedGame, RatedGameWithLevel
from ...store.contract import StoreError
from ..moderation.events import Barred
from . import api
from .counting import rate_all
from .events import PointsOf, RatingsOf
from .ratings import AGAINST_LEVELS
from .standings import Standings
from .store import RatingStore


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


def start(site: Site) -> None:
    """See `Part`."""
    ratings, hub, now = site.add(RatingStore(site.database)), site.hub, site.rooms.now
    standings = site.add(Standings(
        ratings, site.rooms.names, lambda: hub.query(Barred()), now))

    async def rate() -> None:
        """Have all games count that wait: also those after which a server was killed."""
        with contextlib.suppress(StoreError, OSError):      # the next sweep may succeed
            await rate_all(ratings)

    def ended(event: GameEnded) -> None:
        if event.rated:
            site.begin(rate())

    async def refuse(step: RatedGame) -> None:
        raise RefusedError("not-now", Sentence(PART.absent))
    if PART.name not in site.parts:
        hub.before(RatedGame, refuse)
    hub.on(GameEnded, ended)
    hub.answer(RatingsOf, lambda asked: standings.of(asked.account))
    hub.answer(PointsOf, lambda asked: points_of(ratings, asked.account, asked.rules))
    hub.before(RatedGameWithLevel, lambda step: check_levels(ratings, now, step.account))
    site.sweeps.append(rate)


PART = Part("ratings", "rated games count", "games are not rated here", start,
            needs=("people",), endpoints=api.ENDPOINTS,
            keeps=("place on the leaderboard",))
