"""The news for subscribers of the lobby: what has changed, encoded once for all of them."""
from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import UNSET

from ....wire.lobby import ListedGame, OpenSeek, People
from ....wire.socket import EnterLobby, LobbyMessage, LobbyNews, encoded
from ...hub.hub import Hub, Kind, Pace
from ...hub.subscriber import Subscriber
from ...rooms.listing import Listing
from .events import LOBBY

LATER = 0.2                 # seconds within which all but a new open challenge is sent
# Seconds between two messages of news: at least, and for each subscriber, of which sending takes
# about two thirds.
PACE = 0.02, 0.00003


class News:
    """What has changed in the lobby since the last news.

    Args:
        hub: where the lobby is a topic.
        seek: finds an open challenge by its id; None if there is none.
        seeks: lists all open challenges, the oldest first.
        listing: the games to watch.
    """

    def __init__(self, hub: Hub, seek: Callable[[str], OpenSeek | None],
                 seeks: Callable[[], list[OpenSeek]], listing: Listing) -> None:
        self._hub, self._seek, self._seeks, self._listing = hub, seek, seeks, listing
        self._changed: dict[str, None] = {}
        self._told_seeks: set[str] = set()
        self._told_games: dict[str, ListedGame] = {}
        self._told_top: str | None = None
        self._told_people: People | None = None
        self._whole: str | None = None
        hub.add_kind(Kind(LOBBY.kind, EnterLobby.needs, self._check, self._snapshot, polled=False,
                          pace=Pace(*PACE, self._text)))

    async def _check(self, key: str, subscriber: Subscriber) -> None:
        """Any client may subscribe to the lobby."""

    async def _snapshot(self, key: str, subscriber: Subscriber) -> str:
        """The whole lobby."""
        if self._whole is None:
            seeks = self._seeks()
            self._told_seeks |= {seek.id for seek in seeks}
            self._whole = encoded(LobbyMessage(
                seeks=seeks, games=list(self._listing.games.values()),
                top=self._listing.top, people=self._people()))
        return self._whole

    def _people(self) -> People:
        return self._listing.people(len(self._hub.audience(LOBBY)))

    def changed(self, seeks: Iterable[str] = (), *, soon: bool = False) -> None:
        """Open challenges, or listed games, may have changed: that is sent within LATER, or at
        once.
        """
        self._changed |= dict.fromkeys(seeks)
        self._whole = None
        self._hub.touch_here(LOBBY, 0 if soon else LATER)

    def _text(self, key: str) -> str | None:
        """What has changed; None for nothing."""
        news = self._since()
        return None if news == LobbyNews() else encoded(news)

    def _since(self) -> LobbyNews:
        """What has changed since this was last called."""
        found = {id: self._seek(id) for id in self._changed}
        self._changed = {}
        opened = [seek for seek in found.values() if seek is not None]
        gone = [id for id, seek in found.items() if seek is None and id in self._told_seeks]
        self._told_seeks |= {seek.id for seek in opened}
        self._told_seeks -= set(gone)
        games, before = self._listing.games, self._told_games
        top, people = self._listing.top, self._people()
        news = LobbyNews(
            seeks=opened, gone=gone,
            games=[game for id, game in games.items() if before.get(id) != game],
            over=[id for id in before if id not in games],
            top=UNSET if top == self._told_top else top,
            people=UNSET if people == self._told_people else people)
        self._told_games, self._told_top, self._told_people = games, top, people
        return news
