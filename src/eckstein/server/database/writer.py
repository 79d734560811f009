"""Transactions that write: each is sent to the database in one step.  Here to a file of SQLite."""
from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ..game.chain import Head
from ..store.contract import ConflictError, StoreError
from ..store.transactions import Ending
from .result_rows import insertion

T = TypeVar("T")
Row = tuple[Any, ...]
# Whether the account of a player agrees to public games, given how its row is locked.
_AGREES = ("EXISTS (SELECT 1 FROM account WHERE who LIKE 'account:%' AND id = substr(who, 9) "
           "AND public{3})")
# How a game ends for a player, given when, the winner, whether it counts for ratings, and how the
# rows of accounts are locked, so that no player withdraws consent meanwhile.
ENDS = ("ended = {0}, outcome = CASE WHEN {1} IN ('drawn', 'none') THEN {1} "
        "WHEN {1} = colour THEN 'won' ELSE 'lost' END, "
        "rated = {2}, "
        f"agreed = who LIKE 'level:%' OR {_AGREES}, "
        f"to_explore = CASE WHEN {_AGREES} THEN {{0}} END, "
        "points = coalesce(points, (SELECT standing.points FROM standing "
        "WHERE who LIKE 'account:%' AND account = substr(who, 9) "
        "AND standing.rules = player.rules AND standing.speed = player.speed))")

# The same game's result, if it is rated; the numbers are those of the fields of `Ending`.
RESULT = insertion("(SELECT ?1 AS game, ?2 AS at, ?3 AS winner, ?5 AS how, ?6 AS ruler, "
                   "?7 AS white, ?8 AS black) AS ending", "min")
# What is deleted is overwritten, whatever SQLite was built with.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON",
           "secure_delete=ON")


@dataclass(frozen=True, slots=True)
class Batch:
    """What is written together.

    Attributes:
        rows: by its table what is new in it; a game comes before its events.
        games: by id what changes in the rows of games: whether they end, and when they are due.
        heads: by id those of games that were there before.
        settings: by name the server's own notes.
        forgotten: games with the colours of which conditional replies are forgotten, before those
            in `rows`: those of a command, or any if it is None.
        ended: by id when and how games end, for the rows of their players.
        replaced: by its table rows that may be there already; their first column is the key.
    """

    rows: dict[sa.Table, list[Row]]
    games: dict[str, tuple[bool, int | None]]
    heads: dict[str, Head]
    settings: dict[str, str]
    forgotten: list[tuple[str, str, str | None]]
    ended: dict[str, Ending]
    replaced: dict[sa.Table, list[Row]]

    def letters(self) -> int:
        """How much text it has, about."""
        values = [value for rows in self.rows.values() for row in rows for value in row]
        return sum(len(value) for value in (*values, *self.settings.values())
                   if isinstance(value, str))


class Writer(Protocol):
    """The one connection that writes events."""

    async def commit(self, batch: Batch) -> None:
        """Return when all of it is on disk.

        Raises:
            NotOwnedError: if this server does not own a game that it is about.
            ConflictError: if a row is there already.
            StoreError: if the database cannot be written.
        """
        ...

    async def close(self) -> None:
        """Disconnect."""
        ...


def is_file(engine: AsyncEngine) -> bool:
    """Whether a database is a file of SQLite."""
    return (engine.dialect.name == "sqlite"
            and engine.url.database not in (None, "", ":memory:"))


def connect(engine: AsyncEngine) -> sqlite3.Connection:
    """A plain connection to a file of SQLite, without transactions that begin by themselves."""
    arguments, named = engine.dialect.create_connect_args(engine.url)
    open_file: Callable[..., sqlite3.Connection] = sqlite3.connect
    return open_file(*arguments, **{**named, "isolation_level": None})


def _root(value: float | None) -> float | None:
    """The square root, as PostgreSQL has it."""
    return None if value is None else math.sqrt(value)


def _insertion(table: sa.Table, count: int) -> str:
    """The statement by which so many rows are inserted into a table."""
    return (f"INSERT INTO {table.name} ({','.join(table.columns.keys())}) "
            f"{_values(len(table.columns), count)}")


def replacing(table: sa.Table) -> str:
    """What is to be done with a row if its key is there already."""
    key, *others = table.columns.keys()
    return (f"ON CONFLICT ({key}) DO UPDATE SET "
            + ", ".join(f"{name}=excluded.{name}" for name in others))


def _values(width: int, count: int) -> str:
    """Places for so many rows of so many values."""
    row = f"({','.join('?' * width)})"
    return f"VALUES {','.join([row] * count)}"


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
        connection.create_function("sqrt", 1, _root, deterministic=True)
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
            for forgotten in batch.forgotten:
                execute("DELETE FROM replies WHERE game=? AND colour=? "
                        "AND command_id=coalesce(?, command_id)", forgotten)
            # All rows by one statement: for each statement the driver takes Python's lock again.
            for table, rows in batch.rows.items():
                if rows:
                    execute(_insertion(table, len(rows)), [value for row in rows for value in row])
            for table, rows in batch.replaced.items():
                if rows:
                    execute(f"{_insertion(table, len(rows))} {replacing(table)}",
                            [value for row in rows for value in row])
            for game, (over, due) in batch.games.items():
                execute("UPDATE game SET over=over OR ?, due=? WHERE id=?", (over, due, game))
            if batch.heads:
                execute("UPDATE game SET head=new.column2, digest=new.column3 FROM "
                        f"({_values(3, len(batch.heads))}) AS new WHERE id=new.column1",
                        [value for game, head in batch.heads.items() for value in (game, *head)])
            for game, ending in batch.ended.items():
                execute(RESULT, (game, *ending))
                execute(f"UPDATE player SET {ENDS.format('?2', '?3', '?4', '')} WHERE game=?1",
                        (game, *ending[:3]))
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
