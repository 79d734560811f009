"""When the players of games are away, as far as the clocks there are concerned."""
from __future__ import annotations

from collections.abc import Callable, Iterable

from ...wire.words import Colour
from ..game.clocks import Span
from ..game.identity import account_of, of_account
from ..game.state import State
from ..hub.hub import Hub
from ..store.contract import database_asked
from .events import AbsencesOf
from .room import Room


class Away:
    """Keeps what rooms know of absences up to date.

    Args:
        hub: is asked for absences.
        going_on: gives the rooms of games that are not over.
        tell: sends all clients in a room the whole game again.
        look: begins to `learn` in a room, and then tells if that is news.
        now: the time.
    """

    def __init__(self, hub: Hub, going_on: Callable[[], Iterable[Room]],
                 tell: Callable[[Room], None], look: Callable[[Room], object],
                 now: Callable[[], int]) -> None:
        self._hub, self._going_on, self._tell, self._look = hub, going_on, tell, look
        self._now, self._swept = now, now()

    async def learn(self, room: Room) -> bool:
        """Read when the players of a loaded game are away, if that matters; whether it is news.

        Raises:
            RefusedError: if the database cannot be read.
        """
        before = room.absences
        room.absences = await self._in(room.loaded().state)
        return room.absences != before

    async def _in(self, state: State) -> dict[Colour, list[Span]]:
        """When each player is away after the present turn has begun."""
        accounts = {colour: account for colour, seat in state.seats.items()
                    if (account := account_of(seat.who))}
        if not accounts or not state.grants_absence():
            return {}
        with database_asked():
            found = await self._hub.query(AbsencesOf(sorted({*accounts.values()}), state.since))
        return {colour: list(away) for colour, account in accounts.items()
                if (away := found.get(account))}

    def changed(self, account: str) -> None:
        """An account has gone away or come back: notify the clients in its games."""
        who = of_account(account)
        for room in list(self._going_on()):
            if any(seat.who == who for seat in room.loaded().state.seats.values()):
                self._look(room)

    def sweep(self) -> None:
        """Announce the players that have come back as planned since the last time."""
        before, self._swept = self._swept, self._now()
        for room in list(self._going_on()):
            if any(before < end <= self._swept for away in room.absences.values()
                   for _, end in away):
                self._tell(room)
