"""Names that accounts have given up: for a year no other account or guest gets them.

Stored is a digest of what a name looks like, not the name, so that none is found after its account
is deleted.
"""
from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ....base.errors import EcksteinError
from ...database.tables import accounts, freed_names
from ...game.clocks import DAY
from ...store.contract import TakenError

REST = 365 * DAY            # milliseconds in which a name that was given up rests
NO_ACCOUNT = ""
CHANGE_AFTER = 30 * DAY     # after which an owner may change the name again


class TooEarlyError(EcksteinError):
    """A name was changed too lately to be changed again; `args` has when it may be."""


async def give(connection: AsyncConnection, account: str, name: str, likeness: str, now: int,
               *, chosen: bool) -> None:
    """Give an account another name, and let the one before rest.

    Args:
        connection: of a transaction that changes the account.
        account: its id.
        name, likeness: the name, and what it looks like.
        now: in milliseconds since 1970.
        chosen: whether its owner has chosen it.

    Raises:
        TakenError: if another account has it, or it rests.
        TooEarlyError: if the owner has chosen another one lately.
    """
    row = accounts.c
    before = (await connection.execute(
        sa.select(row.likeness, row.renamed).where(row.id == account))).one()
    new: dict[str, object] = {"name": name, "likeness": likeness}
    if likeness != before.likeness:         # otherwise only its spelling is another
        if chosen and before.renamed is not None and now < before.renamed + CHANGE_AFTER:
            raise TooEarlyError(before.renamed + CHANGE_AFTER)
        new["renamed"] = now if chosen else None
    await connection.execute(sa.update(accounts).where(row.id == account).values(new))
    if likeness != before.likeness:
        await free(connection, before.likeness, account, now)
        await take(connection, likeness, account, now)


async def take(connection: AsyncConnection, likeness: str, account: str, now: int) -> None:
    """Have a name rest no more, which an account has got in this transaction.

    Raises:
        TakenError: if it rests, and was not the account's own.
    """
    if await connection.scalar(resting(likeness, account, now)):
        raise TakenError("this is taken")
    await connection.execute(_digested(sa.delete(freed_names), likeness))


async def free(connection: AsyncConnection, likeness: str, account: str, now: int) -> None:
    """Let a name rest.

    Args:
        connection: of the transaction that takes it from its account.
        likeness: what it looks like.
        account: that may take it back; empty for none.
        now: in milliseconds since 1970.
    """
    await connection.execute(_digested(sa.delete(freed_names), likeness))
    await connection.execute(sa.insert(freed_names).values(digest=_digest(likeness),
                                                           account=account, freed=now))


def resting(likeness: str, account: str | None, now: int) -> sa.Select[int]:
    """A query that counts 1 if a name rests, and was not the account's own; None for a guest."""
    row = freed_names.c
    others = sa.true() if account is None else row.account != account
    return sa.select(sa.func.count()).where(row.digest == _digest(likeness), others,
                                            row.freed > now - REST)


def forgotten(now: int) -> sa.Delete:
    """The statement by which names that have rested long enough are forgotten."""
    return sa.delete(freed_names).where(freed_names.c.freed <= now - REST)


def _digested(statement: sa.Delete, likeness: str) -> sa.Delete:
    return statement.where(freed_names.c.digest == _digest(likeness))


def _digest(likeness: str) -> str:
    return hashlib.sha256(likeness.encode()).hexdigest()
