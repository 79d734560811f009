"""What happens in tournaments when an identity is barred, its account is deleted, or a guest gets
an account.
"""
from __future__ import annotations

from collections.abc import Callable

from ...game.rulings import RefusedError
from ...store.contract import ConflictError, database_asked
from .ledger import Ledger
from .rules.desk import departing
from .rules.entering import Draft, leaving
from .rules.state import Tournament
from .store import TournamentStore

TRIES = 20                  # where several write to one tournament


async def withdraw(ledger: Ledger, store: TournamentStore, who: str, *, rated: bool,
                   organises: bool = True) -> None:
    """Withdraw an identity from all tournaments; its games that have begun go on.

    Args:
        ledger: what is known of tournaments.
        store: where they are read.
        who: the identity.
        rated: whether only in rated ones.
        organises: whether it remains an organiser.

    Raises:
        RefusedError: if it cannot be written.
    """
    def going(state: Tournament) -> list[Draft]:
        left = [] if rated and not state.settings.rated else leaving(state, who)
        return left if organises else left + departing(state, who)
    await _each(ledger, store, who, going)


async def claim(ledger: Ledger, store: TournamentStore, guest: str, account: str) -> None:
    """Give the places of a guest, and the rights as an organiser, to an account.

    Args:
        ledger: what is known of tournaments.
        store: where they are read.
        guest, account: their identities.

    Raises:
        RefusedError: if it cannot be written.
    """
    def claimed(state: Tournament) -> list[Draft]:
        has = state.organiser == guest or state.player(guest)
        return [("claimed", {"guest": guest, "who": account})] if has else []
    await _each(ledger, store, guest, claimed)


async def _each(ledger: Ledger, store: TournamentStore, who: str,
                going: Callable[[Tournament], list[Draft]]) -> None:
    with database_asked():
        found = await store.concerning(who)
    for id in found:
        await _happen(ledger, id, going)


async def _happen(ledger: Ledger, id: str, going: Callable[[Tournament], list[Draft]]) -> None:
    """Write what happens in a tournament, however many write to it."""
    for _ in range(TRIES):
        state = await ledger.state(id)
        drafts = going(state)
        if not drafts or state.phase == "ended":
            return
        try:
            await ledger.happen(state, drafts)
            return
        except ConflictError:
            await ledger.refresh(id)
    raise RefusedError("busy", "too many commands at once; try again", "crowded")
