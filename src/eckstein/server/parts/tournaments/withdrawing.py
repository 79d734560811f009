"""Withdraws an identity from tournaments, when a moderator has barred it or its account is deleted.
"""
from __future__ import annotations

from ...game.rulings import RefusedError
from ...store.contract import ConflictError, database_asked
from .ledger import Ledger
from .rules.orders import leaving
from .store import TournamentStore

TRIES = 20                  # where several write to one tournament


async def withdraw(ledger: Ledger, store: TournamentStore, who: str, *, rated: bool) -> None:
    """Withdraw an identity from all tournaments; its games that have begun go on.

    Args:
        ledger: what is known of tournaments.
        store: where they are read.
        who: the identity.
        rated: whether only in rated ones.

    Raises:
        RefusedError: if it cannot be written.
    """
    with database_asked():
        found = await store.entered(who)
    for id in found:
        for _ in range(TRIES):
            state = await ledger.state(id)
            drafts = leaving(state, who)
            if not drafts or state.phase == "ended" or rated and not state.settings.rated:
                break
            try:
                await ledger.happen(state, drafts)
                break
            except ConflictError:
                await ledger.refresh(id)
        else:
            raise RefusedError("busy", "too many commands at once; try again", "crowded")
