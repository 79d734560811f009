"""Transactions that write: each is sent to the database in one step."""
from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..store.contract import ConflictError, StoreError
from .notifications import CHANNEL, notifications_about
from .tables import games, replies, settings

T = TypeVar("T")
Row = tuple[Any, ...]
ANSWER_SECONDS = 4.0        # a database that takes longer is taken to be away
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")


@dataclass(frozen=True, slots=True)
class Batch:
    """What is written together.

    Attributes:
        rows: by its table what is new in it; a game comes before its events.
        over: games that end.
        settings: by name the server's own notes.
        laid: games with colours whose conditional replies are forgotten, before those in `rows`.
        told: games of which other servers are to hear.
    """

    rows: dict[sa.Table, list[Row]]
    over: list[str]
    settings: dict[str, str]
    laid: list[tuple[str, str]]
    told: set[str]


class Writer(Protocol):
    """The one connection that writes events."""

    async def commit(self, batch: Batch) -> None:
        """Return when all of it is on disk.

        Raises:
            ConflictError: if a row is there already.
            StoreError: if the database cannot be written.
        """
        ...

    async def close(self) -> None:
        """Disconnect."""
        ...


async def open_writer(engine: AsyncEngine, name: str) -> Writer:
    """A connection to write by; others know the server by its name."""
    if is_file(engine):
        writer = SqliteWriter(engine)
        await writer.open()
        return writer
    return OtherWriter(engine, name)


def is_file(engine: AsyncEngine) -> bool:
    """Whether a database is a file of SQLite."""
    return (engine.dialect.name == "sqlite"
            and engine.url.database not in (None, "", ":memory:"))


def connect(engine: AsyncEngine) -> sqlite3.Connection:
    """A plain connection to a file of SQLite, without transactions that begin by themselves."""
    arguments, named = engine.dialect.create_connect_args(engine.url)
    open_file: Callable[..., sqlite3.Connection] = sqlite3.connect
    return open_file(*arguments, **{**named, "isolation_level": None})


def _insertion(table: sa.Table, count: int) -> str:
    """The statement by which so many rows are inserted into a table."""
    places = f"({','.join('?' * len(table.columns))})"
    return (f"INSERT INTO {table.name} ({','.join(table.columns.keys())}) "
            f"VALUES {','.join([places] * count)}")


class SqliteWriter:
    """A thread that has a connection of its own: one turn of it for each batch.

    A driver that hands each statement to a thread, and SQLAlchemy above it, take several times as
    long for a transaction of one move as SQLite does.

    Args:
        engine: says how to connect.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")

    async def open(self) -> None:
        """Connect."""
        self._connection = await self._do(self._connect)

    def _connect(self) -> sqlite3.Connection:
        connection = connect(self._engine)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    async def ask(self, pragma: str) -> Any:
        """Ask this connection for a setting, or change it."""
        found = await self._do(lambda: self._connection.execute(f"PRAGMA {pragma}").fetchone())
        return found and found[0]

    async def commit(self, batch: Batch) -> None:
        """See `Writer`."""
        try:
            await self._do(lambda: self._commit(batch))
        except sqlite3.IntegrityError as error:
            raise ConflictError(str(error)) from None
        except (sqlite3.Error, OSError, ValueError) as error:       # or a text that is none
            raise StoreError(str(error)) from None

    def _commit(self, batch: Batch) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            for laid in batch.laid:
                execute("DELETE FROM replies WHERE game=? AND colour=?", laid)
            # All rows by one statement: for each statement the driver takes Python's lock anew.
            for table, rows in batch.rows.items():
                if rows:
                    execute(_insertion(table, len(rows)), [value for row in rows for value in row])
            for game in batch.over:
                execute("UPDATE game SET over=1 WHERE id=?", (game,))
            for note in batch.settings.items():
                execute("INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) "
                        "DO UPDATE SET value=excluded.value", note)
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise

    async def close(self) -> None:
        """See `Writer`."""
        await self._do(self._connection.close)
        self._thread.shutdown()

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class OtherWriter:
    """Any database that SQLAlchemy knows; PostgreSQL also passes notifications on.

    A database that does not answer in time is taken to be away.  What was sent to it may still be
    written: nobody knows, so nothing is told of it, and the game is read again.

    Args:
        engine: says how to connect.
        name: under which notifications are sent.
    """

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self._engine, self._name = engine, name
        self._notifications = engine.dialect.name == "postgresql"
        self._connection: AsyncConnection | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def commit(self, batch: Batch) -> None:
        """See `Writer`."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                if self._connection is None:
                    self._connection = await self._engine.connect()
                await self._commit(self._connection, batch)
        except IntegrityError as error:
            raise ConflictError(str(error.orig)) from None
        except (SQLAlchemyError, OSError) as error:
            self._give_up()
            raise StoreError(str(error) or "the database does not respond") from None
        except BaseException:
            self._give_up()
            raise

    def _give_up(self) -> None:
        """End this connection, which may take long, without waiting."""
        if self._connection is not None:
            task = asyncio.get_running_loop().create_task(_end(self._connection))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
        self._connection = None

    async def _commit(self, connection: AsyncConnection, batch: Batch) -> None:
        execute = connection.execute
        try:
            for game, colour in batch.laid:
                await execute(sa.delete(replies).where(
                    replies.c.game == game, replies.c.colour == colour))
            for table, rows in batch.rows.items():
                if rows:
                    await execute(sa.insert(table), [
                        dict(zip(table.columns.keys(), row, strict=True)) for row in rows])
            if batch.over:
                await execute(sa.update(games).where(games.c.id.in_(batch.over)).values(over=True))
            if self._notifications:
                for text in notifications_about(batch.told, self._name):
                    await execute(sa.select(sa.func.pg_notify(CHANNEL, text)))
            for name, value in batch.settings.items():      # last, for other servers wait for it
                changed = await execute(sa.update(settings).where(
                    settings.c.name == name).values(value=value))
                if not changed.rowcount:
                    await execute(sa.insert(settings), [{"name": name, "value": value}])
            await connection.commit()
        except IntegrityError:
            await connection.rollback()
            raise

    async def close(self) -> None:
        """See `Writer`."""
        self._give_up()
        await asyncio.gather(*self._ending)


async def _end(connection: AsyncConnection) -> None:
    """Let a connection go, whatever it is at."""
    with contextlib.suppress(SQLAlchemyError, OSError):
        await connection.invalidate()
    with contextlib.suppress(SQLAlchemyError, OSError):
        await connection.close()
