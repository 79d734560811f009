"""Who is connected, by identity, and hears at once when something of his has changed.

What is told is always all of it, read from the database when it is its turn to be sent: whoever
misses a message, or is told by another server too late, finds it in the next one.
"""
from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ..rooms.subscriber import Subscriber
from ..store.contract import GameStore
from ..store.lobbies import Lobbies, Share

COMPANY = "company, which is no game"   # in outboxes, longer than the id of a game can be
LOOK_SECONDS = 15.0         # between two looks at what other servers may have changed, unheard


class Callers:
    """Those who are connected to this server.

    Args:
        store: tells the other servers.
        others: what they tell.
    """

    def __init__(self, store: GameStore, others: Lobbies) -> None:
        self._store = store
        self._here: dict[str, dict[Subscriber, None]] = {}
        others.called = self._call

    def enter(self, who: str, subscriber: Subscriber) -> None:
        """Somebody hears from now on, and is told all there is."""
        self._here.setdefault(who, {})[subscriber] = None
        subscriber.want(COMPANY)

    def leave(self, who: str, subscriber: Subscriber) -> None:
        """He hears no more on this connection."""
        connections = self._here.get(who, {})
        connections.pop(subscriber, None)
        if not connections:
            self._here.pop(who, None)

    def changed(self, *people: str) -> None:
        """Something of some people has changed: whoever of them is anywhere is told."""
        self._store.tell_lobby(Share(called=people))
        self._call(people)

    def _call(self, people: Iterable[str]) -> None:
        for who in people:
            for subscriber in self._here.get(who, ()):
                subscriber.want(COMPANY)

    async def tend(self) -> None:
        """Look for what other servers have changed without being heard, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._store.shared:
                self._call(self._here)
