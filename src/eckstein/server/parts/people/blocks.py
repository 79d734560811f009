"""The accounts that accounts block, in a database."""
from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.tables import relations
from . import follows

BLOCK = "block"


class BlockStore:
    """Stores blocks.  All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def block(self, account: str, other: str, at: int, most: int) -> bool:
        """One account blocks another from a time on; neither follows the other any more.  False if
        it blocks so many others already.
        """
        async with rows.writing(self._engine) as connection:
            if not await follows.lock(connection, account, other):
                return True
            if await rows.count(connection, relations.c.who == account, relations.c.other != other,
                                relations.c.kind == BLOCK) >= most:
                return False
            await connection.execute(_between(account, other))
            await connection.execute(_between(other, account).where(
                relations.c.kind == follows.FOLLOW))
            await connection.execute(sa.insert(relations).values(
                who=account, other=other, kind=BLOCK, since=at))
        return True

    async def unblock(self, account: str, other: str) -> None:
        """It does no more."""
        await rows.write(self._engine, _between(account, other).where(relations.c.kind == BLOCK))

    async def of(self, account: str) -> list[str]:
        """The accounts that an account blocks, the last blocked first."""
        return [row.other for row in await rows.found(self._engine, sa.select(relations.c.other)
                .where(relations.c.who == account, relations.c.kind == BLOCK)
                .order_by(relations.c.since.desc(), relations.c.other))]

    async def apart(self, one: str, other: str) -> bool:
        """Whether either of two accounts blocks the other."""
        pair = (one, other)
        return bool(await rows.found(self._engine, sa.select(relations.c.who).where(
            relations.c.who.in_(pair), relations.c.other.in_(pair), relations.c.kind == BLOCK)))


def _between(account: str, other: str) -> sa.Delete:
    return sa.delete(relations).where(relations.c.who == account, relations.c.other == other)
