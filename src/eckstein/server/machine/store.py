"""Events on disk.  Whatever `write` has returned from survives any crash.

Transactions that arrive while another is being committed are combined into the next one, so that
they wait for the disk together.
"""
from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ..game.clocks import Span
from ..game.events import DamagedGameError, Event
from ..game.replies import Line, Replies
from ..game.tokens import new_id
from ..store.contract import ConflictError, StoreError
from ..store.transactions import Transaction
from . import private
from .migrations import check_version, upgrade
from .notifications import Notifications
from .private import SECRET
from .soundness import is_damage, look_over
from .tables import downtimes, events, games, replies, settings, studies
from .writer import ANSWER_SECONDS, PRAGMAS, Batch, Row, Writer, is_file, open_writer

TOGETHER = 500              # events in one transaction, about
ALIVE, PROBED = "alive", "probed"
log = structlog.get_logger()
_DATA, _CLOCK = (msgspec.json.Decoder(kind) for kind in (dict[str, Any], dict[str, int] | None))
_LINES = msgspec.json.Decoder(list[Line])


class Store:
    """A database, through one connection that writes and others that read.  See `GameStore`.

    Args:
        url: such as `sqlite+aiosqlite:///games.sqlite`, or of PostgreSQL.
        took: is told the seconds of each transaction that has written events.
    """

    def __init__(self, url: str, took: Callable[[float], None] = lambda seconds: None) -> None:
        self._engine: AsyncEngine = create_async_engine(
            url, connect_args=_CONNECT.get(sa.make_url(url).get_driver_name(), {}))
        prepare = _PREPARE.get(self._engine.dialect.name)
        if prepare is not None:
            sa.event.listen(self._engine.sync_engine, "connect", prepare)
        self._name = new_id()
        self._notifications: Notifications | None = None
        self._waiting: list[tuple[Transaction, asyncio.Future[None]]] = []
        self._more = asyncio.Event()
        self._closing = False
        self._writing: asyncio.Task[None] | None = None
        self.writer: Writer | None = None
        self.commits = self.written = 0
        self._took = took

    async def open(self) -> None:
        """Connect, bring the tables up to date, and begin to write.

        Raises:
            NewerDatabaseError: if a newer version of Eckstein has written it.
        """
        if is_file(self._engine):
            await asyncio.to_thread(private.keep_to_owner, self._engine)
        async with self._engine.begin() as connection:
            await connection.run_sync(upgrade)
        self.writer = await open_writer(self._engine, self._name)
        self._writing = asyncio.create_task(self._write_on())

    def listen(self, heard: Callable[[Sequence[str] | None], None]) -> None:
        """See `GameStore`: hear from other servers on the same database, where it can tell."""
        if self._engine.driver == "asyncpg":
            self._notifications = Notifications(self._engine, self._name, heard)

    async def probe(self) -> None:
        """See that the database and its key can be used, and bring the tables up to date.

        Raises:
            ValueError: with a sentence, if it cannot.
        """
        try:
            if is_file(self._engine):
                await asyncio.to_thread(look_over, self._engine)
            await self.open()
            await self._note(PROBED, round(time.time() * 1000))
            await self.secret()
        except (SQLAlchemyError, sqlite3.Error, OSError, StoreError) as error:
            raise ValueError(f"the database cannot be used: {first_line(error)}") from None
        finally:
            await self.close()

    async def close(self) -> None:
        """Finish what waits, and disconnect."""
        if self._notifications is not None:
            await self._notifications.close()
        self._closing = True
        self._more.set()
        if self._writing is not None:
            await self._writing
        if self.writer is not None:
            await self.writer.close()
        await self._engine.dispose()

    # Writing.

    async def write(self, transaction: Transaction) -> None:
        """See `GameStore`; when this returns, all of it is on disk."""
        if self._closing:
            raise StoreError("the database is closed")
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.add_done_callback(seen)          # the client that waits for it may be gone
        self._waiting.append((transaction, future))
        self._more.set()
        await asyncio.shield(future)

    async def _write_on(self) -> None:
        while self._waiting or not self._closing:
            await self._more.wait()
            batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
            if not (self._waiting or self._closing):
                self._more.clear()
            if batch:
                await self._write_batch(batch)

    async def _write_batch(self, batch: list[tuple[Transaction, asyncio.Future[None]]]) -> None:
        """All in one transaction; if that fails, one by one, to see whose fault it is."""
        try:
            await self._commit([transaction for transaction, _ in batch])
        except ConflictError as conflict:
            if len(batch) == 1:
                _settle(batch, conflict)
                return
            for single in batch:
                await self._write_batch([single])
        except StoreError as error:
            _settle(batch, error)
        except Exception as error:      # the writer must not die, or all would wait for ever
            log.error("writing", exc_info=error)
            _settle(batch, StoreError(repr(error)))
        else:
            _settle(batch, None)

    async def _commit(self, transactions: list[Transaction]) -> None:
        assert self.writer is not None
        begin = time.perf_counter()
        written = [event for one in transactions for event in one.events]
        # Of two notes, or replies of the same player, the later ones count.
        notes = dict(note for one in transactions for note in one.settings)
        laid = {(new.game, new.colour): new for one in transactions for new in one.replies}
        rows = {games: [tuple(row[column.name] for column in games.columns)
                        for one in transactions for row in one.new_games],
                events: list(map(_row, written)),
                replies: [_replies_row(one) for one in laid.values() if one.lines],
                studies: [study for one in transactions for study in one.studies]}
        await self.writer.commit(Batch(
            rows, [game for one in transactions for game in one.over], notes, list(laid),
            {event.game for event in written} | {game for game, _ in laid}))
        if written:             # the figures are about games
            self._took(time.perf_counter() - begin)
            self.commits += 1
            self.written += len(written)

    # Reading.

    async def events_of(self, game: str) -> list[Event]:
        """See `GameStore`."""
        query = sa.select(events).where(events.c.game == game).order_by(events.c.seq)
        try:
            async with self._soon() as connection:
                rows = list(await connection.execute(query))
            return [_event(row) for row in rows]
        except (msgspec.MsgspecError, RecursionError) as error:
            raise DamagedGameError(f"an event cannot be read: {error}") from None

    async def last_seq(self, game: str) -> int:
        """See `GameStore`."""
        query = sa.select(sa.func.max(events.c.seq)).where(events.c.game == game)
        async with self._soon() as connection:
            return await connection.scalar(query) or 0

    async def replies_of(self, game: str) -> list[Replies]:
        """See `GameStore`."""
        query = sa.select(replies).where(replies.c.game == game)
        async with self._soon() as connection:
            rows = list(await connection.execute(query))
        return [Replies(row.game, row.colour, row.seq, row.ply, row.command_id,
                        _LINES.decode(row.lines)) for row in rows]

    async def study(self, study: str) -> str | None:
        """See `GameStore`."""
        async with self._soon() as connection:
            found: str | None = await connection.scalar(
                sa.select(studies.c.text).where(studies.c.id == study))
            return found

    async def to_tend(self) -> list[str]:
        """See `GameStore`."""
        prepared = games.c.id.in_(sa.select(replies.c.game))
        query = sa.select(games.c.id).where(games.c.tended | prepared, sa.not_(games.c.over))
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def all_games(self) -> list[str]:
        """All games, the oldest first."""
        query = sa.select(games.c.id).order_by(games.c.created, games.c.id)
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def check_version(self) -> None:
        """Raise NewerDatabaseError if a newer version of Eckstein has written the database."""
        async with self._engine.connect() as connection:
            await connection.run_sync(check_version)

    @contextlib.asynccontextmanager
    async def _soon(self) -> AsyncIterator[AsyncConnection]:
        """A connection for what has to be read soon; TimeoutError says that it was not.

        Raises:
            DamagedGameError: if what is to be read is damaged.
            StoreError: if nothing can be read now.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            if isinstance(error, sa.exc.DatabaseError) and is_damage(error.orig):
                raise DamagedGameError(f"it cannot be read: {first_line(error)}") from None
            raise StoreError(first_line(error)) from error

    async def trouble(self, now: int) -> Literal["read", "write"] | None:
        """See `GameStore`."""
        try:
            async with self._soon() as connection:
                await connection.execute(sa.select(settings.c.value).limit(1))
        except (StoreError, DamagedGameError, OSError) as error:
            log.error("reading", error=first_line(error))
            return "read"
        try:
            await self.stay_alive(now)
        except (StoreError, ConflictError) as error:
            log.error("writing", error=str(error))
            return "write"
        return None

    # The server's own.

    async def secret(self) -> str:
        """See `GameStore`."""
        if is_file(self._engine):
            return await asyncio.to_thread(private.key_of, self._engine)
        found = await self._setting(SECRET)
        if found is None:
            await self._add(settings, name=SECRET, value=private.new_key())
            found = await self._setting(SECRET)
            assert found is not None
        return found

    async def alive(self) -> int | None:
        """See `GameStore`."""
        found = await self._setting(ALIVE)
        return None if found is None else int(found)

    async def stay_alive(self, now: int) -> None:
        """See `GameStore`."""
        await self._note(ALIVE, now)

    async def _note(self, name: str, value: int) -> None:
        await self.write(Transaction([], settings=[(name, str(value))]))

    async def pauses(self) -> list[Span]:
        """See `GameStore`."""
        query = sa.select(downtimes).order_by(downtimes.c.begin)
        async with self._engine.connect() as connection:
            return [(row.begin, row.end) for row in await connection.execute(query)]

    async def add_pause(self, begin: int, end: int) -> None:
        """See `GameStore`."""
        await self._add(downtimes, begin=begin, end=end)

    async def _setting(self, name: str) -> str | None:
        query = sa.select(settings.c.value).where(settings.c.name == name)
        async with self._engine.connect() as connection:
            found: str | None = await connection.scalar(query)
            return found

    async def _add(self, table: sa.Table, **row: Any) -> None:
        """Insert a row, unless another server was quicker."""
        with contextlib.suppress(IntegrityError):
            async with self._engine.begin() as connection:
                await connection.execute(sa.insert(table), [row])


def first_line(error: Exception) -> str:
    """What a person should know of an error of a database."""
    told = str(getattr(error, "orig", None) or error).partition("\n")[0]
    return told or ("it does not respond" if isinstance(error, TimeoutError) else repr(error))


def seen(done: asyncio.Future[Any]) -> None:
    """Take notice of what went wrong, for those who asked may be gone."""
    if not done.cancelled():
        done.exception()


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _prepare_postgresql(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("SET synchronous_commit TO on")
    cursor.close()
    connection.commit()


_CONNECT = {"asyncpg": {"timeout": ANSWER_SECONDS}}
_PREPARE = {"sqlite": _prepare_sqlite, "postgresql": _prepare_postgresql}


def _settle(batch: list[tuple[Transaction, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, future in batch:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


def _row(event: Event) -> Row:
    """The values of the columns."""
    clock = None if event.clock is None else msgspec.json.encode(event.clock).decode()
    return (event.game, event.seq, event.actor, event.command_id, event.kind,
            msgspec.json.encode(event.data).decode(), clock, event.at)


def _replies_row(laid: Replies) -> Row:
    return (laid.game, laid.colour, laid.seq, laid.ply, laid.command_id,
            msgspec.json.encode(laid.lines).decode())


def _event(row: Any) -> Event:
    """An event from its row; whatever is in it may be damaged."""
    return msgspec.convert(
        {"game": row.game, "seq": row.seq, "actor": row.actor, "command_id": row.command_id,
         "kind": row.kind, "data": _DATA.decode(row.data),
         "clock": None if row.clock is None else _CLOCK.decode(row.clock), "at": row.at}, Event)
