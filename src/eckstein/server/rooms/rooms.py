"""Games in memory: each has one room, and the subscribers of the room are sent what happens.

A command is ruled on and written, and only then applied, broadcast and answered.  Everything in
memory can be dropped at any time, since it can be rebuilt from the store.
"""
from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

from ...wire.games import GameFacts
from ...wire.socket import Join
from ...wire.words import COLOURS, Colour
from ..game.clocks import ServerClock, Span, served
from ..game.events import DamagedGameError, Event
from ..game.keeping import Keeping
from ..game.replay import Revision, follow
from ..game.rulings import Command, Draft, RefusedError, is_unbegun, rule
from ..game.snapshot import Snapshot
from ..game.state import State
from ..game.tokens import Tokens, new_id
from ..hub.events import Resync
from ..hub.hub import Hub, Kind
from ..hub.subscriber import Subscriber
from ..ops.allowances import CAPS
from ..ops.tasks import Tasks
from ..store.contract import (
    ANYTHING,
    NOT_WRITTEN,
    ConflictError,
    GameStore,
    NotOwnedError,
    Owner,
    StoreError,
    database_asked,
)
from ..store.lobbies import Lobbies, Pairing
from ..store.presence import Elsewhere
from ..store.transactions import Transaction, beginning, transaction_of
from ..work.views import Views
from .account_names import Names
from .away import Away
from .broadcast import Broadcaster
from .computers import Computers
from .events import (
    AbsenceChanged,
    GameByDaysChanged,
    GameEnded,
    NotBegun,
    RematchChanged,
    Seated,
    game_topic,
)
from .flags import Flags
from .players import Players
from .prepared import Prepared
from .reader import Reader
from .room import UNKNOWN, Room
from .room_cache import RoomCache
from .tender import AHEAD, Tender, is_early_enough

TRIES = 10                  # where several servers write to one game
BUSY_SECONDS = 6.0          # after which a request stops waiting for the database
REFRESHING = 8              # games at once, after word from another server
GONE = "this seek is not open any more"
BROKEN_FOR = 600_000        # milliseconds until a game that cannot be read is looked at again


class Rooms:
    """All games.

    Args:
        hub: where what happens in them is published.
        store: stores them.
        tokens: sign seats.
        views: where views are made.
        computers: play for computers.
        now: the time.
        pauses: when no server ran.
        took: is called with the seconds that each command has taken.
        keeping: how long games are stored; by default for ever.
        names: what accounts are called; by default there are none.
    """

    def __init__(self, hub: Hub, store: GameStore, tokens: Tokens, views: Views,
                 computers: Computers, now: ServerClock, pauses: list[Span],
                 took: Callable[[float], None] = lambda seconds: None,
                 keeping: Keeping | None = None, names: Names | None = None) -> None:
        self.store, self.tokens, self.views, self.now = store, tokens, views, now
        self.computers, self.pauses, self._took = computers, pauses, took
        self.keeping = keeping or Keeping()
        self.broadcaster = Broadcaster(tokens, views, self._snapshot, self.keeping,
                                       store.tell_presence)
        self.hub = hub
        hub.add_kind(Kind("game", Join.needs, self._check, self._tell_all, self._left,
                          polled=False))
        hub.on(AbsenceChanged, lambda event: self._away.changed(event.account))
        self.elsewhere = Elsewhere(store.name, self._changed_elsewhere)
        self.lobbies = Lobbies(hub)
        self._cache = RoomCache(hub, self.elsewhere, owned=not store.shared)
        self._tasks = Tasks("game", RefusedError, NotOwnedError)
        self._flags = Flags(lambda room: self._snapshot(room).time_left(), self.submit,
                            self._tasks.begin)
        self.prepared = Prepared(store, self.submit, self.broadcaster.prepared,
                                 self._tasks.begin)
        self._tender = Tender(store, self._served, self._take_up, lambda: len(computers))
        self._away = Away(hub, self.going_on, self._resend,
                          lambda room: self._tasks.begin(self._tell_away(room)),
                          lambda: self.now())
        self.stopping, self.names = False, names or Names()
        self._players = Players(
            hub, self.names, self._cache.all, self.submit,
            lambda room: self._tasks.begin(self._read_again(room)))
        self._reader = Reader(store, self.names)
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
            revision, recent = await self._reader.read(room.game)
        except (RefusedError, asyncio.CancelledError):
            self._cache.drop(room)
            raise
        room.recent.clear()
        room.recent.extend(recent)
        room.revision = revision
        room.note_presence(self.now())
        await self._away.learn(room)
        self._arrange(room)
        untold, room.untold = room.untold, {}
        for subscriber, since in untold.items():
            self.broadcaster.welcome(room, subscriber, since)

    def sweep(self) -> None:
        """Forget games that have been idle for some time, and announce the players that are back as
        planned.
        """
        self._cache.sweep()
        self._away.sweep()

    async def join(self, subscriber: Subscriber, game: str, since: int | None) -> None:
        """Let a subscriber in, send it all there is to know, and notify the others of it."""
        room = await self.room(game)
        self.hub.add(room.topic, subscriber)
        room.note_presence(self.now())
        self.broadcaster.welcome(room, subscriber, since)
        self.broadcaster.presence_changed(room)
        self.computers.get_ready(room)
        self._think(room)
        self.prepared.look_at(room)

    def leave(self, subscriber: Subscriber, game: str) -> None:
        """A subscriber goes."""
        self.hub.unsubscribe(subscriber, game_topic(game))

    def _left(self, game: str, subscriber: Subscriber) -> None:
        room = self._cache.get(game)
        if room is not None:
            room.untold.pop(subscriber, None)
            room.used = asyncio.get_running_loop().time()
            room.note_presence(self.now())
            self.broadcaster.presence_changed(room)

    async def facts(self, game: str) -> GameFacts:
        """How a game stands, for a single request; it may let a computer make the next move.

        Raises:
            RefusedError: if there is no such game, or it cannot be read.
        """
        room = await self.room(game)
        room.asked = True
        self._think(room)
        return self.broadcaster.facts(room)

    async def snapshot(self, game: str) -> Snapshot:
        """A game as it stands now.

        Raises:
            RefusedError: if there is no such game, or it cannot be read.
        """
        return self._snapshot(await self.room(game))

    def seq(self, game: str) -> int | None:
        """How many events a game in memory has had."""
        room = self._cache.get(game)
        return room.state.seq if room and room.state else None

    async def _check(self, game: str, subscriber: Subscriber) -> None:
        """Any client may subscribe to a game that exists."""
        await self.room(game)

    async def _tell_all(self, game: str, subscriber: Subscriber) -> None:
        """Send a snapshot of a game to a subscriber that wanted one, now or once it has been read.
        """
        room = self._cache.get(game)
        if room is not None and room.state is not None:
            self.broadcaster.tell_all(room, subscriber)
            self.prepared.look_at(room)
        else:
            self.tell_again(subscriber, game, None)

    def tell_again(self, subscriber: Subscriber, game: str, since: int | None) -> None:
        """Tell a subscriber what came after an event, or else all, now or once it has been read."""
        room = self._cache.get(game)
        if room is None or subscriber not in room.subscribers:
            return
        if room.state is None:
            room.miss(subscriber, since)
        else:
            self.broadcaster.welcome(room, subscriber, since)

    # Commands.

    def known(self, game: str) -> Room | None:
        """The room of a game, if it is in memory."""
        return self._cache.get(game)

    def going_on(self) -> Iterator[Room]:
        """Games in memory that are not over."""
        return (room for room in self._cache.all()
                if room.state is not None and room.state.result is None)

    async def create(self, data: dict[str, Any], name: str | None,
                     seeks: Mapping[Colour, str] | None = None) -> str:
        """Begin a game; returns its id when it is on disk.

        Args:
            data: what its first event holds.
            name: a long random text that always leads to the same game.
            seeks: by colour, the ids of the open challenges that it comes of.

        Raises:
            RefusedError: if the database cannot be written, or a game has come of an open challenge
                before.
        """
        if self.stopping:
            raise RefusedError("busy", "the server is shutting down; try again soon", "stopping")
        game = new_id() if name is None else self.tokens.game_of(name)
        pairings = [Pairing(seek, game, colour) for colour, seek in (seeks or {}).items()]
        transaction = beginning(game, data, "create", self.now(), pairings)
        async with _soon():
            try:
                await self.store.write(transaction)
            except ConflictError:
                if pairings:
                    raise RefusedError("not-now", GONE, "seek-gone") from None
                if name is None:
                    raise RefusedError("busy", "the game could not be saved; try again") from None
            except StoreError:
                raise RefusedError("busy", "the game could not be saved; try again") from None
        self.computers.get_ready(await self._new_room(game))
        for seat in data["seats"].values():
            self.hub.publish(Seated(seat.get("who", "")))
        return game

    async def _new_room(self, game: str) -> Room:
        """The room of a game that this server has just begun, and so owns."""
        self._cache.use(game).owned = True
        return await self.room(game)

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
        return await self._in_turn(game, command, passed=False)

    async def carry_out(self, game: str, command: Command) -> int:
        """See `Others`; done even while the server is shutting down, for it owns the game yet."""
        return await self._in_turn(game, command, passed=True)

    async def _in_turn(self, game: str, command: Command, *, passed: bool) -> int:
        room = await self.room(game)
        if room.waiting >= CAPS["commands"].most:
            raise RefusedError("busy", "too many commands at once; try again", "crowded")
        room.waiting += 1
        # What has begun is finished, and sent to the others, though the client may be gone.
        doing = self._tasks.begin(self._do(room, command, passed=passed))
        async with _soon():
            return await asyncio.shield(doing)

    async def _do(self, room: Room, command: Command, *, passed: bool) -> int:
        """Carry a command out in its turn."""
        begin = time.perf_counter()
        try:
            async with room.lock:
                await self._load(room)
                room.note_command(command, self.now())
                await self._read_to(room, command.seq)
                await self._away.learn(room)
                return await self._carry_out(room, command, passed=passed)
        finally:
            room.waiting -= 1
            self._took(time.perf_counter() - begin)

    async def _carry_out(self, room: Room, command: Command, *, passed: bool) -> int:
        name = command.actor, command.id
        for _ in range(TRIES):
            if (seq := room.loaded()[0].answers.get(name)) is not None:
                return seq
            if refused := room.refusals.get(name):
                raise refused
            if not room.owned and command.what != "prepare":    # replies are no events
                if passed or room.owner is None:
                    room.owner = await self._claim(room)
                if room.owner is not None:
                    if passed:
                        raise NotOwnedError("another server owns the game")
                    if (seq := await room.owner(command)) is not None:
                        await self._read_to(room, seq)
                        return seq
                    room.owner = None
                continue
            try:
                if command.what == "prepare":
                    return await self.prepared.lay_down(room, command, self._snapshot(room))
                draft = rule(self._snapshot(room), command)
            except RefusedError as refused:
                raise room.remember(command, refused) from None
            if await self._write(room, draft, command) and draft.refused is not None:
                raise room.remember(command, draft.refused)
        raise RefusedError("busy", "too many commands at once; try again", "crowded")

    async def _write(self, room: Room, draft: Draft, command: Command) -> bool:
        """Write an event and then apply and tell it.

        Returns:
            False if another server has written to this game, or owns it; then it has been read.

        Raises:
            RefusedError: if the database cannot be written.
        """
        state = room.loaded().state
        transaction = transaction_of(state, draft, command, self.now())
        with database_asked():
            event, = await self.names.told(transaction.events[:1])
        after = state.after(event)
        due = await self._due(room, Snapshot(after, draft.board, event.at, self.pauses,
                                             room.absences))
        if not is_early_enough(room.due, due):
            transaction = dataclasses.replace(transaction, due={room.game: due})
        try:
            await self.store.write(transaction)
        except NotOwnedError:
            room.owned = False
            return False
        except ConflictError:
            if not await self._read_on(room):
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
        room.due = transaction.due.get(room.game, room.due)
        room.revision, room.asked = Revision(after, draft.board), False
        self.broadcaster.happened(room, event)
        self._arrange(room)
        self._publish(event, state, after)
        if after.rematch != state.rematch and event.actor in COLOURS:
            self.hub.publish(RematchChanged(after, room.here(), command.path))
        if event.kind == "rematch" and after.next_game is not None:
            self._tasks.begin(self._new_room(after.next_game))      # so that its computer moves
        return True

    def _publish(self, event: Event, before: State, after: State) -> None:
        """Tell other parts of the server what an event means for them."""
        if after.result is not None and before.result is None:
            self.hub.publish(GameEnded(
                after.game, tuple(seat.who for seat in after.seats.values() if seat.who),
                after.rated, bool(after.tournament)))
            if event.kind == "end" and after.listed and is_unbegun(event.data):
                self.hub.publish(NotBegun(after.seats[after.turn].who))
        if event.kind == "join":
            self.hub.publish(Seated(event.data.get("who", "")))
        if event.kind == "rematch":
            for seat in after.seats.values():
                self.hub.publish(Seated(seat.who))
        if after.control is not None and after.control.kind == "days":
            self.hub.publish(GameByDaysChanged(after.game))

    # What other servers do.

    async def _claim(self, room: Room) -> Owner | None:
        """Own a game, or find the way to its owner."""
        with database_asked():
            owner = await self.store.claim(room.game)
        if owner is None:
            await self._read_on(room)           # the one before may have written to it
            room.owned = True
        return owner

    async def _read_to(self, room: Room, seq: int) -> None:
        """Read on, unless all events up to a number are known; see `_read_on`."""
        if seq > room.loaded().state.seq:
            await self._read_on(room)

    async def _read_on(self, room: Room) -> bool:
        """Take in, and tell, what other servers have written to a game; whether there was any.

        Raises:
            RefusedError: if the game is gone, or the database cannot be read.
        """
        revision = room.loaded()
        try:
            with database_asked():
                known = revision.state
                found = await self.names.told(
                    await self.store.events_of(room.game, known.seq, known.digest))
            if not found:
                raise DamagedGameError("it has fewer events than it had")
            for event in found[1:]:
                room.revision = revision = follow(revision, event)
                room.due = UNKNOWN
                self.broadcaster.happened(room, event)
        except DamagedGameError:        # all of it is judged again
            await self._reload(room)
            return True
        if found[1:]:
            self._arrange(room)
        return bool(found[1:])

    def hear_of(self, games: Mapping[str, int] | None) -> None:
        """See `Others`: those of the games that are in memory are read on."""
        if games is None:
            self._tasks.begin(self._look_round())
            self.hub.publish(Resync())
            return
        for game, seq in games.items():
            if (room := self._cache.get(game)) is not None:
                self._tasks.begin(self._refresh(room, seq))

    async def _look_round(self) -> None:
        """Compare all games in memory with the store."""
        known = [room.game for room in self._cache.all()]
        with contextlib.suppress(RefusedError), database_asked():
            last = await self.store.last_seqs(known)
            self.hear_of({game: ANYTHING for game in known if last.get(game) != self.seq(game)})

    def let_go(self) -> None:
        """See `Others`; while this server was away, there may have been a time without any."""
        for room in self._cache.all():
            room.owned = False
            self._flags.look_in(room, None)
        self._tasks.begin(self._learn_pauses())

    async def _learn_pauses(self) -> None:
        self.pauses[:] = await self.store.pauses()

    def _changed_elsewhere(self, game: str) -> None:
        """A client has come or gone at another server: notify the subscribers of the game here."""
        room = self._cache.get(game)
        if room is None or room.state is None:
            return
        room.note_presence(self.now())
        if room.subscribers:
            self.broadcaster.presence_changed(room)
            self._think(room)

    async def _refresh(self, room: Room, seq: int) -> None:
        with contextlib.suppress(RefusedError):          # the next command will look again
            async with self._refreshing, room.lock:
                if seq == ANYTHING:
                    room.replies = None
                if room.revision is not None:
                    await self._read_to(room, seq)
                    self.prepared.look_at(room)
                elif self._cache.has(room):         # it could not be read the last time
                    await self._reload(room)

    async def _reload(self, room: Room) -> None:
        """Read a game again, and send all subscribers what is new."""
        room.forget()
        await self._load(room)

    async def _read_again(self, room: Room) -> None:
        """Read a game again, and send all of it to all subscribers."""
        with contextlib.suppress(RefusedError):          # the next command will look again
            async with self._refreshing, room.lock:
                if room.revision is not None:
                    await self._reload(room)
                    self._resend(room)

    async def _tell_away(self, room: Room) -> None:
        with contextlib.suppress(RefusedError):          # the next command will look again
            async with self._refreshing, room.lock:
                if room.revision is not None and await self._away.learn(room):
                    self._resend(room)

    def _resend(self, room: Room) -> None:
        self._arrange(room)
        for subscriber in room.subscribers:
            self.broadcaster.welcome(room, subscriber, None)

    # What happens by itself.

    def note(self, room: Room, sentence: str | None) -> None:
        """Say what a computer does that takes long."""
        self.broadcaster.note(room, sentence)

    def _snapshot(self, room: Room) -> Snapshot:
        return Snapshot(*room.loaded(), self.now(), self.pauses, room.absences, room.gone)

    def _arrange(self, room: Room) -> None:
        """Watch the flag of a running clock, and wake a computer that is to move."""
        self.prepared.look_at(room)
        if room.owned:
            self._flags.watch(room)
        self._think(room)

    def _think(self, room: Room) -> None:
        """Let a computer think: at the server that owns the game, or for clients that watch two
        computers.
        """
        if room.owned or room.loaded()[0].between_computers():
            self.computers.look_at(self, room)

    def _served(self) -> int:
        return served(self.now(), self.pauses)

    async def _due(self, room: Room, snapshot: Snapshot) -> int | None:
        """When a game is to be looked at without a request; see `Transaction`."""
        due = snapshot.due()
        return 0 if due != 0 and await self.prepared.is_due(room, snapshot.state) else due

    async def tend(self) -> None:
        """Look after games in which something is to happen, for ever."""
        await self._tender.tend()

    async def _take_up(self, game: str, due: int) -> None:
        """Look at a game that this server owns, at the time at which that was due."""
        room = self._cache.get(game)
        if room is not None and room.owned and room.state and (
                room.timer if due else self.computers.thinks(game)):
            return
        try:
            room = await self.room(game)
        except RefusedError as refused:
            if refused.code != "busy":
                await self._note_due(game, self._served() + BROKEN_FOR)
            return
        async with room.lock:
            if room.revision is None:
                return
            if not due:                         # perhaps for what another server has written
                room.replies = None
            if not (due and room.owned):
                await self._read_on(room)
                room.owned = True
            await self._away.learn(room)
            self._arrange(room)
            room.due = await self._due(room, self._snapshot(room))
            if room.due != due:
                await self._note_due(game, room.due)
        if not room.due or room.due > self._served() + AHEAD:
            self._cache.release(room)

    async def _note_due(self, game: str, due: int | None) -> None:
        with contextlib.suppress(NotOwnedError):        # another server looks after it
            await self.store.write(Transaction([], due={game: due}))

    async def finish(self) -> None:
        """Return when all that has begun is done."""
        await self._tasks.finish()

    async def forget_old(self) -> None:
        """Forget a few games that are older than the server keeps them."""
        if self.keeping.days:
            now = self.now()
            for game in await self.store.forget_old(*self.keeping.before(now), now):
                if (room := self._cache.get(game)) is not None:
                    room.forget()


@contextlib.asynccontextmanager
async def _soon() -> AsyncIterator[None]:
    """What is done here is done soon, or else is refused; what has begun may still be finished."""
    with database_asked():
        async with asyncio.timeout(BUSY_SECONDS):
            yield
