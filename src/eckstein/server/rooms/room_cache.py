"""Which games are in memory, and for how long."""
from __future__ import annotations

import asyncio
from collections import OrderedDict

from ..hub.hub import Hub
from ..store.presence import Elsewhere
from .room import Room

MOST = 4000
LOOKED_AT = 10              # of those not used for longest, when a game comes
IDLE_SECONDS = 600.0


class RoomCache:
    """The rooms in memory, at most one for a game; those not used for longest are first.

    Args:
        hub: where rooms have subscribers.
        elsewhere: the presence in games at other servers.
        owned: whether a game that comes into memory is this server's already.
    """

    def __init__(self, hub: Hub, elsewhere: Elsewhere, *, owned: bool = True) -> None:
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._hub, self._elsewhere, self._owned = hub, elsewhere, owned

    def __len__(self) -> int:
        return len(self._rooms)

    def all(self) -> list[Room]:
        """All of them."""
        return list(self._rooms.values())

    def get(self, game: str) -> Room | None:
        """The room of a game, if it is in memory."""
        return self._rooms.get(game)

    def has(self, room: Room) -> bool:
        """Whether a room is still the one of its game; a forgotten one is not."""
        return self._rooms.get(room.game) is room

    def use(self, game: str) -> Room:
        """The room of a game, from now on at least an empty one."""
        room = self._rooms.get(game)
        if room is None:
            self._make_space()
            room = self._rooms[game] = Room(game, self._hub, self._elsewhere,
                                             owned=self._owned)
        self._rooms.move_to_end(game)
        room.used = asyncio.get_running_loop().time()
        return room

    def _make_space(self) -> None:
        """Forget games that were not used for long; those in use are looked at later again."""
        for _ in range(LOOKED_AT):
            if len(self._rooms) < MOST:
                return
            room = next(iter(self._rooms.values()))
            if room.busy():
                self._rooms.move_to_end(room.game)
            else:
                self._forget(room)

    def sweep(self) -> None:
        """Forget games that have been idle for some time."""
        before = asyncio.get_running_loop().time() - IDLE_SECONDS
        for room in self.all():
            if room.used < before and not room.busy():
                self._forget(room)

    def release(self, room: Room) -> None:
        """Forget a game that is not in use."""
        if self.has(room) and not room.busy():
            self._forget(room)

    def drop(self, room: Room) -> None:
        """Forget a game that could not be read, unless it is in use."""
        if self.has(room) and not room.wanted():
            self._forget(room)

    def _forget(self, room: Room) -> None:
        del self._rooms[room.game]
        room.close()
