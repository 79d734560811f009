"""Who is connected, and hears at once when something has changed that concerns him: his challenges,
those whom he follows, or the chat of a game.

What is told is always all of it, read from the database when it is its turn to be sent: whoever
misses a message, or is told by another server too late, finds it in the next one.
"""
from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator

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
        self._here: dict[str, dict[Subscriber, str]] = {}
        others.called = self._call

    def enter(self, what: str, subscriber: Subscriber, topic: str = COMPANY) -> None:
        """Somebody hears of something from now on, and is told all there is.

        Args:
            what: his identity, for his challenges; or a name for what else he hears of.
            subscriber: who hears.
            topic: as what he is told of it.
        """
        self._here.setdefault(what, {})[subscriber] = topic
        subscriber.want(topic)

    def leave(self, what: str, subscriber: Subscriber) -> None:
        """He hears no more of it on this connection."""
        connections = self._here.get(what, {})
        connections.pop(subscriber, None)
        if not connections:
            self._here.pop(what, None)

    def connected(self) -> Iterator[tuple[str, Collection[Subscriber]]]:
        """Identities, and whatever else is heard of, with who hears."""
        return ((what, connections.keys()) for what, connections in self._here.items())

    def changed(self, *what: str) -> None:
        """Something has changed: whoever hears of it is told, wherever he is."""
        self._store.tell_lobby(Share(called=what))
        self._call(what)

    def _call(self, found: Iterable[str]) -> None:
        for what in found:
            for subscriber, topic in self._here.get(what, {}).items():
                subscriber.want(topic)

    async def tend(self) -> None:
        """Look for what other servers have changed without being heard, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._store.shared:
                self._call(self._here)
