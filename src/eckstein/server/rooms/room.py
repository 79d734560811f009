"""One game in memory, and its subscribers."""
from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Mapping, Set

from msgspec import Raw

from ...wire.socket import EventMessage
from ...wire.words import COLOURS, Colour
from ..game.clocks import Span
from ..game.replay import Revision
from ..game.replies import Replies
from ..game.rulings import Command, RefusedError
from ..game.state import State
from ..hub.hub import Hub
from ..hub.subscriber import Subscriber
from ..store.contract import Owner
from ..store.presence import Elsewhere, Presence
from . import message_builder
from .events import game_topic

KEPT_EVENTS = 100           # for clients that come back soon
KEPT_REFUSALS = 100
UNKNOWN = -1                # no time at which a game is to be looked at


class Room:
    """One game: how it stands once it is loaded, and its subscribers.

    Args:
        game: its id.
        hub: where it has subscribers.
        owned: whether this server owns it.
        elsewhere: the presence in games at other servers.

    Attributes:
        revision: state and board after the last event that is on disk; None where they have to be
            read.  Both are replaced together, and never changed.
        untold: the subscribers that wait until the game has been read, each with the last event
            that it knows; None for none.
        asked: whether a client has asked how it stands since the last move.
        replies: the conditional replies of its players; None where they have to be read.
        owned: whether this server is known to own the game.
        owner: the way to the server that was the owner when it was last asked.
        due: what the store has of when it is to be looked at.
        absences: when its players were away in this turn, and are.
        gone: since when each player that is connected to no server has not been, or has last sent a
            command without being connected.
    """

    def __init__(self, game: str, hub: Hub, elsewhere: Elsewhere, *, owned: bool = True) -> None:
        self.game, self.owned, self._hub, self._elsewhere = game, owned, hub, elsewhere
        self.topic = game_topic(game)
        self.owner: Owner | None = None
        self.due: int | None = UNKNOWN
        self.revision: Revision | None = None
        self.absences: dict[Colour, list[Span]] = {}
        self.gone: dict[Colour, int] = {}
        self.replies: dict[Colour, Replies] | None = None
        self.untold: dict[Subscriber, int | None] = {}
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.refusals: OrderedDict[tuple[str, str], RefusedError] = OrderedDict()
        self.recent: deque[EventMessage] = deque(maxlen=KEPT_EVENTS)
        self.timer: asyncio.TimerHandle | None = None
        self.presence_timer: asyncio.TimerHandle | None = None
        self.pending = 0
        self.showing: asyncio.Task[None] | None = None
        self.note: str | None = None
        self.asked = False
        self._told: tuple[int, Raw] | None = None
        self.used = 0.0

    @property
    def subscribers(self) -> Mapping[Subscriber, None]:
        """Its subscribers at this server."""
        return self._hub.audience(self.topic)

    @property
    def state(self) -> State | None:
        """The fold of the events, if it is there."""
        return self.revision and self.revision.state

    def loaded(self) -> Revision:
        """State and board, which are there."""
        assert self.revision is not None
        return self.revision

    def told_moves(self) -> Raw:
        """All its moves as JSON, encoded once for all clients."""
        state = self.loaded().state
        if self._told is None or self._told[0] != state.changed:
            self._told = state.changed, message_builder.told_moves(state)
        return self._told[1]

    def forget(self) -> None:
        """Let the game be read again; then all its subscribers are sent what is new."""
        known = self.state.seq if self.state else None
        self.revision = self._told = None
        for subscriber in self.subscribers:
            self.miss(subscriber, known)

    def miss(self, subscriber: Subscriber, since: int | None) -> None:
        """Have a subscriber sent what came after an event, once the game is read; None for all of
        it.
        """
        before = self.untold.get(subscriber, since)
        self.untold[subscriber] = None if before is None or since is None else min(before, since)

    def remember(self, command: Command, refused: RefusedError) -> RefusedError:
        """Keep a refusal, for the same words again; what it says is final without that."""
        if refused.why not in ("time-left", "not-left") and refused.code != "busy":
            self.refusals[command.actor, command.id] = refused
            while len(self.refusals) > KEPT_REFUSALS:
                self.refusals.popitem(last=False)
        return refused

    def presence(self) -> Presence:
        """The presence in it at this server."""
        held = [subscriber.holds(self.game) for subscriber in self.subscribers]
        return Presence(tuple(sorted(set[Colour]().union(*held))), sum(not seats for seats in held),
                        self.note)

    def presences(self) -> list[Presence]:
        """The presence in it at this server, and at each of the others."""
        return [self.presence(), *self._elsewhere.of(self.game)]

    def here(self) -> Set[Colour]:
        """The players that are connected to it, at any server."""
        return {colour for one in self.presences() for colour in one.seats}

    def note_presence(self, now: int) -> None:
        """Clients have come or gone, here or at another server."""
        here = self.here()
        self.gone = {colour: self.gone.get(colour, now) for colour in COLOURS
                     if colour not in here}

    def note_command(self, command: Command, now: int) -> None:
        """A player that sends commands has not left, though it may not be connected."""
        for colour in self.gone.keys() & {command.actor}:
            self.gone[colour] = now

    def computer_due(self) -> bool:
        """Whether a computer has to move now; against another one only if a client is there, and
        then at one of the servers with a client."""
        return self.state is not None and self.state.computer_due() and (
            not self.state.between_computers() or self._comes_first())

    def _comes_first(self) -> bool:
        if self.subscribers:
            return self._elsewhere.comes_first(self.game)
        return self.asked and not any(there.anybody() for there in self._elsewhere.of(self.game))

    def wanted(self) -> bool:
        """Whether it has subscribers, or something is being done there."""
        return bool(self.subscribers or self.waiting or self.pending)

    def close(self) -> None:
        """Stop its timer when it is no longer used; the store knows when the game is to be looked
        at.
        """
        if self.timer is not None:
            self.timer.cancel()

    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.wanted() or self.lock.locked() or self.computer_due())
