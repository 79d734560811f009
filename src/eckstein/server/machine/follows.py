"""Whom accounts follow, in a database; see `FollowStore`."""
from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..people.follows import Followed
from . import rows
from .tables import accounts, relations

FOLLOW = "follow"


class Follows:
    """See `FollowStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def follow(self, account: str, other: str, at: int, most: int) -> bool:
        """See `FollowStore`."""
        async with rows.writing(self._engine) as connection:
            if not await lock(connection, account, other):
                return False
            theirs = (await connection.execute(sa.select(relations.c.who, relations.c.kind).where(
                sa.or_(_between(account, other), _between(other, account))))).all()
            if (account, FOLLOW) in map(tuple, theirs):
                return True
            if any(row.kind != FOLLOW for row in theirs) or most <= (await connection.scalar(
                    sa.select(sa.func.count()).where(relations.c.who == account,
                                                     relations.c.kind == FOLLOW)) or 0):
                return False
            await connection.execute(sa.insert(relations).values(
                who=account, other=other, kind=FOLLOW, since=at))
            return True

    async def unfollow(self, account: str, other: str) -> None:
        """See `FollowStore`."""
        await rows.write(self._engine, sa.delete(relations).where(
            _between(account, other), relations.c.kind == FOLLOW))

    async def of(self, account: str) -> list[Followed]:
        """See `FollowStore`."""
        found = await rows.found(self._engine, sa.select(
            accounts.c.id, accounts.c.name, accounts.c.bot, accounts.c.seen).select_from(
            relations.join(accounts, accounts.c.id == relations.c.other)).where(
            relations.c.who == account, relations.c.kind == FOLLOW)
            .order_by(accounts.c.likeness))
        return [Followed(*row) for row in found]


async def lock(connection: AsyncConnection, account: str, other: str) -> bool:
    """Have whoever else changes something between two accounts wait for this transaction; False if
    one of them is gone.
    """
    there = [(await connection.execute(rows.locking(one))).rowcount
             for one in sorted((account, other))]
    return all(there)


def _between(account: str, other: str) -> sa.ColumnElement[bool]:
    return sa.and_(relations.c.who == account, relations.c.other == other)
