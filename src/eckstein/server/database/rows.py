"""What is stored, as rows of its tables."""
from __future__ import annotations

import contextlib
import operator
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..game.chain import Head, digest_of
from ..game.events import Event
from ..game.identity import account_of
from ..game.replies import Line, Replies
from ..store.contract import GoneError, StoreError, TakenError
from ..store.tournaments import TournamentEvent
from .databases import first_line
from .tables import accounts, events, games, players, sessions
from .writer import Row

_COLUMNS = operator.attrgetter(*events.columns.keys())
_DATA, _CLOCK = (msgspec.json.Decoder(kind) for kind in (dict[str, Any], dict[str, int] | None))
_LINES = msgspec.json.Decoder(list[Line])


def of_game(row: dict[str, Any], head: Head | None) -> Row:
    """The values of the columns of a new game, by their names, with its head."""
    values = {"lasting": False} | row | (
        {} if head is None else {"head": head.seq, "digest": head.digest})
    return tuple(values.get(column.name) for column in games.columns)


def of_player(row: dict[str, Any]) -> Row:
    """The values of the columns of a person with a seat, given by their names."""
    return tuple(row.get(column.name) for column in players.columns)


def of_replies(laid: Replies) -> Row:
    """The values of the columns of conditional replies."""
    return (laid.game, laid.colour, laid.seq, laid.ply, laid.command_id,
            msgspec.json.encode(laid.lines).decode())


def read_replies(row: Any) -> Replies:
    """Conditional replies from their row."""
    return Replies(row.game, row.colour, row.seq, row.ply, row.command_id,
                   _LINES.decode(row.lines))


def read_events(rows: Sequence[Any], digest: bytes) -> tuple[list[Event], Head | None]:
    """Events of a game from their rows, and its head, which is in each row.

    Args:
        rows: whatever is in them may be damaged; one without a number is no event.
        digest: that of the first one, if it is known.

    Raises:
        msgspec.MsgspecError, RecursionError: if an event cannot be read.
    """
    found: list[Event] = []
    for row in rows:
        if row.seq is not None:
            digest = digest if digest and not found else digest_of(digest, _COLUMNS(row))
            found.append(_event(row, digest))
    headed = bool(rows) and rows[0].head is not None
    return found, Head(rows[0].head, rows[0].digest) if headed else None


def _event(row: Any, digest: bytes) -> Event:
    return msgspec.convert(
        {"game": row.game, "seq": row.seq, "actor": row.actor, "command_id": row.command_id,
         "kind": row.kind, "data": _DATA.decode(row.data),
         "clock": None if row.clock is None else _CLOCK.decode(row.clock), "at": row.at,
         "digest": digest}, Event)


async def found(engine: AsyncEngine, query: sa.Executable, **given: Any) -> Sequence[Any]:
    """The rows that a query finds, with what is given for its parameters.

    Raises:
        StoreError: if the database does not respond.
    """
    try:
        async with engine.connect() as connection:
            return (await connection.execute(query, given)).all()
    except SQLAlchemyError as error:
        raise StoreError(first_line(error)) from error


@contextlib.asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction.  Let it begin with a statement that writes, so that two wait for each other.

    Raises:
        TakenError: if a row is there already.
        StoreError: if the database does not respond.
    """
    try:
        async with engine.begin() as connection:
            yield connection
    except IntegrityError:
        raise TakenError("this is taken") from None
    except SQLAlchemyError as error:
        raise StoreError(first_line(error)) from error


def locking(account: str) -> sa.Update:
    """The first statement of a transaction; other changes to what belongs to an account wait for
    it."""
    return sa.update(accounts).where(accounts.c.id == account).values(id=accounts.c.id)


@contextlib.asynccontextmanager
async def alone(engine: AsyncEngine, *names: str) -> AsyncIterator[AsyncConnection]:
    """A transaction beside which there is no other with one of these names, at any server: what it
    counts is still so when it writes.

    Args:
        engine: the database.
        names: such as "challenges of" and an identity.

    Raises:
        TakenError, StoreError: see `writing`.
    """
    async with writing(engine) as connection:
        if connection.dialect.name == "sqlite":         # there only one transaction writes
            await connection.execute(locking(""))
        else:
            for name in sorted(names):
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(
                    sa.func.hashtextextended(name, 0))))
        yield connection


async def count(connection: AsyncConnection, *conditions: sa.ColumnElement[bool]) -> int:
    """How many rows fulfil some conditions."""
    return await connection.scalar(sa.select(sa.func.count()).where(*conditions)) or 0


@contextlib.asynccontextmanager
async def changing(engine: AsyncEngine, account: str, session: str | None = None
                   ) -> AsyncIterator[AsyncConnection]:
    """A transaction that changes what belongs to an account; no other does so meanwhile.

    Args:
        engine: the database.
        account: its id.
        session: the digest of the session by which it is changed; None for whichever.

    Raises:
        GoneError: if there is no such account any more, or the session has ended.
        TakenError, StoreError: see `writing`.
    """
    async with writing(engine) as connection:
        if not (await connection.execute(locking(account))).rowcount:
            raise GoneError("the account is gone")
        # A statement of its own: it sees what the transactions have done that the first one waited
        # for.
        if session is not None and await connection.scalar(sa.select(sessions.c.digest).where(
                sessions.c.account == account, sessions.c.digest == session)) is None:
            raise GoneError("the session has ended")
        yield connection


async def change(engine: AsyncEngine, account: str, *statements: sa.Executable,
                 session: str | None = None) -> int:
    """Carry out statements together that change what belongs to an account; see `changing`.

    Returns:
        How many rows the last of them has changed.
    """
    async with changing(engine, account, session) as connection:
        for statement in statements:
            done = await connection.execute(statement)
    return done.rowcount


async def check_there(connection: AsyncConnection, *who: str) -> None:
    """Have accounts stay until the transaction ends, which has written something of them.

    Args:
        connection: in a transaction.
        who: identities; those of others than accounts are there always.

    Raises:
        GoneError: if one of them is there no more.
    """
    found = {account for one in who if (account := account_of(one)) is not None}
    if found and found != set(await connection.scalars(
            sa.select(accounts.c.id).where(accounts.c.id.in_(found)).order_by(accounts.c.id)
            .with_for_update(read=True, key_share=True))):
        raise GoneError("the account is gone")


async def write(engine: AsyncEngine, *statements: sa.Executable) -> int:
    """Carry out statements together; how many rows the last of them has changed.

    Raises:
        TakenError, StoreError: see `writing`.
    """
    async with writing(engine) as connection:
        for statement in statements:
            done = await connection.execute(statement)
    return done.rowcount


def of_tournament_event(event: TournamentEvent) -> Row:
    """The values of the columns of an event."""
    return (event.tournament, event.seq, event.kind, msgspec.json.encode(event.data).decode(),
            event.at)
