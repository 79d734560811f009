"""Absences in a database."""
from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database import rows
from ...database.tables import absences
from ...game.absences import current, planned
from ...game.clocks import DAY, Span

KEPT = 800 * DAY            # the last year, and this one


class AbsenceStore:
    """Stores absences; those of an account do not overlap.

    All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, accounts: Sequence[str], since: int = 0) -> dict[str, list[Span]]:
        """When each of some accounts was or will be away after a time."""
        told: dict[str, list[Span]] = {account: [] for account in accounts}
        for row in await rows.found(self._engine, sa.select(absences).where(
                absences.c.account.in_(accounts), absences.c.end > since)
                .order_by(absences.c.account, absences.c.begin)):
            told[row.account].append((row.begin, row.end))
        return told

    async def begin(self, account: str, now: int, days: int) -> Span | None:
        """Go away for so many days, or as many as are left; a running absence is not changed.

        Returns:
            From when until when; None if no day is left.
        """
        async with rows.changing(self._engine, account) as connection:
            known = await _known(connection, account)
            if (span := current(now, known)) is not None:
                return span
            if (end := planned(now, days, known)) is None:
                return None
            await connection.execute(sa.insert(absences).values(
                account=account, begin=now, end=end))
            await connection.execute(sa.delete(absences).where(
                absences.c.account == account, absences.c.end < now - KEPT))
        return now, end

    async def finish(self, account: str, now: int) -> None:
        """Be back."""
        async with rows.changing(self._engine, account) as connection:
            if (span := current(now, await _known(connection, account))) is not None:
                await connection.execute(sa.update(absences).where(
                    absences.c.account == account, absences.c.begin == span[0])
                    .values(end=max(now, span[0])))


async def _known(connection: AsyncConnection, account: str) -> list[Span]:
    found = await connection.execute(sa.select(absences.c.begin, absences.c.end).where(
        absences.c.account == account).order_by(absences.c.begin))
    return [(row.begin, row.end) for row in found]
