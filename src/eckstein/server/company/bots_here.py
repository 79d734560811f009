"""The bots that are here, with what they accept, for people who look for somebody to play."""
from __future__ import annotations

import time
from collections.abc import Callable

from ...wire.http_bots import BotHere, BotsHere
from ..people.bots import BotStore
from ..store.contract import database_asked
from .followed import Followed

MOST = 100                  # bots that are told
FRESH_SECONDS = 2.0         # for which the same is told again, however many ask


class PresentBots:
    """Tells which bots are here, and may be seen.

    Args:
        store: what they accept.
        followed: who is here.
        steady: a source of seconds.
    """

    def __init__(self, store: BotStore, followed: Followed,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._store, self._followed, self._steady = store, followed, steady
        self._told, self._until = BotsHere([]), 0.0

    async def told(self) -> BotsHere:
        """Those that are here, as they were a moment ago.

        Raises:
            RefusedError: if the database does not respond.
        """
        if self._steady() >= self._until:
            here = self._followed.here()
            with database_asked():
                found = [bot for bot in await self._store.seen() if bot.account in here][:MOST]
                playing = await self._store.playing_each([bot.account for bot in found])
            told = [BotHere(bot.name, bot.policy, playing[bot.account]) for bot in found]
            told.sort(key=lambda bot: bot.playing >= bot.policy.most)
            self._told, self._until = BotsHere(told), self._steady() + FRESH_SECONDS
        return self._told
