"""Events on disk.  What `write` has returned from is there after any crash.

All that wait to be written while a transaction is being committed go into the next one together,
so that one wait for the disk serves them all.
"""
from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .clocks import Span
from .events import Event
from .migrations import upgrade

TOGETHER = 500              # events in one transaction, about
SECRET, ALIVE = "secret", "alive"

tables = sa.MetaData()
games = sa.Table("game", tables, sa.Column("id", sa.String, primary_key=True),
                 sa.Column("rules", sa.String), sa.Column("created", sa.BigInteger),
                 sa.Column("over", sa.Boolean), sa.Column("tended", sa.Boolean))
events = sa.Table("game_event", tables, sa.Column("game", sa.String, primary_key=True),
                  sa.Column("seq", sa.Integer, primary_key=True), sa.Column("actor", sa.String),
                  sa.Column("command_id", sa.String), sa.Column("kind", sa.String),
                  sa.Column("data", sa.Text), sa.Column("clock", sa.Text),
                  sa.Column("key", sa.BigInteger), sa.Column("at", sa.BigInteger))
settings = sa.Table("setting", tables, sa.Column("name", sa.String, primary_key=True),
                    sa.Column("value", sa.Text))
downtimes = sa.Table("downtime", tables, sa.Column("begin", sa.BigInteger, primary_key=True),
                     sa.Column("end", sa.BigInteger))

COLUMNS = tuple(column.name for column in events.columns)
_DATA, _CLOCK = (msgspec.json.Decoder(kind) for kind in (dict[str, Any], dict[str, int] | None))


class Conflict(Exception):
    """Somebody else has written this event, or this command, before."""


class StoreError(Exception):
    """The database cannot be written now."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is written together or not at all.

    Attributes:
        events: of one game, or of two.
        new_games: rows of games that begin.
        over: games that end.
    """

    events: Sequence[Event]
    new_games: Sequence[dict[str, Any]] = ()
    over: Sequence[str] = ()


class Store:
    """A database, through one connection that writes and others that read.

    Args:
        url: such as `sqlite+aiosqlite:///games.sqlite`, or of PostgreSQL.
    """

    def __init__(self, url: str) -> None:
        self._engine: AsyncEngine = create_async_engine(url)
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)
        self._waiting: list[tuple[Unit, asyncio.Future[None]]] = []
        self._more = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self.commits = self.written = 0

    async def open(self) -> None:
        """Connect, bring the tables up to date, and begin to write."""
        async with self._engine.begin() as connection:
            await connection.run_sync(upgrade)
        self._connection = await self._engine.connect()
        self._writer = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Finish what waits, and disconnect."""
        if self._writer is not None:
            while self._waiting:
                await asyncio.wait([future for _, future in self._waiting])
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()
        await self._engine.dispose()

    # Writing.

    async def write(self, unit: Unit) -> None:
        """Return when all of it is on disk.

        Raises:
            Conflict: if an event of that number, or the command, is there already.
            StoreError: if the database cannot be written; then nothing of it is.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, future))
        self._more.set()
        await asyncio.shield(future)

    async def _write_on(self) -> None:
        while True:
            await self._more.wait()
            batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
            if not self._waiting:
                self._more.clear()
            await self._write_batch(batch)

    async def _write_batch(self, batch: list[tuple[Unit, asyncio.Future[None]]]) -> None:
        """All in one transaction; if that fails, one by one, to see whose fault it is."""
        try:
            await self._commit([unit for unit, _ in batch])
        except IntegrityError as error:
            if len(batch) == 1:
                _settle(batch, Conflict(str(error.orig)))
                return
            for single in batch:
                await self._write_batch([single])
        except (SQLAlchemyError, OSError) as error:
            _settle(batch, StoreError(str(error)))
        else:
            _settle(batch, None)

    async def _commit(self, units: list[Unit]) -> None:
        connection = self._connection
        assert connection is not None
        rows = [_row(event) for unit in units for event in unit.events]
        new = [row for unit in units for row in unit.new_games]
        over = [{"b_id": game} for unit in units for game in unit.over]
        try:
            if new:
                await connection.execute(sa.insert(games), new)
            if rows:
                await self._insert(connection, rows)
            if over:
                await connection.execute(sa.update(games).where(
                    games.c.id == sa.bindparam("b_id")).values(over=True), over)
            await connection.commit()
        except BaseException:
            await connection.rollback()
            raise
        self.commits += 1
        self.written += len(rows)

    async def _insert(self, connection: AsyncConnection, rows: list[tuple[Any, ...]]) -> None:
        """All rows by one statement.

        SQLite's driver takes Python's lock anew for each row of a list of parameters, and may wait
        five milliseconds for it each time.
        """
        if self._engine.dialect.name == "sqlite":
            places = ",".join([f"({','.join('?' * len(COLUMNS))})"] * len(rows))
            await connection.exec_driver_sql(
                f"INSERT INTO game_event ({','.join(COLUMNS)}) VALUES {places}",
                tuple(value for row in rows for value in row))
        else:
            await connection.execute(sa.insert(events),
                                     [dict(zip(COLUMNS, row, strict=True)) for row in rows])

    # Reading.

    async def events_of(self, game: str) -> list[Event]:
        """All events of a game in their order; none if there is no such game."""
        query = sa.select(events).where(events.c.game == game).order_by(events.c.seq)
        async with self._engine.connect() as connection:
            return [_event(row) for row in await connection.execute(query)]

    async def to_tend(self) -> list[str]:
        """Games that run and that have clocks or computers."""
        query = sa.select(games.c.id).where(games.c.tended, sa.not_(games.c.over))
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def all_games(self) -> list[str]:
        """All games, the oldest first."""
        query = sa.select(games.c.id).order_by(games.c.created, games.c.id)
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def dispose(self) -> None:
        """Disconnect; for stores that were only read from, and never opened."""
        await self._engine.dispose()

    async def ready(self) -> bool:
        """Whether the database answers."""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sa.select(1))
        except (SQLAlchemyError, OSError):
            return False
        return True

    # The server's own.

    async def secret(self) -> str:
        """What tokens are signed with; made the first time."""
        found = await self._setting(SECRET)
        if found is None:
            found = secrets.token_urlsafe(48)
            await self._keep(SECRET, found)
        return found

    async def alive(self) -> int | None:
        """When a server was last known to run."""
        found = await self._setting(ALIVE)
        return None if found is None else int(found)

    async def stay_alive(self, now: int) -> None:
        """Note that the server runs."""
        await self._keep(ALIVE, str(now))

    async def pauses(self) -> list[Span]:
        """When no server ran, in order."""
        query = sa.select(downtimes).order_by(downtimes.c.begin)
        async with self._engine.connect() as connection:
            return [(row.begin, row.end) for row in await connection.execute(query)]

    async def add_pause(self, begin: int, end: int) -> None:
        """Note that no server ran."""
        async with self._engine.begin() as connection:
            await connection.execute(sa.insert(downtimes), [{"begin": begin, "end": end}])

    async def _setting(self, name: str) -> str | None:
        query = sa.select(settings.c.value).where(settings.c.name == name)
        async with self._engine.connect() as connection:
            found: str | None = await connection.scalar(query)
            return found

    async def _keep(self, name: str, value: str) -> None:
        async with self._engine.begin() as connection:
            changed = await connection.execute(sa.update(settings).where(
                settings.c.name == name).values(value=value))
            if not changed.rowcount:
                await connection.execute(sa.insert(settings), [{"name": name, "value": value}])


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000",
                   "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _settle(batch: list[tuple[Unit, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, future in batch:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


def _row(event: Event) -> tuple[Any, ...]:
    """The values of COLUMNS."""
    clock = None if event.clock is None else msgspec.json.encode(event.clock).decode()
    return (event.game, event.seq, event.actor, event.command_id, event.kind,
            msgspec.json.encode(event.data).decode(), clock, event.key, event.at)


def _event(row: Any) -> Event:
    return Event(row.game, row.seq, row.actor, row.command_id, row.kind, _DATA.decode(row.data),
                 None if row.clock is None else _CLOCK.decode(row.clock), row.key, row.at)
