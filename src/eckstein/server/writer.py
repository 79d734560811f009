"""Transactions that write: all of one goes to the database in one step."""
from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .hints import CHANNEL, hints_about

T = TypeVar("T")
Row = tuple[Any, ...]
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")


class Conflict(Exception):
    """Somebody else has written this event, or this command, before."""


class StoreError(Exception):
    """The database cannot be written now."""


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is written together.

    Attributes:
        games: rows of games that begin.
        events: rows of events.
        over: games that end.
    """

    games: Sequence[Row]
    events: Sequence[Row]
    over: Sequence[str]


class Writer(Protocol):
    """The one connection that writes events."""

    async def commit(self, transaction: Transaction) -> None:
        """Return when all of it is on disk.

        Raises:
            Conflict: if a row is there already.
            StoreError: if the database cannot be written.
        """
        ...

    async def close(self) -> None:
        """Disconnect."""
        ...


async def open_writer(engine: AsyncEngine, games: sa.Table, events: sa.Table, name: str) -> Writer:
    """A connection to write by; others know the server by its name."""
    if engine.dialect.name == "sqlite" and engine.url.database not in (None, "", ":memory:"):
        writer = SqliteWriter(engine, _insertion(games), _insertion(events))
        await writer.open()
        return writer
    return OtherWriter(await engine.connect(), games, events, name)


def _insertion(table: sa.Table) -> tuple[str, str]:
    """How rows are inserted into a table: the statement up to the values, and one row of them."""
    names = [column.name for column in table.columns]
    return (f"INSERT INTO {table.name} ({','.join(names)}) VALUES ",
            f"({','.join('?' * len(names))})")


class SqliteWriter:
    """A thread that has a connection of its own: one turn of it for each transaction.

    A driver that hands each statement to a thread, and SQLAlchemy above it, take several times as
    long for a transaction of one move as SQLite does.

    Args:
        engine: says how to connect.
        games, events: how rows are inserted.
    """

    def __init__(self, engine: AsyncEngine, games: tuple[str, str], events: tuple[str, str]
                 ) -> None:
        self._engine, self._games, self._events = engine, games, events
        self._thread = ThreadPoolExecutor(1, "writer")

    async def open(self) -> None:
        """Connect."""
        self._connection = await self._do(self._connect)

    def _connect(self) -> sqlite3.Connection:
        arguments, named = self._engine.dialect.create_connect_args(self._engine.url)
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect
        connection = connect(*arguments, **{**named, "isolation_level": None})
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    async def ask(self, pragma: str) -> Any:
        """Ask this connection for a setting, or change it."""
        found = await self._do(lambda: self._connection.execute(f"PRAGMA {pragma}").fetchone())
        return found and found[0]

    async def commit(self, transaction: Transaction) -> None:
        """See `Writer`."""
        try:
            await self._do(lambda: self._commit(transaction))
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None
        except (sqlite3.Error, OSError, ValueError) as error:       # or a text that is none
            raise StoreError(str(error)) from None

    def _commit(self, transaction: Transaction) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            self._insert(self._games, transaction.games)
            self._insert(self._events, transaction.events)
            for game in transaction.over:
                execute("UPDATE game SET over=1 WHERE id=?", (game,))
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise

    def _insert(self, insertion: tuple[str, str], rows: Sequence[Row]) -> None:
        """All rows by one statement: for each statement the driver takes Python's lock anew."""
        if rows:
            begin, places = insertion
            self._connection.execute(begin + ",".join([places] * len(rows)),
                                     [value for row in rows for value in row])

    async def close(self) -> None:
        """See `Writer`."""
        await self._do(self._connection.close)
        self._thread.shutdown()

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class OtherWriter:
    """Any database that SQLAlchemy knows; PostgreSQL also passes hints on.

    Args:
        connection: nobody else's.
        games, events: the tables.
        name: under which hints are sent.
    """

    def __init__(self, connection: AsyncConnection, games: sa.Table, events: sa.Table,
                 name: str) -> None:
        self._connection, self._games, self._events = connection, games, events
        self._name = name
        self._hints = connection.dialect.name == "postgresql"

    async def commit(self, transaction: Transaction) -> None:
        """See `Writer`."""
        try:
            await self._commit(transaction)
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from None
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(str(error)) from None

    async def _commit(self, transaction: Transaction) -> None:
        connection, games = self._connection, self._games
        over = [{"b_id": game} for game in transaction.over]
        try:
            for table, rows in ((games, transaction.games), (self._events, transaction.events)):
                names = [column.name for column in table.columns]
                if rows:
                    await connection.execute(sa.insert(table), [
                        dict(zip(names, row, strict=True)) for row in rows])
            if over:
                await connection.execute(sa.update(games).where(
                    games.c.id == sa.bindparam("b_id")).values(over=True), over)
            if self._hints:
                for hint in hints_about((row[0] for row in transaction.events), self._name):
                    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, hint)))
            await connection.commit()
        except BaseException:
            await connection.rollback()
            raise

    async def close(self) -> None:
        """See `Writer`."""
        await self._connection.close()
