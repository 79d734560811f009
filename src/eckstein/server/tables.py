"""Games in memory: each is ruled by one table, and everybody at it hears what happens.

A command is ruled, written, and only then applied, told and answered.  Whatever is in memory can
be forgotten at any time, for it is made from the store.
"""
from __future__ import annotations

import asyncio
import dataclasses
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import structlog

from ..board import Board
from . import telling
from .boards import board_after, make_board
from .clocks import ServerClock, Span
from .events import COMPUTER, SERVER, Colour, Event
from .member import Member
from .rulings import Code, Command, Draft, Refused, Situation, complete_rematch, rule
from .state import State, fold, swapped
from .store import Conflict, Store, StoreError, Unit
from .tokens import Tokens, new_id
from .views import Crowded, Spec, Views

KEPT_REFUSALS = 100         # for each game
KEPT_EVENTS = 100           # for those who come back soon
KEPT_TABLES = 4000
WAITING = 100               # commands for one game, at most
IDLE_SECONDS = 600.0
PRESENCE_SECONDS = 0.2      # comings and goings are told together
log = structlog.get_logger()


Tell = Callable[[msgspec.Raw | None], None]


class Table:
    """One game: its state and board once loaded, and who sits or stands around it."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.state: State | None = None
        self.board: Board | None = None
        self.members: dict[Member, None] = {}
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.refusals: OrderedDict[tuple[str, str], Refused] = OrderedDict()
        self.recent: deque[dict[str, Any]] = deque(maxlen=KEPT_EVENTS)
        self.timer: asyncio.TimerHandle | None = None
        self.presence: asyncio.TimerHandle | None = None
        self.pending = 0
        self.showing: asyncio.Task[None] | None = None
        self.note: str | None = None
        self.used = 0.0

    def loaded(self) -> tuple[State, Board]:
        """State and board, which are there."""
        assert self.state is not None and self.board is not None
        return self.state, self.board

    def here(self) -> set[Colour]:
        """The colours whose players are connected."""
        return {colour for member in self.members for colour in member.holds(self.game)}

    def watching(self) -> int:
        """How many look on."""
        return sum(not member.holds(self.game) for member in self.members)

    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.members or self.waiting or self.timer or self.pending
                    or self.lock.locked() or (self.state and self.state.computer_due()))


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
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self.on_turn: Callable[[Table], None] = lambda table: None
        self.stopping = False
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tables)

    # Coming and going.

    async def table(self, game: str) -> Table:
        """The table of a game.

        Raises:
            Refused: if there is no such game.
        """
        table = self._tables.get(game)
        if table is None:
            table = self._tables[game] = Table(game)
            self._make_room()
        self._tables.move_to_end(game)
        table.used = asyncio.get_running_loop().time()
        if table.state is None:
            async with table.lock:
                await self._load(table)
        return table

    async def _load(self, table: Table) -> None:
        """Make state and board from the store, unless they are there."""
        if table.state is not None:
            return
        try:
            events = await self.store.events_of(table.game)
        except Exception:
            self._drop_if_new(table)
            raise Refused("busy", "the database does not answer; try again") from None
        if not events:
            self._drop_if_new(table)
            raise Refused("unknown-game", f"there is no game {table.game}")
        state = fold(events[:1])
        table.recent.clear()
        for event in events[1:]:
            state.apply(event)
            table.recent.append(telling.event_facts(state, event))
        table.board = board_at(state)
        table.state = state
        self._arrange(table)

    def _drop_if_new(self, table: Table) -> None:
        if not table.members:
            self._tables.pop(table.game, None)

    def _make_room(self) -> None:
        """Forget games that nobody has used for long."""
        for game in list(self._tables):
            if len(self._tables) <= KEPT_TABLES:
                return
            if not self._tables[game].busy():
                del self._tables[game]

    def sweep(self) -> None:
        """Forget games that have been idle for some time."""
        before = asyncio.get_running_loop().time() - IDLE_SECONDS
        for game, table in list(self._tables.items()):
            if table.used < before and not table.busy():
                del self._tables[game]

    async def join(self, member: Member, game: str, since: int | None) -> None:
        """Seat a member, tell him all there is to know, and tell the others that he is here."""
        table = await self.table(game)
        table.members[member] = None
        self._welcome(table, member, since)
        self._presence_changed(table)

    def leave(self, member: Member, game: str) -> None:
        """A member goes."""
        table = self._tables.get(game)
        if table is not None and member in table.members:
            del table.members[member]
            table.used = asyncio.get_running_loop().time()
            self._presence_changed(table)

    def _welcome(self, table: Table, member: Member, since: int | None) -> None:
        """What a member does not know yet, as it is now; the view that belongs to it follows."""
        state, _ = table.loaded()
        if since is None or since > state.seq or since < state.seq - len(table.recent):
            holds = sorted(member.holds(table.game))
            self._tell(table, member, {
                "t": "game", **self.facts(table), "yours": holds,
                "next": telling.next_for(state, holds, self.tokens)})
            return
        missed = [self._for_member(facts, table, member) for facts in table.recent
                  if facts["seq"] > since]
        self._tell(table, member, {"t": "events", "game": table.game, "seq": state.seq,
                                   "yours": sorted(member.holds(table.game)), "events": missed})

    def _tell(self, table: Table, member: Member, facts: dict[str, Any]) -> None:
        """Tell one member something, with a view if he wants views."""
        if not member.wants_views(table.game):
            member.tell(table.game, encoded(facts))
            return

        def tell(view: msgspec.Raw | None) -> None:
            if member in table.members:
                member.tell(table.game, encoded(facts | {"view": view}))
        self._show(table, tell)

    def facts(self, table: Table) -> dict[str, Any]:
        """All that everybody may know of a game."""
        state, _ = table.loaded()
        return telling.game_facts(state, self._situation(table).shown_clock(), table.here(),
                                  table.watching()) | {"thinking": table.note}

    def catch_up(self, member: Member, game: str) -> None:
        """A snapshot for somebody who could not keep up."""
        table = self._tables.get(game)
        if table is None or member not in table.members or table.state is None:
            return
        self._welcome(table, member, None)

    def seq(self, game: str) -> int | None:
        """How many events a game in memory has had."""
        table = self._tables.get(game)
        return table.state.seq if table and table.state else None

    def resend(self, member: Member, game: str, since: int) -> None:
        """Tell a member again what has happened since."""
        table = self._tables.get(game)
        if table is None or table.state is None or member not in table.members:
            return
        self._welcome(table, member, since)

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
            raise Refused("busy", "the server is about to stop; try again soon")
        game = new_id() if name is None else self.tokens.game_of(name)
        unit = self._beginning(game, data, SERVER, "create")
        try:
            await self.store.write(unit)
        except Conflict:
            if name is None:
                raise Refused("busy", "the game could not be written; try again") from None
        except StoreError:
            raise Refused("busy", "the game could not be written; try again") from None
        await self.table(game)
        return game

    async def joined_as(self, game: str, command_id: str) -> Colour:
        """The seat that somebody took with a command."""
        table = await self.table(game)
        state, _ = table.loaded()
        return state.joined[command_id]

    def _beginning(self, game: str, data: dict[str, Any], actor: str, command_id: str) -> Unit:
        now, control = self.now(), data["control"]
        clock = {"white": control["initial"], "black": control["initial"]} if control else None
        event = Event(game, 1, actor, command_id, "created", data, clock, data.pop("key"), now)
        tended = control is not None or any(seat["kind"] == COMPUTER
                                            for seat in data["seats"].values())
        row = {"id": game, "rules": data["rules"], "created": now, "over": False,
               "tended": tended}
        return Unit([event], [row])

    async def submit(self, game: str, command: Command) -> int:
        """Carry a command out once; returns the number of its event when that is on disk.

        Raises:
            Refused: if it has no effect; the same again if it is repeated.
        """
        if self.stopping:
            raise Refused("busy", "the server is about to stop; try again soon")
        table = await self.table(game)
        if table.waiting >= WAITING:
            raise Refused("busy", "too many commands at once; try again")
        table.waiting += 1
        try:
            async with table.lock:
                await self._load(table)
                return await self._carry_out(table, command)
        finally:
            table.waiting -= 1

    async def _carry_out(self, table: Table, command: Command) -> int:
        state, _ = table.loaded()
        name = command.actor, command.id
        if (seq := state.answers.get(name)) is not None:
            return seq
        if refused := table.refusals.get(name):
            raise refused
        try:
            ruling = rule(self._situation(table), command)
        except Refused as refused:
            raise self._remember(table, name, refused) from None
        if ruling.draft is not None:
            await self._write(table, ruling.draft, command)
        if ruling.refused is not None:
            raise self._remember(table, name, ruling.refused)
        return state.seq

    def _remember(self, table: Table, name: tuple[str, str], refused: Refused) -> Refused:
        table.refusals[name] = refused
        while len(table.refusals) > KEPT_REFUSALS:
            table.refusals.popitem(last=False)
        return refused

    async def _write(self, table: Table, draft: Draft, command: Command) -> None:
        """Write an event and then apply and tell it."""
        state, board = table.loaded()
        key = self._push(board, state, draft)
        unit = self._unit(table, draft, command, key)
        event = unit.events[0]
        try:
            await self.store.write(unit)
        except (Conflict, StoreError) as error:
            await self._reload(table)
            if isinstance(error, Conflict) and (command.actor, command.id) in (
                    table.loaded()[0].answers):
                return
            code: Code = "stale" if isinstance(error, Conflict) else "busy"
            raise Refused(code, "the game has gone on elsewhere" if code == "stale" else
                          "the database cannot be written now; try again") from None
        except BaseException:
            table.state = table.board = None        # it may be written or not: read it again
            raise
        state.apply(event)
        self._told(table, event)

    def _push(self, board: Board, state: State, draft: Draft) -> int:
        """Bring the board to where it is after the event; returns the key of the position."""
        if draft.move is not None:
            board.push(draft.move)
        elif draft.kind == "takeback":
            for _ in range(len(state.moves) - draft.data["ply"]):
                board.pop()
        return board.key

    def _unit(self, table: Table, draft: Draft, command: Command, key: int) -> Unit:
        state, _ = table.loaded()
        data, after = draft.data, None
        if draft.kind == "rematch" and complete_rematch(state, command):
            game = new_id()
            data = data | {"next": game}
            first = board_start(state)
            after = self._beginning(game, {
                "rules": state.rules, "options": state.options, "start": state.start,
                "turn": state.first, "key": first.key,
                "seats": {colour: dataclasses.asdict(seat)
                          for colour, seat in swapped(state.seats).items()},
                "control": state.control and msgspec.to_builtins(state.control),
                "before": state.game}, SERVER, "rematch")
        event = Event(table.game, state.seq + 1, draft.actor, draft.command_id, draft.kind, data,
                      draft.clock, key, self.now())
        ended = draft.kind == "end" or "result" in data
        return Unit([event, *(after.events if after else ())], after.new_games if after else (),
                    [table.game] if ended else ())

    async def _reload(self, table: Table) -> None:
        """Read a game again, and give everybody a snapshot."""
        table.state = table.board = None
        await self._load(table)
        for member in table.members:
            self.catch_up(member, table.game)

    # Telling.

    def _told(self, table: Table, event: Event) -> None:
        """Tell everybody what has happened, and see to what has to happen next."""
        state, _ = table.loaded()
        facts = telling.event_facts(state, event)
        table.recent.append(facts)
        table.note = None
        personal = event.kind == "rematch" and state.next_game is not None
        text = encoded(facts)
        viewers = []
        for member in table.members:
            if member.wants_views(table.game):
                viewers.append(member)
            elif personal:
                member.tell(table.game, encoded(self._for_member(facts, table, member)))
            else:
                member.tell(table.game, text)
        if viewers:
            self._show(table, lambda view: self._tell_viewers(table, facts, viewers, view))
        self._arrange(table)
        if personal:
            self._begin(self._open_next(state))

    async def _open_next(self, state: State) -> None:
        """Load a game that a rematch began, so that its computer moves."""
        assert state.next_game is not None
        await self.table(state.next_game)

    def _for_member(self, facts: dict[str, Any], table: Table, member: Member) -> dict[str, Any]:
        if facts["kind"] != "rematch" or facts["next"] is None:
            return facts
        state, _ = table.loaded()
        return facts | {"next": telling.next_for(state, sorted(member.holds(table.game)),
                                                 self.tokens)}

    def _tell_viewers(self, table: Table, facts: dict[str, Any], viewers: list[Member],
                      view: msgspec.Raw | None) -> None:
        text = encoded(facts | {"view": view})
        for member in viewers:
            if member in table.members:
                personal = self._for_member(facts, table, member)
                member.tell(table.game, text if personal is facts
                            else encoded(personal | {"view": view}))

    def _show(self, table: Table, tell: Tell, *,
              view: bool = True) -> None:
        """Tell something with the view of the present, after all that came before."""
        state, _ = table.loaded()
        spec = None
        if view:
            spec = Spec.of(state.rules, state.options, state.start,
                           [move.text for move in state.moves])
        table.pending += 1
        table.showing = asyncio.get_running_loop().create_task(
            self._show_in_turn(table, table.showing, spec, tell))

    async def _show_in_turn(self, table: Table, before: asyncio.Task[None] | None,
                            spec: Spec | None, tell: Tell) -> None:
        view = None
        try:
            if spec is not None:
                view = await self.views.get(spec)
        except (Crowded, ValueError, BrokenProcessPool) as error:
            log.error("view", game=table.game, error=repr(error))
        finally:
            if before is not None and not before.done():
                await asyncio.wait([before])
            table.pending -= 1
            tell(view)

    def _presence_changed(self, table: Table) -> None:
        if table.presence is None:
            table.presence = asyncio.get_running_loop().call_later(
                PRESENCE_SECONDS, self._tell_presence, table)

    def _tell_presence(self, table: Table) -> None:
        table.presence = None
        if table.state is None or not table.members:
            return
        text = encoded({"t": "event", "game": table.game, "kind": "presence",
                        "players": telling.players(table.state, table.here()),
                        "watching": table.watching(), "thinking": table.note})
        viewers = []
        for member in table.members:
            if member.wants_views(table.game):
                viewers.append(member)
            else:
                member.tell(table.game, text)
        if viewers:
            def tell(_: msgspec.Raw | None) -> None:
                for member in viewers:
                    member.tell(table.game, text)
            self._show(table, tell, view=False)

    def note(self, table: Table, sentence: str | None) -> None:
        """Say what a computer does that takes long."""
        if table.note != sentence:
            table.note = sentence
            self._presence_changed(table)

    # What happens by itself.

    def _situation(self, table: Table) -> Situation:
        return Situation(*table.loaded(), self.now(), self.pauses)

    def _arrange(self, table: Table) -> None:
        """Wind the timer of a running clock, and wake a computer whose turn it is."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        left = self._situation(table).time_left()
        if left is not None:
            table.timer = asyncio.get_running_loop().call_later(
                max(0, left) / 1000 + 0.005, self._time_is_over, table)
        if table.loaded()[0].computer_due():
            self.on_turn(table)

    def _time_is_over(self, table: Table) -> None:
        table.timer = None
        self._begin(self._end_by_time(table))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something by itself; the loop alone would not keep it alive."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end_by_time(self, table: Table) -> None:
        seq = table.state.seq if table.state else 0
        command = Command(SERVER, f"time {seq}", "claim-time", None, seq)
        try:
            await self.submit(table.game, command)
        except Refused:
            table.refusals.pop((SERVER, command.id), None)
            if table.state is not None:
                self._arrange(table)

    async def tend(self) -> None:
        """Take up all games that have clocks or computers."""
        for game in await self.store.to_tend():
            await self.table(game)


def board_start(state: State) -> Board:
    """The board on which a game began."""
    return make_board(state.rules, state.options, state.start)


def board_at(state: State) -> Board:
    """The board on which a game stands."""
    return board_after(state.rules, state.options, state.start,
                       (move.code for move in state.moves))


def encoded(facts: dict[str, Any]) -> str:
    """A message as text."""
    return msgspec.json.encode(facts).decode()
