"""The presence in games at the other servers on the same database.

This is soft: servers tell it to each other, and it is forgotten when they are gone.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec

from ...wire.words import Colour


class Presence(msgspec.Struct, frozen=True, array_like=True):
    """The presence in a game at one server.

    Attributes:
        seats: those with players that are connected there.
        watching: how many look on there.
        thinking: what takes a computer long that thinks there.
    """

    seats: tuple[Colour, ...] = ()
    watching: int = 0
    thinking: str | None = None

    def anybody(self) -> bool:
        """Whether any client is connected there."""
        return bool(self.seats or self.watching)


NO_ONE = Presence()


class Elsewhere:
    """The presence in all games at all other servers.

    Args:
        name: this server's, which tells which of several comes first.
        changed: is called for each game for which something has changed.
    """

    def __init__(self, name: str = "", changed: Callable[[str], None] = lambda game: None) -> None:
        self._name, self._changed = name, changed
        self._games: dict[str, dict[str, Presence]] = {}

    def hear(self, server: str, games: Mapping[str, Presence]) -> None:
        """Another server tells what has changed there."""
        for game, presence in games.items():
            servers = self._games.get(game, {})
            if servers.get(server, NO_ONE) == presence:
                continue
            if presence != NO_ONE:
                servers[server] = presence
                self._games[game] = servers
            else:
                del servers[server]
                if not servers:
                    del self._games[game]
            self._changed(game)

    def hear_all(self, server: str, games: Mapping[str, Presence]) -> None:
        """Another server tells all of it; nothing, if it is gone."""
        before = {game: NO_ONE for game, servers in self._games.items() if server in servers}
        self.hear(server, {**before, **games})

    def of(self, game: str) -> Collection[Presence]:
        """The presence in a game at each other server with a client in it."""
        return self._games.get(game, {}).values()

    def comes_first(self, game: str) -> bool:
        """Whether this server comes before all others with a client in a game."""
        return all(self._name < server for server, presence in self._games.get(game, {}).items()
                   if presence.anybody())
