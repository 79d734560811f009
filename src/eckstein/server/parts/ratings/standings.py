"""The ratings of accounts, as they are sent to clients."""
from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from math import inf
from typing import cast

from ....wire.http_accounts import Leader, Leaderboard, OwnPlace, RatingFacts, Speed
from ...game.glicko import PROVISIONAL, Standing
from ...rooms.account_names import Names
from ...store.contract import database_asked
from .store import RatingStore

LEADERS, WIDTH = 100, 50    # of a leaderboard, and points of a step of its distribution
NEAR = 5                    # listed with the place of an account, on either side
FRESH_SECONDS = 60.0        # for which the same one is sent
KEPT = 100                  # leaderboards in mind


class Standings:
    """Ratings and leaderboards.

    Args:
        store: stores ratings.
        names: what accounts are called.
        barred: finds the accounts that are on no leaderboard.
        now: the time, in milliseconds since 1970.
        steady: a source of seconds.
    """

    def __init__(self, store: RatingStore, names: Names,
                 barred: Callable[[], Awaitable[Collection[str]]], now: Callable[[], int],
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._store, self._names, self._barred = store, names, barred
        self._now, self._steady = now, steady
        self._found: Collection[str] = ()
        self._asked = -inf
        self._boards: OrderedDict[tuple[str, str, bool], tuple[Leaderboard, float]] = OrderedDict()

    async def _hidden(self) -> Collection[str]:
        """The accounts that are on no leaderboard, as they were a minute ago at most."""
        if self._steady() - self._asked > FRESH_SECONDS:
            self._found, self._asked = await self._barred(), self._steady()
        return self._found

    async def of(self, account: str) -> list[RatingFacts]:
        """What an account is rated now.

        Raises:
            RefusedError: if the database does not respond.
        """
        with database_asked():
            found = await self._store.of(account)
        now, told = self._now(), []
        for one in found:
            rating = one.now(now)
            told.append(RatingFacts(
                one.rules, cast(Speed, one.speed), round(rating.points, 2),
                round(rating.deviation, 2), rating.deviation >= PROVISIONAL, one.games))
        return told

    async def board(self, rules: str, speed: str, *, bots: bool = False) -> Leaderboard:
        """The best of the people, or of the bots, as they were a minute ago at most.

        Raises:
            RefusedError: if the database does not respond.
        """
        board, made = self._boards.get((rules, speed, bots), (None, 0.0))
        if board is None or self._steady() - made > FRESH_SECONDS:
            with database_asked():
                now, hidden = self._now(), await self._hidden()
                best = await self._store.leaders(rules, speed, LEADERS, now, bots=bots,
                                                 hidden=hidden)
                steps = await self._store.distribution(rules, speed, WIDTH, now, bots=bots,
                                                       hidden=hidden)
                names = await self._names.of(one.account for one in best)
            board = Leaderboard([_leader(one, names) for one in best], WIDTH, sorted(steps.items()))
            self._boards[rules, speed, bots] = board, self._steady()
            if len(self._boards) > KEPT:
                self._boards.popitem(last=False)
        return board

    async def place(self, account: str, rules: str, speed: str, *, bots: bool = False
                    ) -> OwnPlace:
        """Where an account stands, as it is now.

        Raises:
            RefusedError: if the database does not respond.
        """
        mine = next((one for one in await self.of(account)
                     if (one.rules, one.speed) == (rules, speed)), None)
        if mine is None:
            return OwnPlace(None)
        with database_asked():
            found = await self._store.place(account, rules, speed, NEAR, self._now(), bots=bots,
                                            hidden=await self._hidden())
            if found is None:
                return OwnPlace(mine)
            names = await self._names.of(one.account for one in found.near)
        at = [one.account for one in found.near].index(account)
        return OwnPlace(mine, found.first + at, found.first,
                        [_leader(one, names) for one in found.near])


def _leader(standing: Standing, names: dict[str, str]) -> Leader:
    return Leader(names[standing.account], round(standing.rating.points, 2),
                  round(standing.rating.deviation, 2), standing.games)
