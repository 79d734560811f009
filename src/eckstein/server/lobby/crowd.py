"""Those who hear of the lobby: they are told what has changed, encoded once for all of them."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from msgspec import UNSET

from ...wire.lobby import ListedGame, OpenSeek, People
from ...wire.socket import LobbyMessage, LobbyNews, encoded
from ..rooms.subscriber import Subscriber
from .listing import Listing

LOBBY = "lobby, which is no game"       # in outboxes, longer than the id of a game can be
LATER = 0.2                 # seconds within which everything but a new seek is told
GAP, FOR_EACH = 0.02, 0.00003   # seconds between two messages of news: at least, and for each who
#                                 hears them, of which sending takes about two thirds


class Crowd:
    """Tells who listens.

    Args:
        seek: an open seek by its id, or None.
        seeks: all open seeks, the oldest first.
        listing: the games to watch.
    """

    def __init__(self, seek: Callable[[str], OpenSeek | None],
                 seeks: Callable[[], list[OpenSeek]], listing: Listing) -> None:
        self._seek, self._seeks, self._listing = seek, seeks, listing
        self._listeners: dict[Subscriber, None] = {}
        self._changed: dict[str, None] = {}
        self._told_seeks: set[str] = set()
        self._told_games: dict[str, ListedGame] = {}
        self._told_top: str | None = None
        self._told_people: People | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due = self._next = 0.0
        self._whole: str | None = None

    def __len__(self) -> int:
        return len(self._listeners)

    def enter(self, listener: Subscriber) -> None:
        """Somebody listens from now on, and is told all there is."""
        self._listeners[listener] = None
        listener.want(LOBBY)

    def leave(self, listener: Subscriber) -> None:
        """Somebody listens no more."""
        self._listeners.pop(listener, None)

    def tell_all(self, listener: Subscriber) -> None:
        """Tell a listener the whole lobby."""
        if listener not in self._listeners:
            return
        if self._whole is None:
            seeks = self._seeks()
            self._told_seeks |= {seek.id for seek in seeks}
            self._whole = encoded(LobbyMessage(
                seeks=seeks, games=list(self._listing.games.values()),
                top=self._listing.top, people=self._listing.people(len(self))))
        listener.tell(LOBBY, self._whole)

    def changed(self, seeks: Iterable[str] = (), *, soon: bool = False) -> None:
        """Seeks, or what is listed, may have changed: tell everybody within LATER, or at once."""
        self._changed |= dict.fromkeys(seeks)
        self._whole = None
        loop = asyncio.get_running_loop()
        when = max(self._next, loop.time() + (0 if soon else LATER))
        if self._timer is None or when < self._due:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._due = loop.call_at(when, self._tell), when

    def _tell(self) -> None:
        self._timer = None
        self._next = asyncio.get_running_loop().time() + GAP + FOR_EACH * len(self)
        news = self._news()
        if news == LobbyNews():
            return
        text = encoded(news)
        for listener in self._listeners:
            listener.tell(LOBBY, text)

    def _news(self) -> LobbyNews:
        """What has changed since this was last called."""
        found = {id: self._seek(id) for id in self._changed}
        self._changed = {}
        opened = [seek for seek in found.values() if seek is not None]
        gone = [id for id, seek in found.items() if seek is None and id in self._told_seeks]
        self._told_seeks |= {seek.id for seek in opened}
        self._told_seeks -= set(gone)
        games, before = self._listing.games, self._told_games
        top, people = self._listing.top, self._listing.people(len(self))
        news = LobbyNews(
            seeks=opened, gone=gone,
            games=[game for id, game in games.items() if before.get(id) != game],
            over=[id for id in before if id not in games],
            top=UNSET if top == self._told_top else top,
            people=UNSET if people == self._told_people else people)
        self._told_games, self._told_top, self._told_people = games, top, people
        return news
