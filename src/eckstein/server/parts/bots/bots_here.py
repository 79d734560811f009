"""The bots that are here, with what they accept, for players that look for an opponent."""
from __future__ import annotations

import time
from collections.abc import Callable

from ....wire.http_bots import BotHere, BotsHere
from ...store.contract import database_asked
from ..people.followed import Followed
from .store import BotStore

MOST = 100                  # bots that are listed
FRESH_SECONDS = 2.0         # for which the same list is sent, however many ask


class PresentBots:
    """Tells which bots are here, and may be seen.

    Args:
        store: what they accept.
        followed: says which accounts are here.
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
                found = [bot for bot in await self._store.seen() if bot.account in here]
                playing = await self._store.playing_each([bot.account for bot in found])
            told = [BotHere(bot.name, bot.policy, playing[bot.account]) for bot in found]
            told.sort(key=lambda bot: bot.playing >= bot.policy.most)
            self._told, self._until = BotsHere(told[:MOST]), self._steady() + FRESH_SECONDS
        return self._told
