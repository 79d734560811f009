"""What servers tell each other of presence in games, of their lobbies, and of events; `node`
carries it.

Each tells what changes.  When its connection or its lease is new, it tells all, and asks the others
for all of theirs, since something may have been lost before.  What a server has sent is forgotten
when its lease has ended, or when it says that it goes.
"""
from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from ....wire.lobby import ListedGame
from ...hub.events import ClusterEvent
from ...hub.hub import Hub
from ...store.lobbies import NOBODY, Lobbies, Seek, Share
from ...store.presence import NO_ONE, Elsewhere, Presence
from . import earlier
from .earlier import EarlierShare

LETTERS = 6000              # of events in one notification
TOGETHER = 50               # games in one notification, which may have 8000 bytes
SEEKS = 3                   # open challenges in one notification: one with many clocks has 2000
NAMES = 100                 # names of open challenges in one notification
GONE = 0                    # the term of a server that goes


class Present(msgspec.Struct, omit_defaults=True):
    """The presence in games at a server.

    Attributes:
        term: of its lease.
        games: those that have changed; or some of all those with clients in them.
        left: of all: how many more of these messages follow.
        asks: whether the others are to tell all of theirs.
        lobby: what has changed in the lobby.
        events: what has happened; earlier versions know nothing of it.
    """

    term: int
    games: dict[str, Presence]
    left: int | None = None
    asks: bool = False
    lobby: EarlierShare | None = None
    events: list[msgspec.Raw] = []


class Attendance:
    """Sends other servers the presence of clients here, and receives theirs.

    Args:
        elsewhere, lobbies, hub: get what other servers send.
    """

    def __init__(self, elsewhere: Elsewhere, lobbies: Lobbies, hub: Hub) -> None:
        self._elsewhere, self._lobbies, self._hub = elsewhere, lobbies, hub
        self._seeks: dict[str, Seek] = {}
        self._opened: dict[str, None] = {}
        self._closed: dict[str, None] = {}
        self._taken: list[str] = []
        self._events: dict[ClusterEvent, None] = {}
        self._accounts: dict[str, str] = {}
        self._moved: dict[str, str | None] = {}
        self._games: tuple[ListedGame, ...] = ()
        self._people = NOBODY
        self._lists = False
        self._here: dict[str, Presence] = {}
        self._changed: set[str] = set()
        self._tells_all = self._asks = True
        self._terms: dict[str, int] = {}
        self._parts: dict[str, dict[str, Presence]] = {}

    @property
    def terms(self) -> Mapping[str, int]:
        """By the names of other servers, the leases for which their words count."""
        return dict(self._terms)

    def resync(self) -> None:
        """The connection or the lease is new."""
        self._tells_all = self._asks = True
        self._parts.clear()

    def note(self, game: str, presence: Presence) -> bool:
        """A client may have come or gone here; returns whether there is something to tell."""
        if presence == self._here.get(game, NO_ONE):
            return False
        if presence == NO_ONE:
            del self._here[game]
        else:
            self._here[game] = presence
        self._changed.add(game)
        return True

    def note_lobby(self, share: Share) -> None:
        """Something has changed in the lobby here."""
        for id in share.gone:
            if self._seeks.pop(id, None) is not None:
                self._opened.pop(id, None)
                self._closed[id] = None
        for seek in share.seeks:
            self._seeks[seek.id] = seek
            self._opened[seek.id] = None
            self._closed.pop(seek.id, None)
        self._taken += share.taken
        for account, game in share.here.items():
            self._moved[account] = game
            if game is None:
                self._accounts.pop(account, None)
            else:
                self._accounts[account] = game
        if share.games is not None:
            self._games, self._lists = share.games, True
        if share.people is not None:
            self._people, self._lists = share.people, True

    def note_event(self, event: ClusterEvent) -> None:
        """Something has happened here."""
        self._events[event] = None

    def _events_to_tell(self, term: int) -> list[Present]:
        """Events that wait to be sent, as this version knows them and as earlier ones do."""
        events, self._events = list(self._events), {}
        told: list[Present] = []
        left = 0
        for raw in map(msgspec.Raw, map(msgspec.json.encode, events)):
            if len(raw) > left:
                told.append(Present(term, {}, events=[]))
                left = LETTERS
            told[-1].events.append(raw)
            left -= len(raw) + 1
        return told + [Present(term, {}, lobby=share) for share in earlier.shares_of(events)]

    def _lobby_to_tell(self) -> list[EarlierShare]:
        """What waits to be sent of the lobby, in pieces that are short enough."""
        wanted = self._seeks if self._tells_all else self._opened
        shares = [EarlierShare(anew=True)] if self._tells_all else []
        shares += [EarlierShare(seeks=tuple(self._seeks[id] for id in part))
                   for part in _parts(wanted, SEEKS)]
        shares += [EarlierShare(gone=part) for part in _parts(self._closed, NAMES)]
        shares += [EarlierShare(taken=part) for part in _parts(self._taken, NAMES)]
        moved = self._accounts if self._tells_all else self._moved
        shares += [EarlierShare(here={account: moved[account] for account in part})
                   for part in _parts(moved, NAMES)]
        if self._lists or self._tells_all and (self._games or self._people != NOBODY):
            shares.append(EarlierShare(games=self._games, people=self._people))
        self._opened, self._closed, self._taken, self._lists = {}, {}, [], False
        self._moved = {}
        return shares

    def to_tell(self, term: int) -> list[str]:
        """What waits to be sent by a server with a lease, as JSON without blanks."""
        names = sorted(self._here if self._tells_all else self._changed)
        games = {game: self._here.get(game, NO_ONE) for game in names}
        parts = [{game: games[game] for game in names[begin:begin + TOGETHER]}
                 for begin in range(0, len(names) or self._tells_all, TOGETHER)]
        told = [Present(term, part, len(parts) - number if self._tells_all else None, self._asks)
                for number, part in enumerate(parts, 1)]
        told += [Present(term, {}, lobby=share) for share in self._lobby_to_tell()]
        told += self._events_to_tell(term)
        self._changed, self._tells_all, self._asks = set(), False, False
        return [msgspec.json.encode(one).decode() for one in told]

    def goodbye(self) -> str:
        """The last message of a server that goes."""
        return msgspec.json.encode(Present(GONE, {}, 0)).decode()

    def hear(self, server: str, told: str) -> bool:
        """Hear another server; returns whether there is something to tell."""
        present = msgspec.json.decode(told, type=Present)
        if present.term == GONE:
            self._terms.pop(server, None)
            self._lobbies.forget(server)
        else:
            self._terms[server] = present.term
        if present.lobby is not None:
            self._lobbies.hear(server, present.lobby)
        events = self._hub.decode(present.events) + earlier.events_of(present.lobby)
        for event in events:
            self._hub.receive(event)
        if present.left is None:
            self._elsewhere.hear(server, present.games)
        else:
            parts = self._parts.setdefault(server, {})
            parts |= present.games
            if not present.left:
                self._elsewhere.hear_all(server, self._parts.pop(server))
        self._tells_all |= present.asks
        return present.asks

    def see(self, terms: Mapping[str, int], running: Collection[int]) -> None:
        """Forget servers with leases that have ended.

        Args:
            terms: what was asked for.
            running: those of them that have not.
        """
        for server, term in terms.items():
            if term not in running and self._terms.get(server) == term:
                del self._terms[server]
                self._elsewhere.hear_all(server, {})
                self._lobbies.forget(server)


def _parts(names: Iterable[str], size: int) -> list[tuple[str, ...]]:
    """So many at a time."""
    all_names = tuple(names)
    return [all_names[begin:begin + size] for begin in range(0, len(all_names), size)]
