"""Games in memory: each is ruled by one table, and everybody at it hears what happens.

A command is ruled, written, and only then applied, told and answered.  Whatever is in memory can
be forgotten at any time, for it is made from the store.
"""
from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from . import telling
from .clocks import ServerClock, Span
from .crier import Crier
from .events import Colour, Damaged, Event
from .flags import Flags
from .kept import Kept
from .member import Member
from .replay import Snapshot, replay
from .rulings import Command, Draft, Refused, rule
from .situation import Situation
from .state import State, begin
from .store import Store
from .table import KEPT_EVENTS, Table
from .tokens import Tokens, new_id
from .units import beginning, unit_of
from .views import Views
from .writer import Conflict, StoreError

T = TypeVar("T")
TRIES = 10                  # where several servers write to one game
KEPT_REFUSALS = 100         # for each game
WAITING = 100               # commands for one game, at most
BUSY_SECONDS = 6.0          # after which nobody waits for the database any more
LOOKING = 8                 # games at once, after word from another server
BROKEN = ("game {game} cannot be read: its record is damaged, or its rules are gone; whoever looks "
          "after this server can say more by eckstein db check")
log = structlog.get_logger()


class Tables:
    """All games.

    Args:
        store: where they are kept.
        tokens: who may do what.
        views: where views are made.
        now: the time.
        pauses: when no server ran.
    """

    def __init__(self, store: Store, tokens: Tokens, views: Views, now: ServerClock,
                 pauses: list[Span]) -> None:
        self.store, self.tokens, self.views, self.now = store, tokens, views, now
        self.pauses = pauses
        self.crier = Crier(tokens, views, self._situation)
        self._kept = Kept()
        self._flags = Flags(lambda table: self._situation(table).time_left(), self.submit,
                            self._begin)
        self.on_turn: Callable[[Table], None] = lambda table: None
        self.on_seated: Callable[[Table], None] = lambda table: None
        self.took: Callable[[float], None] = lambda seconds: None
        self.stopping = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._looking = asyncio.Semaphore(LOOKING)

    def __len__(self) -> int:
        return len(self._kept)

    # Coming and going.

    async def table(self, game: str) -> Table:
        """The table of a game.

        Raises:
            Refused: if there is no such game, or it cannot be read.
        """
        while True:
            table = self._kept.use(game)
            if table.snapshot is not None:
                return table
            async with _soon(), table.lock:
                if self._kept.has(table):       # else it was dropped while we waited
                    await self._load(table)
                    return table

    async def _load(self, table: Table) -> None:
        """Make state and board from the store, unless they are there."""
        if table.snapshot is not None:
            return
        try:
            events = await self.store.events_of(table.game)
            if not events:
                raise Refused("unknown-game", f"there is no game {table.game}")
            snapshot, recent = replay(events), list(_recent(events))
        except Refused:
            self._kept.drop(table)
            raise
        except (SQLAlchemyError, OSError):
            self._kept.drop(table)
            raise Refused("busy", "the database does not answer; try again", "database") from None
        except asyncio.CancelledError:
            self._kept.drop(table)
            raise
        except Damaged as damaged:
            self._kept.drop(table)
            log.error("broken game", game=table.game, error=str(damaged))
            raise Refused("broken", BROKEN.format(game=table.game)) from None
        table.recent.clear()
        table.recent.extend(recent)
        table.snapshot = snapshot
        self._arrange(table)

    def sweep(self) -> None:
        """Forget games that have been idle for some time."""
        self._kept.sweep()

    async def join(self, member: Member, game: str, since: int | None) -> None:
        """Seat a member, tell him all there is to know, and tell the others that he is here."""
        table = await self.table(game)
        table.members[member] = None
        self.crier.welcome(table, member, since)
        self.crier.presence_changed(table)
        self.on_seated(table)

    def leave(self, member: Member, game: str) -> None:
        """A member goes."""
        table = self._kept.get(game)
        if table is not None and member in table.members:
            del table.members[member]
            table.used = asyncio.get_running_loop().time()
            self.crier.presence_changed(table)

    def catch_up(self, member: Member, game: str) -> None:
        """A snapshot for somebody who could not keep up."""
        table = self._kept.get(game)
        if table is None or member not in table.members or table.state is None:
            return
        self.crier.welcome(table, member, None)

    def seq(self, game: str) -> int | None:
        """How many events a game in memory has had."""
        table = self._kept.get(game)
        return table.state.seq if table and table.state else None

    def resend(self, member: Member, game: str, since: int) -> None:
        """Tell a member again what has happened since."""
        table = self._kept.get(game)
        if table is None or table.state is None or member not in table.members:
            return
        self.crier.welcome(table, member, since)

    # Commands.

    async def create(self, data: dict[str, Any], name: str | None) -> str:
        """Begin a game; returns its id when it is on disk.

        Args:
            data: what its first event holds.
            name: a long random text that always leads to the same game.

        Raises:
            Refused: if the database cannot be written.
        """
        if self.stopping:
            raise Refused("busy", "the server is about to stop; try again soon", "stopping")
        game = new_id() if name is None else self.tokens.game_of(name)
        unit = beginning(game, data, "create", self.now())
        try:
            async with _soon():
                await self.store.write(unit)
        except Conflict:
            if name is None:
                raise Refused("busy", "the game could not be written; try again") from None
        except StoreError:
            raise Refused("busy", "the game could not be written; try again") from None
        self.on_seated(await self.table(game))
        return game

    async def joined_as(self, game: str, command_id: str) -> Colour:
        """The seat that somebody took with a command."""
        table = await self.table(game)
        state, _ = table.loaded()
        return state.joined[command_id]

    async def submit(self, game: str, command: Command) -> int:
        """Carry a command out once; returns the number of its event when that is on disk.

        Raises:
            Refused: if it has no effect; the same again if it is repeated.
        """
        if self.stopping:
            raise Refused("busy", "the server is about to stop; try again soon", "stopping")
        table = await self.table(game)
        if table.waiting >= WAITING:
            raise Refused("busy", "too many commands at once; try again", "crowded")
        table.waiting += 1
        # What has begun is finished, and told to the others, though the client may be gone.
        doing = self._begin(self._do(table, command))
        async with _soon():
            return await asyncio.shield(doing)

    async def _do(self, table: Table, command: Command) -> int:
        """Carry a command out in its turn."""
        begin = time.perf_counter()
        try:
            async with table.lock:
                await self._load(table)
                if command.seq > table.loaded()[0].seq:
                    await self._catch_up_with_store(table)
                return await self._carry_out(table, command)
        finally:
            table.waiting -= 1
            self.took(time.perf_counter() - begin)

    async def _carry_out(self, table: Table, command: Command) -> int:
        name = command.actor, command.id
        for _ in range(TRIES):
            if (seq := table.loaded()[0].answers.get(name)) is not None:
                return seq
            if refused := table.refusals.get(name):
                raise refused
            try:
                ruling = rule(self._situation(table), command)
            except Refused as refused:
                raise self._remember(table, command, refused) from None
            if ruling.draft is not None and not await self._write(table, ruling.draft, command):
                continue
            if ruling.refused is not None:
                raise self._remember(table, command, ruling.refused)
        raise Refused("busy", "too many commands at once; try again", "crowded")

    def _remember(self, table: Table, command: Command, refused: Refused) -> Refused:
        """Keep a refusal, for the same words again; what it says is final without that."""
        if refused.why != "time-left":
            table.refusals[command.actor, command.id] = refused
            while len(table.refusals) > KEPT_REFUSALS:
                table.refusals.popitem(last=False)
        return refused

    async def _write(self, table: Table, draft: Draft, command: Command) -> bool:
        """Write an event and then apply and tell it.

        Returns:
            False if another server has written to this game; then it is read again.

        Raises:
            Refused: if the database cannot be written.
        """
        state = table.loaded().state
        unit = unit_of(state, draft, command, self.now())
        event = unit.events[0]
        try:
            await self.store.write(unit)
        except Conflict:
            await self._reload(table)
            return False
        except StoreError:
            await self._reload(table)
            if (command.actor, command.id) in table.loaded()[0].answers:
                return True
            raise Refused("busy", "the database cannot be written now; try again",
                          "database") from None
        except BaseException:
            table.snapshot = None           # it may be written or not: read it again
            raise
        state = state.after(event)
        table.snapshot = Snapshot(state, draft.board)
        self.crier.told(table, event)
        self._arrange(table)
        if event.kind == "rematch" and state.next_game is not None:
            self._begin(self._open_next(state))
        return True

    async def _catch_up_with_store(self, table: Table) -> None:
        """Read a game again if another server has written to it."""
        try:
            last = await self.store.last_seq(table.game)
        except (SQLAlchemyError, OSError):
            raise Refused("busy", "the database does not answer; try again", "database") from None
        if last > table.loaded()[0].seq:
            await self._reload(table)

    def hear_of(self, games: Sequence[str] | None) -> None:
        """Other servers may have written to these games, or to any: those in memory are read."""
        known = self._kept.all() if games is None else map(self._kept.get, games)
        for table in known:
            if table is not None:
                self._begin(self._look_again(table))

    async def _look_again(self, table: Table) -> None:
        with contextlib.suppress(Refused):          # the next command will look again
            async with self._looking, table.lock:
                if table.snapshot is not None:
                    await self._catch_up_with_store(table)
                elif self._kept.has(table):         # it could not be read the last time
                    await self._reload(table)

    async def _reload(self, table: Table) -> None:
        """Read a game again, and tell everybody what is new."""
        known = table.state.seq if table.state else None
        table.snapshot = None
        await self._load(table)
        for member in table.members:
            self.crier.welcome(table, member, known)

    async def _open_next(self, state: State) -> None:
        """Load a game that a rematch began, so that its computer moves."""
        assert state.next_game is not None
        await self.table(state.next_game)

    # What happens by itself.

    def _situation(self, table: Table) -> Situation:
        return Situation(*table.loaded(), self.now(), self.pauses)

    def _arrange(self, table: Table) -> None:
        """Watch the flag of a running clock, and wake a computer whose turn it is."""
        self._flags.watch(table)
        if table.loaded()[0].computer_due():
            self.on_turn(table)

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something by itself; the loop alone would not keep it alive."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """Look at what became of it: whoever waited for it may be gone."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refused):
            log.error("game", exc_info=error)

    async def finish(self) -> None:
        """Return when all that has begun is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def tend(self) -> None:
        """Take up all games that have clocks or computers."""
        for game in await self.store.to_tend():
            try:
                await self.table(game)
            except Exception as error:      # the other games are to go on
                log.error("game", game=game, error=repr(error))


@contextlib.asynccontextmanager
async def _soon() -> AsyncIterator[None]:
    """What is done here is done soon, or else is refused; what has begun may still be finished."""
    try:
        async with asyncio.timeout(BUSY_SECONDS):
            yield
    except TimeoutError:
        raise Refused("busy", "the database does not answer; try again", "database") from None


def _recent(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """The last events as they are told."""
    state = begin(events[0])
    for event in events[1:]:
        state.apply(event)
        if event.seq > len(events) - KEPT_EVENTS:
            yield telling.event_facts(state, event)
