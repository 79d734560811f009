"""The secrets of calendars, in a database; see `CalendarStore`."""
from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from . import rows
from .tables import calendars


class Calendars:
    """See `CalendarStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def set(self, account: str, digest: str | None) -> None:
        """See `CalendarStore`."""
        new = [] if digest is None else [sa.insert(calendars).values(account=account,
                                                                     digest=digest)]
        await rows.change(self._engine, account,
                          sa.delete(calendars).where(calendars.c.account == account), *new)

    async def has(self, account: str) -> bool:
        """See `CalendarStore`."""
        return bool(await rows.found(self._engine, sa.select(calendars.c.account).where(
            calendars.c.account == account)))

    async def account(self, digest: str) -> str | None:
        """See `CalendarStore`."""
        found = await rows.found(self._engine, sa.select(calendars.c.account).where(
            calendars.c.digest == digest))
        return found[0].account if found else None
