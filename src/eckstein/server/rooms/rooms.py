"""Games in memory: each has one room, whose subscribers are told what happens.

A command is ruled on and written, and only then applied, broadcast and answered.  Everything in
memory can be dropped at any time, since it can be rebuilt from the store.
"""
from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import structlog

from ...wire.socket import EventMessage
from ...wire.words import Colour
from ..game.clocks import ServerClock, Span
from ..game.events import DamagedGameError, Event
from ..game.replay import Revision, replay
from ..game.rulings import Command, Draft, RefusedError, rule
from ..game.snapshot import Snapshot
from ..game.state import begin
from ..game.tokens import Tokens, new_id
from ..ops.tasks import Tasks
from ..store.contract import (
    NOT_WRITTEN,
    ConflictError,
    GameStore,
    StoreError,
    database_asked,
)
from ..store.transactions import beginning, transaction_of
from ..work.views import Views
from . import message_builder
from .broadcast import Broadcaster
from .computers import Computers
from .flags import Flags
from .prepared import Prepared
from .room import KEPT_EVENTS, Room
from .room_cache import RoomCache
from .subscriber import Subscriber

TRIES = 10                  # where several servers write to one game
KEPT_REFUSALS = 100         # for each game
WAITING = 100               # commands for one game, at most
BUSY_SECONDS = 6.0          # after which a request stops waiting for the database
REFRESHING = 8                 # games at once, after word from another server
BROKEN = ("game {game} cannot be read: its record is damaged, or its rules are not installed; the "
          "administrator can find out more with eckstein db check")
log = structlog.get_logger()


class Rooms:
    """All games.

    Args:
        store: where they are kept.
        tokens: who may do what.
        views: where views are made.
        computers: who plays for computers.
        now: the time.
        pauses: when no server ran.
        took: is told the seconds that each command has taken.
    """

    def __init__(self, store: GameStore, tokens: Tokens, views: Views, computers: Computers,
                 now: ServerClock, pauses: list[Span],
                 took: Callable[[float], None] = lambda seconds: None) -> None:
        self.store, self.tokens, self.views, self.now = store, tokens, views, now
        self.computers, self.pauses, self._took = computers, pauses, took
        self.broadcaster = Broadcaster(tokens, views, self._snapshot)
        self._cache, self._tasks = RoomCache(), Tasks("game", RefusedError)
        self._flags = Flags(lambda room: self._snapshot(room).time_left(), self.submit,
                            self._tasks.begin)
        self.prepared = Prepared(store, self.submit, self.broadcaster.prepared,
                                 self._tasks.begin)
        self.stopping = False
        self._refreshing = asyncio.Semaphore(REFRESHING)

    def __len__(self) -> int:
        return len(self._cache)

    # Coming and going.

    async def room(self, game: str) -> Room:
        """The room of a game.

        Raises:
            RefusedError: if there is no such game, or it cannot be read.
        """
        while True:
            room = self._cache.use(game)
            if room.revision is not None:
                return room
            async with _soon(), room.lock:
                if self._cache.has(room):       # else it was dropped while we waited
                    await self._load(room)
                    return room

    async def _load(self, room: Room) -> None:
        """Make state and board from the store, unless they are there."""
        if room.revision is not None:
            return
        try:
            with database_asked():
                events = await self.store.events_of(room.game)
            if not events:
                raise RefusedError("unknown-game", f"there is no game {room.game}")
            revision, recent = replay(events), list(_recent(events))
        except (RefusedError, asyncio.CancelledError):
            self._cache.drop(room)
            raise
        except DamagedGameError as damaged:
            self._cache.drop(room)
            log.error("broken game", game=room.game, error=str(damaged))
            raise RefusedError("broken", BROKEN.format(game=room.game)) from None
        room.recent.clear()
        room.recent.extend(recent)
        room.revision = revision
        self._arrange(room)
        untold, room.untold = room.untold, {}
        for subscriber, since in untold.items():
            self.broadcaster.welcome(room, subscriber, since)

    def sweep(self) -> None:
        """Forget games that have been idle for some time."""
        self._cache.sweep()

    async def join(self, subscriber: Subscriber, game: str, since: int | None) -> None:
        """Let a subscriber in, tell him all there is to know, and the others that he is here."""
        room = await self.room(game)
        room.subscribers[subscriber] = None
        self.broadcaster.welcome(room, subscriber, since)
        self.broadcaster.presence_changed(room)
        self.computers.get_ready(room)
        self.prepared.look_at(room)

    def leave(self, subscriber: Subscriber, game: str) -> None:
        """A subscriber goes."""
        room = self._cache.get(game)
        if room is not None and subscriber in room.subscribers:
            del room.subscribers[subscriber]
            room.untold.pop(subscriber, None)
            room.used = asyncio.get_running_loop().time()
            self.broadcaster.presence_changed(room)

    def seq(self, game: str) -> int | None:
        """How many events a game in memory has had."""
        room = self._cache.get(game)
        return room.state.seq if room and room.state else None

    def tell_again(self, subscriber: Subscriber, game: str, since: int | None = None) -> None:
        """Tell a subscriber what came after an event, or else all, now or once it has been read."""
        room = self._cache.get(game)
        if room is None or subscriber not in room.subscribers:
            return
        if room.state is None:
            room.miss(subscriber, since)
        else:
            self.broadcaster.welcome(room, subscriber, since)

    # Commands.

    async def create(self, data: dict[str, Any], name: str | None) -> str:
        """Begin a game; returns its id when it is on disk.

        Args:
            data: what its first event holds.
            name: a long random text that always leads to the same game.

        Raises:
            RefusedError: if the database cannot be written.
        """
        if self.stopping:
            raise RefusedError("busy", "the server is shutting down; try again soon", "stopping")
        game = new_id() if name is None else self.tokens.game_of(name)
        transaction = beginning(game, data, "create", self.now())
        async with _soon():
            try:
                await self.store.write(transaction)
            except ConflictError:
                if name is None:
                    raise RefusedError("busy", "the game could not be saved; try again") from None
            except StoreError:
                raise RefusedError("busy", "the game could not be saved; try again") from None
        self.computers.get_ready(await self.room(game))
        return game

    def seat_of(self, game: str, token: str) -> Colour | None:
        """The seat that a token is for; None for those without a token.

        Raises:
            RefusedError: if it is for no seat in this game.
        """
        colour = self.tokens.colour(game, token) if token else None
        if token and colour is None:
            raise RefusedError("not-yours", "this token belongs to no seat in this game",
                               "wrong-token")
        return colour

    async def submit(self, game: str, command: Command) -> int:
        """Carry a command out once; returns the number of its event when that is on disk.

        Raises:
            RefusedError: if it has no effect; the same again if it is repeated.
        """
        if self.stopping:
            raise RefusedError("busy", "the server is shutting down; try again soon", "stopping")
        room = await self.room(game)
        if room.waiting >= WAITING:
            raise RefusedError("busy", "too many commands at once; try again", "crowded")
        room.waiting += 1
        # What has begun is finished, and told to the others, though the client may be gone.
        doing = self._tasks.begin(self._do(room, command))
        async with _soon():
            return await asyncio.shield(doing)

    async def _do(self, room: Room, command: Command) -> int:
        """Carry a command out in its turn."""
        begin = time.perf_counter()
        try:
            async with room.lock:
                await self._load(room)
                if command.seq > room.loaded()[0].seq:
                    await self._catch_up_with_store(room)
                return await self._carry_out(room, command)
        finally:
            room.waiting -= 1
            self._took(time.perf_counter() - begin)

    async def _carry_out(self, room: Room, command: Command) -> int:
        name = command.actor, command.id
        for _ in range(TRIES):
            if (seq := room.loaded()[0].answers.get(name)) is not None:
                return seq
            if refused := room.refusals.get(name):
                raise refused
            try:
                if command.what == "prepare":
                    return await self.prepared.lay_down(room, command, self._snapshot(room))
                draft = rule(self._snapshot(room), command)
            except RefusedError as refused:
                raise self._remember(room, command, refused) from None
            if await self._write(room, draft, command) and draft.refused is not None:
                raise self._remember(room, command, draft.refused)
        raise RefusedError("busy", "too many commands at once; try again", "crowded")

    def _remember(self, room: Room, command: Command, refused: RefusedError) -> RefusedError:
        """Keep a refusal, for the same words again; what it says is final without that."""
        if refused.why != "time-left" and refused.code != "busy":
            room.refusals[command.actor, command.id] = refused
            while len(room.refusals) > KEPT_REFUSALS:
                room.refusals.popitem(last=False)
        return refused

    async def _write(self, room: Room, draft: Draft, command: Command) -> bool:
        """Write an event and then apply and tell it.

        Returns:
            False if another server has written to this game; then it is read again.

        Raises:
            RefusedError: if the database cannot be written.
        """
        state = room.loaded().state
        transaction = transaction_of(state, draft, command, self.now())
        event = transaction.events[0]
        try:
            await self.store.write(transaction)
        except ConflictError:
            await self._reload(room)
            return False
        except StoreError:
            await self._reload(room)
            if (command.actor, command.id) in room.loaded()[0].answers:
                return True
            raise RefusedError("busy", NOT_WRITTEN, "database") from None
        except BaseException:
            room.forget()                   # it may be written or not: read it again
            raise
        state = state.after(event)
        room.revision = Revision(state, draft.board)
        self.broadcaster.happened(room, event)
        self._arrange(room)
        if event.kind == "rematch" and state.next_game is not None:
            self._tasks.begin(self.room(state.next_game))     # so that its computer moves
        return True

    async def _catch_up_with_store(self, room: Room) -> None:
        """Read a game again if another server has written to it, or it is gone.

        Raises:
            RefusedError: if it is gone, or the database cannot be read.
        """
        with database_asked():
            last = await self.store.last_seq(room.game)
        if last != room.loaded()[0].seq:
            await self._reload(room)

    def hear_of(self, games: Sequence[str] | None) -> None:
        """Other servers may have written to these games, or to any: those in memory are read."""
        known = self._cache.all() if games is None else map(self._cache.get, games)
        for room in known:
            if room is not None:
                self._tasks.begin(self._refresh(room))

    async def _refresh(self, room: Room) -> None:
        with contextlib.suppress(RefusedError):          # the next command will look again
            async with self._refreshing, room.lock:
                room.replies = None
                if room.revision is not None:
                    await self._catch_up_with_store(room)
                    self.prepared.look_at(room)
                elif self._cache.has(room):         # it could not be read the last time
                    await self._reload(room)

    async def _reload(self, room: Room) -> None:
        """Read a game again, and tell everybody what is new."""
        room.forget()
        await self._load(room)

    # What happens by itself.

    def note(self, room: Room, sentence: str | None) -> None:
        """Say what a computer does that takes long."""
        self.broadcaster.note(room, sentence)

    def _snapshot(self, room: Room) -> Snapshot:
        return Snapshot(*room.loaded(), self.now(), self.pauses)

    def _arrange(self, room: Room) -> None:
        """Watch the flag of a running clock, and wake who is to move by himself."""
        self._flags.watch(room)
        self.prepared.look_at(room)
        if room.loaded()[0].computer_due():
            self.computers.look_at(self, room)

    async def finish(self) -> None:
        """Return when all that has begun is done."""
        await self._tasks.finish()

    async def tend(self) -> None:
        """Take up all games that have clocks or computers."""
        for game in await self.store.to_tend():
            try:
                await self.room(game)
            except Exception as error:      # the other games are to go on
                log.error("game", game=game, error=repr(error))


@contextlib.asynccontextmanager
async def _soon() -> AsyncIterator[None]:
    """What is done here is done soon, or else is refused; what has begun may still be finished."""
    with database_asked():
        async with asyncio.timeout(BUSY_SECONDS):
            yield


def _recent(events: Sequence[Event]) -> Iterator[EventMessage]:
    """The last events as they are told."""
    state = begin(events[0])
    for event in events[1:]:
        state.apply(event)
        if event.seq > len(events) - KEPT_EVENTS:
            yield message_builder.event_message(state, event)
