"""One game in memory, and who sits or stands around it."""
from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Any

from .events import Colour
from .member import Member
from .replay import Snapshot
from .rulings import Refused
from .state import State

KEPT_EVENTS = 100           # for those who come back soon


class Table:
    """One game: how it stands once it is loaded, and who sits or stands around it.

    Attributes:
        snapshot: state and board after the last event that is on disk; None where they have to be
            read.  Both are replaced together, and never changed.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.snapshot: Snapshot | None = None
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

    @property
    def state(self) -> State | None:
        """The fold of the events, if it is there."""
        return self.snapshot and self.snapshot.state

    def loaded(self) -> Snapshot:
        """State and board, which are there."""
        assert self.snapshot is not None
        return self.snapshot

    def here(self) -> set[Colour]:
        """The colours whose players are connected."""
        return {colour for member in self.members for colour in member.holds(self.game)}

    def watching(self) -> int:
        """How many look on."""
        return sum(not member.holds(self.game) for member in self.members)

    def wanted(self) -> bool:
        """Whether somebody is at it, or something is still to happen there."""
        return bool(self.members or self.waiting or self.timer or self.pending)

    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.wanted() or self.lock.locked()
                    or (self.state and self.state.computer_due()))
