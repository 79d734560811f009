"""What becomes of games when their players are called otherwise, block each other, or are gone."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

from ...wire.words import Colour
from ..game.events import SERVER, other
from ..game.identity import of_account
from ..game.rulings import ABORT_PLIES, Command, RefusedError
from ..game.state import State
from ..hub.hub import Hub
from ..parts.accounts.events import IdentityEnds, Renamed
from ..parts.people.events import BlockChanged
from .account_names import Names
from .room import Room

Submit = Callable[[str, Command], Coroutine[Any, Any, int]]


class Players:
    """The players of the games in memory.

    Args:
        hub: tells what happens to them.
        names: what accounts are called.
        rooms: gives the rooms in memory.
        submit: carries a command out.
        read_again: begins to read a game again, and tells all of it to its clients.
    """

    def __init__(self, hub: Hub, names: Names, rooms: Callable[[], Iterable[Room]], submit: Submit,
                 read_again: Callable[[Room], object]) -> None:
        self._names, self._rooms = names, rooms
        self._submit, self._read_again = submit, read_again
        hub.on(Renamed, self._renamed)
        hub.before(BlockChanged, self._blocked)
        hub.before(IdentityEnds, self._gone)

    def _of(self, *who: str) -> Iterator[tuple[Room, State]]:
        """The games that all of these identities play, or have played."""
        for room in list(self._rooms()):
            if room.state is not None and {*who} <= {
                    seat.who for seat in room.state.seats.values()}:
                yield room, room.state

    def _renamed(self, event: Renamed) -> None:
        self._names.forget(event.account)
        for room, _ in self._of(of_account(event.account)):
            self._read_again(room)

    async def _blocked(self, step: BlockChanged) -> None:
        if step.blocked:
            await self._decline_rematches(of_account(step.account), of_account(step.other))

    async def _gone(self, step: IdentityEnds) -> None:
        if step.why == "gone":
            await self._decline_rematches(step.who)

    async def _decline_rematches(self, *who: str) -> None:
        """Decline, for players, the rematches that are asked for in games of theirs."""
        for _, state in self._of(*who):
            if state.offers_rematch:
                with contextlib.suppress(RefusedError):
                    await decline_rematch(self._submit, state)


async def decline_rematch(submit: Submit, state: State) -> None:
    """Decline the rematch that is offered in a game.

    Raises:
        RefusedError: if that cannot be.
    """
    await submit(state.game, Command(SERVER, f"no rematch {state.seq}", "decline-rematch",
                                     other(state.rematch[0]), state.seq))


async def abandon(submit: Submit, state: State, colour: Colour) -> None:
    """End a game of which a player is gone for good: it is aborted, or else lost.

    Raises:
        RefusedError: if that cannot be.
    """
    played = state.tournament or len(state.moves) >= ABORT_PLIES
    await submit(state.game, Command(SERVER, f"gone {colour}", "resign" if played else "abort",
                                     colour, state.seq))
