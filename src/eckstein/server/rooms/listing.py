"""Which games are listed in the lobby: those that began there and are being played, or have just
ended.
"""
from __future__ import annotations

from collections.abc import Iterable

from ...kernel import options as option_values
from ...wire.http_games import NewClock
from ...wire.lobby import ListedGame, People
from ...wire.words import Options
from ..game.state import State
from ..store.lobbies import Lobbies
from . import message_builder
from .room import Room

LISTED = 50                 # games, at most
TOLD = 8                    # of them to other servers
ENDED = 5                   # of those that have ended
FINE = 8                    # moves of a game that is listed after its end
LIVELY = 60_000             # milliseconds since the last event of a game that stays the liveliest


def unusual(game: str, options: Options) -> Options:
    """Those options that do not have their usual values."""
    usual = option_values.defaults(game)
    return {name: value for name, value in options.items() if value != usual.get(name)}


class Listing:
    """The games to watch, as they were when they were last looked at.

    Args:
        lobbies: what other servers list.

    Attributes:
        games: by their ids, the liveliest first, and last those that have ended.
        top: the one that is shown large.
        playing: how many people at this server play listed games, so that the number agrees with
            the list.
    """

    def __init__(self, lobbies: Lobbies) -> None:
        self._lobbies = lobbies
        self.own: tuple[ListedGame, ...] = ()
        self._rooms: dict[str, Room] = {}
        self._ended: dict[str, tuple[frozenset[str], ListedGame]] = {}
        self.games: dict[str, ListedGame] = {}
        self.top: str | None = None
        self.playing = 0

    def look(self, rooms: Iterable[Room], now: int) -> None:
        """Look at all games that go on."""
        self.playing, found = 0, []
        for room in rooms:
            seats = room.presence().seats
            state = room.loaded().state
            if not state.listed:
                continue
            self.playing += len(seats)
            if room.owned and (seats or any(there.seats for there in room.presences())):
                found.append((room, state))
        self._note_ends({state.game: room for room, state in found})
        found.sort(key=lambda one: (-one[1].touched, one[1].game))
        del found[LISTED:]
        listed = {state.game: _listed(room, state) for room, state in found}
        self.own = tuple(listed.values())[:TOLD]
        fresh = [state.game for _, state in found if now - state.touched < LIVELY]
        for game in self._lobbies.games():
            if game.game not in listed and len(listed) < LISTED:
                listed[game.game] = game
        if self.top not in listed or fresh and self.top not in fresh:
            self.top = next(iter(listed), None)
        self.games = listed | {id: game for id, (_, game) in self._ended.items()}

    def forget(self, who: str) -> None:
        """List no game of an identity that has ended."""
        self._ended = {id: one for id, one in self._ended.items() if who not in one[0]}

    def _note_ends(self, rooms: dict[str, Room]) -> None:
        """Games that were played at the last look, and are over, come first of those."""
        for id in self._rooms.keys() - rooms.keys():
            state = self._rooms[id].state
            if (state and state.result and state.result["reason"] != "aborted"
                    and len(state.moves) >= FINE):
                who = frozenset(seat.who for seat in state.seats.values())
                self._ended = {id: (who, _listed(self._rooms[id], state)), **self._ended}
        self._ended = dict(list(self._ended.items())[:ENDED])
        self._rooms = rooms

    def people(self, lobby: int) -> People:
        """How many people are at all servers.

        Args:
            lobby: how many clients subscribe to the lobby at this one.
        """
        there = self._lobbies.people()
        return People(lobby + there.lobby, self.playing + there.playing)


def _listed(room: Room, state: State) -> ListedGame:
    control = state.control
    clock = None if control is None else NewClock(
        control.kind, control.initial / 1000, control.increment / 1000)
    return ListedGame(state.game, state.rules, unusual(state.rules, state.options),
                      state.seats["white"].name, state.seats["black"].name, clock,
                      len(state.moves), sum(there.watching for there in room.presences()),
                      message_builder.result(state))
