"""A connection to PostgreSQL that receives the notifications of a channel.

What is written on it does not wait for the disk: it is about what can be found again, or sent
again.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

ANSWER_SECONDS = 10.0       # until a connection that does not answer is given up
PAUSE = 0.5                 # seconds after a connection was lost until the next one is made
# Counted, since of a query from which only the first row is wanted, only that row is computed.
TELL = "SELECT count(pg_notify($1, told)) FROM unnest($2::text[]) AS told"


class Driver(Protocol):
    """What is used of a connection of asyncpg."""

    async def fetchval(self, query: str, *arguments: Any) -> Any:
        """The first value that a query gives."""
        ...

    async def fetch(self, query: str, *arguments: Any) -> list[Any]:
        """All rows."""
        ...


@contextlib.asynccontextmanager
async def listening(engine: AsyncEngine, channel: str,
                    heard: Callable[[object, int, str, str], None],
                    lost: Callable[[], None]) -> AsyncIterator[Driver]:
    """A connection, while it is used.

    Args:
        engine: of PostgreSQL, by asyncpg.
        channel: on which is listened.
        heard: is called for each notification, with its text as the last argument.
        lost: is called when the connection is lost.
    """
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        driver.add_termination_listener(lambda _: lost())
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await driver.fetchval("SET synchronous_commit TO off")
                await driver.add_listener(channel, heard)
            yield driver
        finally:
            await connection.invalidate()       # the pool is not to lend it again
