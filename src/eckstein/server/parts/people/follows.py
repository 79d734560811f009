"""The accounts that accounts follow, in a database."""
from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database import rows
from ...database.tables import accounts, relations

FOLLOW = "follow"


class FollowStore:
    """Stores follows.  All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def follow(self, account: str, other: str, at: int, most: int) -> bool:
        """One account follows another from a time on.

        Returns:
            False if either blocks the other, or the first follows as many as it may.
        """
        async with rows.writing(self._engine) as connection:
            if not await lock(connection, account, other):
                return False
            theirs = (await connection.execute(sa.select(relations.c.who, relations.c.kind).where(
                sa.or_(_between(account, other), _between(other, account))))).all()
            if (account, FOLLOW) in map(tuple, theirs):
                return True
            if any(row.kind != FOLLOW for row in theirs) or await rows.count(
                    connection, relations.c.who == account, relations.c.kind == FOLLOW) >= most:
                return False
            await connection.execute(sa.insert(relations).values(
                who=account, other=other, kind=FOLLOW, since=at))
            return True

    async def unfollow(self, account: str, other: str) -> None:
        """It does no more."""
        await rows.write(self._engine, sa.delete(relations).where(
            _between(account, other), relations.c.kind == FOLLOW))

    async def of(self, account: str) -> list[FollowedAccount]:
        """The accounts that an account follows, in the order of their names."""
        found = await rows.found(self._engine, sa.select(
            accounts.c.id, accounts.c.name, accounts.c.bot, accounts.c.seen).select_from(
            relations.join(accounts, accounts.c.id == relations.c.other)).where(
            relations.c.who == account, relations.c.kind == FOLLOW)
            .order_by(accounts.c.likeness))
        return [FollowedAccount(*row) for row in found]


async def lock(connection: AsyncConnection, account: str, other: str) -> bool:
    """Have other changes between two accounts wait for this transaction; False if one of them is
    gone.
    """
    there = [(await connection.execute(rows.locking(one))).rowcount
             for one in sorted((account, other))]
    return all(there)


def _between(account: str, other: str) -> sa.ColumnElement[bool]:
    return sa.and_(relations.c.who == account, relations.c.other == other)


class FollowedAccount(NamedTuple):
    """An account that is followed.

    Attributes:
        account: its id.
        name: what it is called.
        bot: whether it is a bot.
        seen: whether its followers may see that it is here.
    """

    account: str
    name: str
    bot: bool
    seen: bool
