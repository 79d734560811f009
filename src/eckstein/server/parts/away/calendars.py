"""The secrets of calendars, in a database."""
from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.tables import calendars


class CalendarStore:
    """Stores the digests of the secrets of calendars, one for an account.

    All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def set(self, account: str, digest: str | None, session: str | None = None) -> None:
        """Replace the secret of an account, or forget it."""
        new = [] if digest is None else [sa.insert(calendars).values(account=account,
                                                                     digest=digest)]
        await rows.change(self._engine, account,
                          sa.delete(calendars).where(calendars.c.account == account), *new,
                          session=session)

    async def has(self, account: str) -> bool:
        """Whether an account has one."""
        return bool(await rows.found(self._engine, sa.select(calendars.c.account).where(
            calendars.c.account == account)))

    async def account(self, digest: str) -> str | None:
        """The account of the calendar that a secret leads to, given its digest."""
        found = await rows.found(self._engine, sa.select(calendars.c.account).where(
            calendars.c.digest == digest))
        return found[0].account if found else None
