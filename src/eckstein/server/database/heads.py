"""Heads of games that have none yet, or that are to be forgotten; see `game/chain.py`."""
from __future__ import annotations

from collections.abc import Awaitable, Callable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ..game.chain import Head
from ..game.events import DamagedGameError, Event
from .tables import games

Stored = Callable[[str], Awaitable[tuple[list[Event], Head | None]]]
TOGETHER = 100              # games in one transaction


async def give(engine: AsyncEngine, stored: Stored) -> None:
    """Give a head to each game that has none, some at a time, while servers may write.

    Games that are damaged get none.

    Args:
        engine: the database.
        stored: reads the events of a game, and its head.

    Raises:
        StoreError, SQLAlchemyError, OSError: if the database cannot be read or written.
    """
    last = ""
    while True:
        async with engine.connect() as connection:
            found = list(await connection.scalars(
                sa.select(games.c.id).where(games.c.id > last, games.c.head.is_(None))
                .order_by(games.c.id).limit(TOGETHER)))
        if not found:
            return
        last = found[-1]
        heads = {game: head for game in found if (head := await _head_of(stored, game))}
        async with engine.begin() as connection:
            for game, head in heads.items():
                # A server that has written to it in the meantime has given it a head that is newer.
                await connection.execute(
                    sa.update(games).where(games.c.id == game, games.c.head.is_(None))
                    .values(head=head.seq, digest=head.digest))


async def _head_of(stored: Stored, game: str) -> Head | None:
    try:
        events, _ = await stored(game)
    except DamagedGameError:
        return None
    whole = bool(events) and [event.seq for event in events] == list(range(1, len(events) + 1))
    return Head(len(events), events[-1].digest) if whole else None


async def accept(engine: AsyncEngine, last: Event, *, over: bool) -> None:
    """Take an event for the last one that there ever was of its game, whatever the head says.

    Args:
        engine: the database.
        last: the event.
        over: whether the game is over after it.

    Raises:
        SQLAlchemyError, OSError: if the database cannot be written.
    """
    async with engine.begin() as connection:
        await connection.execute(sa.update(games).where(games.c.id == last.game).values(
            head=last.seq, digest=last.digest, over=over, due=None if over else 0))
