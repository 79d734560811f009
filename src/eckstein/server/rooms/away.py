"""When the players of a game are away, as far as its clock is concerned."""
from __future__ import annotations

from ...wire.words import Colour
from ..game.clocks import Span
from ..game.identity import account_of
from ..game.state import State
from ..people.absences import AbsenceStore
from ..store.contract import database_asked


async def absences_in(state: State, store: AbsenceStore | None) -> dict[Colour, list[Span]]:
    """When each player is away after the present turn has begun; nothing where that is no matter.

    Args:
        state: of the game.
        store: where absences are kept; None where there are none.

    Raises:
        RefusedError: if the database cannot be read.
    """
    accounts = {colour: account for colour, seat in state.seats.items()
                if (account := account_of(seat.who))}
    if store is None or not accounts or not state.grants_absence():
        return {}
    with database_asked():
        found = await store.of(sorted(set(accounts.values())), state.since)
    return {colour: found[account] for colour, account in accounts.items() if found[account]}
