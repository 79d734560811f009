"""When the players of games are away, as far as the clocks there are concerned."""
from __future__ import annotations

from collections.abc import Callable, Iterable

from ...wire.words import Colour
from ..game.clocks import Span
from ..game.identity import account_of, of_account
from ..game.state import State
from ..people.absences import AbsenceStore
from ..store.contract import database_asked
from .room import Room


class Away:
    """Keeps what rooms know of absences up to date.

    Args:
        store: where absences are kept; None where there are none.
        going_on: gives the rooms of games that are not over.
        tell: tells everybody in a room all of its game anew.
        look: begins to `learn` in a room, and then tells if that is news.
        now: the time.
    """

    def __init__(self, store: AbsenceStore | None, going_on: Callable[[], Iterable[Room]],
                 tell: Callable[[Room], None], look: Callable[[Room], object],
                 now: Callable[[], int]) -> None:
        self._store, self._going_on, self._tell, self._look = store, going_on, tell, look
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
        if self._store is None or not accounts or not state.grants_absence():
            return {}
        with database_asked():
            found = await self._store.of(sorted(set(accounts.values())), state.since)
        return {colour: found[account] for colour, account in accounts.items() if found[account]}

    def changed(self, account: str) -> None:
        """Somebody has gone away or come back: those who are in his games are told."""
        who = of_account(account)
        for room in list(self._going_on()):
            if any(seat.who == who for seat in room.loaded().state.seats.values()):
                self._look(room)

    def sweep(self) -> None:
        """Tell who has come back as planned since the last time."""
        before, self._swept = self._swept, self._now()
        for room in list(self._going_on()):
            if any(before < end <= self._swept for away in room.absences.values()
                   for _, end in away):
                self._tell(room)
