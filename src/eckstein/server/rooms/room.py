"""One game in memory, and its subscribers."""
from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

from ...wire.socket import EventMessage
from ...wire.words import Colour
from ..game.replay import Revision
from ..game.replies import Replies
from ..game.rulings import RefusedError
from ..game.state import State
from .subscriber import Subscriber

KEPT_EVENTS = 100           # for those who come back soon


class Room:
    """One game: how it stands once it is loaded, and who is in it.

    Attributes:
        revision: state and board after the last event that is on disk; None where they have to be
            read.  Both are replaced together, and never changed.
        untold: who is to be told of the game once it has been read, and after which event; None for
            all of it.
        replies: the conditional replies of its players; None where they have to be read.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.revision: Revision | None = None
        self.replies: dict[Colour, Replies] | None = None
        self.subscribers: dict[Subscriber, None] = {}
        self.untold: dict[Subscriber, int | None] = {}
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.refusals: OrderedDict[tuple[str, str], RefusedError] = OrderedDict()
        self.recent: deque[EventMessage] = deque(maxlen=KEPT_EVENTS)
        self.timer: asyncio.TimerHandle | None = None
        self.presence: asyncio.TimerHandle | None = None
        self.pending = 0
        self.showing: asyncio.Task[None] | None = None
        self.note: str | None = None
        self.used = 0.0

    @property
    def state(self) -> State | None:
        """The fold of the events, if it is there."""
        return self.revision and self.revision.state

    def loaded(self) -> Revision:
        """State and board, which are there."""
        assert self.revision is not None
        return self.revision

    def forget(self) -> None:
        """Let the game be read again; then all who are in it are told what is new."""
        known = self.state.seq if self.state else None
        self.revision = None
        for subscriber in self.subscribers:
            self.miss(subscriber, known)

    def miss(self, subscriber: Subscriber, since: int | None) -> None:
        """Somebody is to be told what came after an event; None for all of it."""
        before = self.untold.get(subscriber, since)
        self.untold[subscriber] = None if before is None or since is None else min(before, since)

    def here(self) -> set[Colour]:
        """The colours whose players are connected."""
        return {colour for subscriber in self.subscribers for colour in subscriber.holds(self.game)}

    def watching(self) -> int:
        """How many look on."""
        return sum(not subscriber.holds(self.game) for subscriber in self.subscribers)

    def wanted(self) -> bool:
        """Whether somebody is in it, or something is still to happen there."""
        return bool(self.subscribers or self.waiting or self.timer or self.pending)

    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.wanted() or self.lock.locked()
                    or (self.state and self.state.computer_due()))
