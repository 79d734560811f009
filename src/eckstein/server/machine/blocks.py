"""Whom accounts block, in a database; see `BlockStore`."""
from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import follows, rows
from .tables import relations

BLOCK = "block"


class Blocks:
    """See `BlockStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def block(self, account: str, other: str, at: int) -> None:
        """See `BlockStore`."""
        async with rows.writing(self._engine) as connection:
            if not await follows.lock(connection, account, other):
                return
            await connection.execute(_between(account, other))
            await connection.execute(_between(other, account).where(
                relations.c.kind == follows.FOLLOW))
            await connection.execute(sa.insert(relations).values(
                who=account, other=other, kind=BLOCK, since=at))

    async def unblock(self, account: str, other: str) -> None:
        """See `BlockStore`."""
        await rows.write(self._engine, _between(account, other).where(relations.c.kind == BLOCK))

    async def of(self, account: str) -> list[str]:
        """See `BlockStore`."""
        return [row.other for row in await rows.found(self._engine, sa.select(relations.c.other)
                .where(relations.c.who == account, relations.c.kind == BLOCK)
                .order_by(relations.c.since.desc(), relations.c.other))]

    async def apart(self, one: str, other: str) -> bool:
        """See `BlockStore`."""
        pair = (one, other)
        return bool(await rows.found(self._engine, sa.select(relations.c.who).where(
            relations.c.who.in_(pair), relations.c.other.in_(pair), relations.c.kind == BLOCK)))


async def delete(connection: AsyncConnection, account: str) -> None:
    """Delete whom an account blocks or follows, and who does so with it."""
    await connection.execute(sa.delete(relations).where(
        sa.or_(relations.c.who == account, relations.c.other == account)))


def _between(account: str, other: str) -> sa.Delete:
    return sa.delete(relations).where(relations.c.who == account, relations.c.other == other)
