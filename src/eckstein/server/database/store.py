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
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..game.chain import Head, check_head, columns
from ..game.clocks import Span
from ..game.events import DamagedGameError, Event
from ..game.replies import Replies
from ..game.tokens import new_id
from ..hub.events import ClusterEvent
from ..ops.asked import traced
from ..store.contract import (
    ANYTHING,
    ConflictError,
    Others,
    Owner,
    StoreError,
)
from ..store.lobbies import Pairing, Share
from ..store.presence import Presence
from ..store.transactions import Transaction
from . import heads, private, rows
from .cluster import leases
from .cluster.node import Node
from .databases import engine_of, first_line, shown
from .gathering import Gathering
from .key_file import KeyFile, check_inside
from .migrations import HEADS, check_version, upgrade, version
from .postgres_writer import ANSWER_SECONDS, PostgresWriter
from .private import SECRET
from .retention import Retention
from .soundness import is_damage, look_over
from .tables import (
    downtimes,
    events,
    games,
    pairings,
    players,
    replies,
    settings,
    studies,
    tournament_events,
    tournament_games,
    tournaments,
)
from .writer import PRAGMAS, Batch, Row, SqliteWriter, Writer, is_file

TOGETHER = 500              # events in one transaction, about
UNAWARE = 0.1               # seconds before a lease that has run out is asked for again
ALIVE, PROBED, ROOM = "alive", "probed", "room"
log = structlog.get_logger()


class Store:
    """A database, through one connection that writes and others that read.  See `GameStore`.

    Args:
        url: such as `sqlite+aiosqlite:///games.sqlite`, or of PostgreSQL.
        took: is called with the seconds of each transaction that has written events.
        key: the file of the key that signs seats, for a database that does not hold it itself.

    Raises:
        ValueError: with a sentence, if a key is named for a database that has its own beside it.

    Attributes:
        engine: the database.
        patience: how many seconds it waits for what has to be read soon.
    """

    def __init__(self, url: str, took: Callable[[float], None] = lambda seconds: None,
                 key: Path | None = None) -> None:
        driver = sa.make_url(url).get_driver_name()
        self.engine: AsyncEngine = engine_of(url, ANSWER_SECONDS, **_ENGINE.get(driver, {}))
        prepare = _PREPARE.get(self.engine.dialect.name)
        if prepare is not None:
            sa.event.listen(self.engine.sync_engine, "connect", prepare)
        self.key_file = None if key is None else KeyFile(self.engine, key)
        self._retention, self._gathering = Retention(self.engine), Gathering(self._ask)
        self.shared = self.engine.dialect.name == "postgresql"
        # Of a service, each statement by itself is a transaction: that saves two ways to it.
        self._reading = self.engine.execution_options(
            **({"isolation_level": "AUTOCOMMIT"} if self.shared else {}))
        self.name, self.patience = new_id(), ANSWER_SECONDS
        self._node: Node | None = None
        self._waiting: list[tuple[Transaction, asyncio.Future[None]]] = []
        self._more = asyncio.Event()
        self._closing, self._has_heads = False, True
        self._writing: asyncio.Task[None] | None = None
        self.writer: Writer | None = None
        self.commits = self.written = 0
        self._refused = 0       # letters of what could not be written, if nothing as long was since
        self._took = took

    async def open(self) -> None:
        """Connect, bring the tables up to date, and begin to write.

        Raises:
            NewerDatabaseError: if a newer version of Eckstein has written it.
        """
        if is_file(self.engine):
            await asyncio.to_thread(private.keep_to_owner, self.engine)
        await self.take_steps(upgrade)
        if self.shared:
            self.writer = PostgresWriter(self.engine, self._term)
        else:
            self.writer = SqliteWriter(self.engine)
            await self.writer.open()
        self._writing = asyncio.create_task(self._write_on())

    async def take_steps(self, take: Callable[[sa.Connection], None]) -> str:
        """Take steps of `migrations`; returns the last one that has been taken."""
        async with self.engine.begin() as connection:
            await connection.run_sync(take)
            return await connection.run_sync(version) or ""

    async def alive_for(self, milliseconds: int, now: int) -> bool:
        """Whether a server has noted that it runs, within so many milliseconds."""
        async with self.engine.connect() as connection:
            if await connection.run_sync(version) is None:
                return False
        return now - (await self.alive() or 0) < milliseconds

    def _term(self) -> int | None:
        """That of this server's lease; None if it has none, since it does not listen."""
        return None if self._node is None else self._node.term

    async def listen(self, others: Others) -> None:
        """See `GameStore`: on a file of SQLite, there are no other servers."""
        if self.shared:
            self._node = Node(self.engine, self.name, others)
            await self._node.open()

    def tell_presence(self, game: str, presence: Presence) -> None:
        """See `GameStore`."""
        if self._node is not None:
            self._node.tell_presence(game, presence)

    def tell_lobby(self, share: Share) -> None:
        """See `GameStore`."""
        if self._node is not None:
            self._node.tell_lobby(share)

    def send(self, event: ClusterEvent) -> None:
        """See `GameStore`."""
        if self._node is not None:
            self._node.send(event)

    async def probe(self) -> None:
        """See that the database and its key can be used, and bring the tables up to date.

        Raises:
            ValueError: with a sentence, if it cannot.
        """
        try:
            if is_file(self.engine):
                await asyncio.to_thread(look_over, self.engine)
            await self.open()
            await self._note(PROBED, round(time.time() * 1000))
            await self.secret()
        except (SQLAlchemyError, sqlite3.Error, OSError, StoreError) as error:
            raise ValueError(f"the database cannot be used: {shown(self.engine.url)}: "
                             f"{first_line(error)}") from None
        finally:
            await self.close()

    async def close(self) -> None:
        """Finish what waits, and disconnect."""
        if self._node is not None:
            await self._node.close()
        self._closing = True
        self._more.set()
        if self._writing is not None:
            await self._writing
        if self.writer is not None:
            await self.writer.close()
        await self.engine.dispose()

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
        """All in one transaction; if that fails, one by one, to see which one is at fault."""
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
        passed = {(old.game, old.colour): old for one in transactions for old in one.passed}
        forgotten = {name: passed[name].command_id for name in passed} | dict.fromkeys(laid)
        changes = {game: (False, due) for one in transactions for game, due in one.due.items()}
        ended = {game: ending for one in transactions for game, ending in one.ended.items()}
        changes |= dict.fromkeys(ended, (True, None))
        changed = [one.tournament for one in transactions if one.tournament is not None]
        come = {event.game: Head(event.seq, event.digest) for event in written if event.digest}
        new = {games: [rows.of_game(row, come.pop(row["id"], None))
                        for one in transactions for row in one.new_games],
                events: list(map(columns, written)),
                players: [rows.of_player(row) for one in transactions for row in one.players],
                replies: [rows.of_replies(one) for one in laid.values() if one.lines],
                studies: [study for one in transactions for study in one.studies],
                pairings: [tuple(one) for each in transactions for one in each.pairings],
                tournament_events: [rows.of_tournament_event(event)
                                   for one in changed for event in one.events]}
        told: dict[sa.Table, dict[str, Row]] = {
            tournaments: {one.row.id: tuple(one.row) for one in changed},
            tournament_games: {game: (game, one.row.id, over) for one in changed
                                   for game, over in one.games.items()}}
        batch = Batch(new, changes, come, notes,
                      [(*name, command) for name, command in forgotten.items()], ended,
                      {table: list(found.values()) for table, found in told.items()})
        try:
            with traced("transaction", {"events": len(written), "together": len(transactions)}):
                await self.writer.commit(batch)
        except StoreError:
            self._refused = max(self._refused, batch.letters())
            raise
        if self._refused and batch.letters() >= self._refused:
            self._refused = 0
        if self._node is not None:
            self._node.tell({event.game: event.seq for event in written}
                            | {game: ANYTHING for game, _ in laid})
        if written:             # the figures are about games
            self._took(time.perf_counter() - begin)
            self.commits += 1
            self.written += len(written)

    # Reading.

    async def events_of(self, game: str, first: int = 1, digest: bytes = b"") -> list[Event]:
        """See `GameStore`."""
        found, head = await self.stored(game, first, digest)
        if first == 1 or digest:
            check_head(head, found, first)
        return found

    async def stored(self, game: str, first: int = 1, digest: bytes = b""
                     ) -> tuple[list[Event], Head | None]:
        """The same with the head of the game, whether it fits or not."""
        head = ((games.c.head, games.c.digest) if self._has_heads else
                (sa.null().label("head"), sa.null().label("digest")))
        query = sa.select(events, *head).select_from(games.outerjoin(
            events, sa.and_(events.c.game == games.c.id, events.c.seq >= first))).where(
            games.c.id == game).order_by(events.c.seq)
        try:
            if self.shared and first > 1:       # few, but often
                found = await self._gathering.rows(game, first)
            else:
                async with self._soon() as connection:
                    found = list(await connection.execute(query))
            return rows.read_events(found, digest)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise DamagedGameError(f"an event cannot be read: {error}") from None

    async def last_seqs(self, games: Sequence[str]) -> dict[str, int]:
        """See `GameStore`."""
        query = sa.select(events.c.game, sa.func.max(events.c.seq)).where(
            events.c.game.in_(games)).group_by(events.c.game)
        async with self._soon() as connection:
            return dict(map(tuple, await connection.execute(query)))

    async def replies_of(self, game: str) -> list[Replies]:
        """See `GameStore`."""
        query = sa.select(replies).where(replies.c.game == game)
        async with self._soon() as connection:
            return [rows.read_replies(row) for row in await connection.execute(query)]

    async def pairings(self, seeks: Sequence[str]) -> list[Pairing]:
        """See `GameStore`."""
        query = sa.select(pairings).where(pairings.c.seek.in_(seeks))
        async with self._soon() as connection:
            return [Pairing(*row) for row in await connection.execute(query)]

    async def study(self, study: str) -> str | None:
        """See `GameStore`."""
        async with self._soon() as connection:
            found: str | None = await connection.scalar(
                sa.select(studies.c.text).where(studies.c.id == study))
            return found

    async def renew_study(self, study: str, now: int) -> None:
        """See `GameStore`."""
        await rows.write(self.engine, sa.update(studies).where(studies.c.id == study)
                         .values(created=now))

    async def forget_old(self, before: int, unbegun_before: int, now: int) -> list[str]:
        """See `GameStore`."""
        return await self._retention.step(before, unbegun_before, now)

    # Games and their owners.

    async def others_run(self) -> bool:
        """See `GameStore`."""
        return self.shared and (await self._ask(leases.ANY))[0][0]

    async def claim(self, game: str) -> Owner | None:
        """See `GameStore`."""
        if self._node is None:
            return None
        async with asyncio.timeout(ANSWER_SECONDS):
            while True:
                term = await self._node.lease()
                found = await self._ask(leases.CLAIM, term, game)
                if not found or found[0].owner == term and found[0].runs:
                    return None             # what is not there has no other owner
                if found[0].runs:
                    return self._node.way_to(found[0].owner, game)
                await asyncio.sleep(UNAWARE)        # the lease has run out: there is a new one soon

    async def due(self, first: int, last: int, most: int) -> list[tuple[str, int]]:
        """See `GameStore`."""
        if self._node is not None:
            return [(row.id, row.due) for row in
                    await self._ask(leases.DUE, self._node.term, first, last, most)]
        query = sa.select(games.c.id, games.c.due).where(
            games.c.due.between(first, last)).order_by(games.c.due, games.c.id).limit(most)
        async with self._soon() as connection:
            return list(map(tuple, await connection.execute(query)))

    async def _ask(self, statement: str, *arguments: Any) -> Sequence[Any]:
        """The rows that a statement of PostgreSQL gives; what it changes is committed."""
        async with self._soon() as connection:
            return (await connection.exec_driver_sql(statement, arguments)).all()

    # All games.

    async def all_games(self) -> list[str]:
        """All games, the oldest first."""
        query = sa.select(games.c.id).order_by(games.c.created, games.c.id)
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def give_heads(self) -> None:
        """Give a head to each game that has none; see `heads.give`."""
        await heads.give(self.engine, self.stored)

    async def accept(self, events: Sequence[Event], *, over: bool) -> None:
        """Take events for all of their game; see `heads.accept`."""
        await heads.accept(self.engine, events[-1], over=over)

    async def check_version(self) -> None:
        """Raise NewerDatabaseError if a newer version of Eckstein has written the database."""
        async with self.engine.connect() as connection:
            await connection.run_sync(check_version)
            self._has_heads = (await connection.run_sync(version) or "") >= HEADS

    @contextlib.asynccontextmanager
    async def _soon(self) -> AsyncIterator[AsyncConnection]:
        """A connection for what has to be read soon; TimeoutError says that it was not.

        Raises:
            DamagedGameError: if what is to be read is damaged.
            StoreError: if nothing can be read now.
        """
        try:
            async with asyncio.timeout(self.patience), self._reading.connect() as connection:
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
            if self._refused:       # a disk that is full may still have room for less
                for text in ("-" * self._refused, ""):
                    await self.write(Transaction([], settings=[(ROOM, text)]))
        except (StoreError, ConflictError) as error:
            log.error("writing", error=str(error))
            return "write"
        return None

    # The server's own.

    async def secret(self) -> str:
        """See `GameStore`."""
        if is_file(self.engine):
            return await asyncio.to_thread(private.key_of, self.engine)
        if self.key_file is not None:
            return await self.key_file.read()
        await check_inside(self.engine)
        return await self.note(SECRET, private.new_key())

    async def note(self, name: str, value: str) -> str:
        """A note of the server's own; if there is none yet, it is this one from now on."""
        found = await self._setting(name)
        if found is None:
            await self._add(settings, name=name, value=value)
            found = await self._setting(name)
            assert found is not None
        return found

    async def change_secret(self, change: Callable[[str], str]) -> None:
        """Replace what tokens are signed with by what follows from it."""
        if is_file(self.engine):
            await asyncio.to_thread(private.key_of, self.engine, change)
            return
        if self.key_file is not None:
            await self.key_file.change(change)
            return
        await self.secret()
        mine = settings.c.name == SECRET
        async with self.engine.begin() as connection:
            query = sa.select(settings.c.value).where(mine).with_for_update()
            found = (await connection.scalars(query)).one()
            await connection.execute(sa.update(settings).where(mine).values(value=change(found)))

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
        async with self.engine.connect() as connection:
            return [(row.begin, row.end) for row in await connection.execute(query)]

    async def add_pause(self, begin: int, end: int) -> None:
        """See `GameStore`."""
        await self._add(downtimes, begin=begin, end=end)

    async def _setting(self, name: str) -> str | None:
        query = sa.select(settings.c.value).where(settings.c.name == name)
        async with self.engine.connect() as connection:
            found: str | None = await connection.scalar(query)
            return found

    async def _add(self, table: sa.Table, **row: Any) -> None:
        """Insert a row, unless another server was quicker."""
        with contextlib.suppress(IntegrityError):
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(table), [row])


def seen(done: asyncio.Future[Any]) -> None:
    """Retrieve the error of a future, since its caller may be gone."""
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
    cursor.execute("SET eckstein.tells_due TO on")      # other versions do not: see `migrations`
    cursor.close()
    connection.commit()


# A connection is tried before it is used: after an outage none that waits is alive.
_ENGINE = {"asyncpg": {"pool_pre_ping": True, "pool_size": 10}}
_PREPARE = {"sqlite": _prepare_sqlite, "postgresql": _prepare_postgresql}


def _settle(batch: list[tuple[Transaction, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, future in batch:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
