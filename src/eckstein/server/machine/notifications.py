"""Notifications between servers on one PostgreSQL database: in which games something was written.

A notification is sent with the transaction that it is about, so it arrives only after the commit.
A server that receives one reads the game again if the game is in its memory.  A lost notification
does no harm: commands are judged by the database, and after a lost connection all games in memory
are read again.  A connection of which only this end is left tells nothing, so each is asked
something now and then.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL = "eckstein_games"
TOGETHER = 300              # ids in one notification, which may have 8000 bytes
PAUSE = 1.0                 # seconds before listening again
WATCH_SECONDS = 15.0        # between two questions to the database
ANSWER_SECONDS = 10.0       # until a connection that does not answer is given up
log = structlog.get_logger()


def notifications_about(games: Iterable[str], sender: str) -> list[str]:
    """What is sent about games."""
    names = sorted(set(games))
    return [" ".join([sender, *names[begin:begin + TOGETHER]])
            for begin in range(0, len(names), TOGETHER)]


class Notifications:
    """Listens to the other servers.

    Args:
        engine: of PostgreSQL, by asyncpg.
        own: the name under which this server sends notifications.
        heard: is told the games that others have written to; None for any of them.
    """

    def __init__(self, engine: AsyncEngine, own: str,
                 heard: Callable[[Sequence[str] | None], None]) -> None:
        self._engine, self._own, self._heard = engine, own, heard
        self._listening = asyncio.create_task(self._listen_on())

    async def _listen_on(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:      # of SQLAlchemy, the net, or the driver below both
                log.warning("no notifications",
                            error=(str(error) or repr(error)).partition("\n")[0])
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        """Listen until the connection is lost."""
        async with self._engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            lost = asyncio.Event()
            driver.add_termination_listener(lambda _: lost.set())
            try:
                await driver.add_listener(CHANNEL, self._hear)
                self._heard(None)
                while not await _happens(lost, WATCH_SECONDS):
                    async with asyncio.timeout(ANSWER_SECONDS):
                        await driver.execute("SELECT 1")
            finally:
                await connection.invalidate()       # nobody else is to be given it

    def _hear(self, connection: object, process: int, channel: str, notification: str) -> None:
        sender, *games = notification.split()
        if sender != self._own:
            self._heard(games)

    async def close(self) -> None:
        """Listen no more."""
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    """Whether an event is set before so many seconds have gone by."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
