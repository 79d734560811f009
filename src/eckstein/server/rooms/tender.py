"""Games in which something happens without a request: flags that fall, computers that move.

The store knows when each game is to be looked at.  What it knows may be too early, never too late:
after a look that comes too early, it notes when the next one is due.  So no game has to be in
memory for what will happen there, and where several servers share a database, the games of one that
is gone are looked at by another.
"""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from ..store.contract import GameStore

LOOK_SECONDS = 1.0          # between two looks into the store
AHEAD = 2000                # milliseconds before a flag falls, in which its game comes into memory
FLAGS = 1000                # games in one look of which the flags fall soon
AT_ONCE = 100               # games that are taken up in one look to be thought about
THINKING = 1000             # games that are thought about, beyond which none is taken up
log = structlog.get_logger()


class Tender:
    """Takes up games when their time has come.

    Args:
        store: knows of them.
        now: the time that passes while a server runs.
        take_up: takes up a game, given when it was to be looked at.
        thinking: in how many games computers think.
    """

    def __init__(self, store: GameStore, now: Callable[[], int],
                 take_up: Callable[[str, int], Coroutine[Any, Any, None]],
                 thinking: Callable[[], int]) -> None:
        self._store, self._now, self._take_up, self._thinking = store, now, take_up, thinking
        self._last: list[tuple[str, int]] = []

    async def tend(self) -> None:
        """Look at what is due, for ever."""
        while True:
            more = False
            try:
                more = await self.look()
            except Exception as error:      # the database may be back the next time
                log.error("tending", error=repr(error))
            await asyncio.sleep(0 if more else LOOK_SECONDS)

    async def look(self) -> bool:
        """Take up what is due; returns whether there was more than is taken up in one look."""
        thinking = self._thinking()
        most = 0 if thinking >= THINKING else thinking + AT_ONCE
        at_once = await self._store.due(0, 0, most) if most else []
        falling = await self._store.due(1, self._now() + AHEAD, FLAGS)
        for game, due in at_once + falling:
            try:
                await self._take_up(game, due)
            except Exception as error:      # the other games are to go on
                log.error("game", game=game, error=repr(error))
        last, self._last = self._last, at_once
        return len(at_once) == most > 0 and at_once != last


def is_early_enough(known: int | None, due: int | None) -> bool:
    """Whether a game is looked at in time, with what the store knows of when it is due."""
    return known == due or (due is not None and known is not None and 0 < known <= due)
