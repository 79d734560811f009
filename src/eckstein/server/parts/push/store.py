"""Which devices get notices, in a database."""
from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ....wire.words import NoticeKind
from ...database import identities, rows
from ...database.tables import push_subscriptions as table
from .events import Keys
from .push import Subscribed


class PushStore:
    """Stores which devices get notices.  A device gets none any more when its session has ended,
    for whatever reason.

    All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, account: str) -> list[Subscribed]:
        """The devices of an account, those added last first."""
        return [Subscribed(row.id, row.account, Keys(row.endpoint, row.p256dh, row.auth),
                           row.device, row.language, row.kinds.split(), row.added)
                for row in await rows.found(self._engine, sa.select(table).where(
                    table.c.account == account).order_by(table.c.added.desc(), table.c.id))]

    async def set(self, device: Subscribed, most: int) -> None:
        """Send notices to a device, in place of whatever had its session or its endpoint; of so
        many devices of an account, those added last stay."""
        own = table.c.account == device.account
        newest = sa.select(table.c.id).where(own).order_by(
            table.c.added.desc(), table.c.id).limit(most)
        await rows.change(
            self._engine, device.account,
            sa.delete(table).where(sa.or_(table.c.id == device.id,
                                          table.c.endpoint == device.keys.endpoint)),
            sa.insert(table).values(
                id=device.id, account=device.account, endpoint=device.keys.endpoint,
                p256dh=device.keys.p256dh, auth=device.keys.auth, device=device.device,
                language=device.language, kinds=" ".join(device.kinds), added=device.added),
            sa.delete(table).where(own, table.c.id.not_in(newest)),
            identities.sessions_ended(device.account))

    async def choose(self, account: str, id: str, kinds: Sequence[NoticeKind]) -> None:
        """Send notices of these kinds alone to a device."""
        await rows.write(self._engine, sa.update(table).where(
            table.c.account == account, table.c.id == id).values(kinds=" ".join(kinds)))

    async def drop(self, account: str, id: str, endpoint: str | None = None) -> None:
        """Send none to a device, if it still has this endpoint, or whichever it has."""
        same = [] if endpoint is None else [table.c.endpoint == endpoint]
        await rows.write(self._engine, sa.delete(table).where(
            table.c.account == account, table.c.id == id, *same))

    async def carry(self, account: str, session: str, to: str) -> None:
        """A device has another session."""
        await rows.write(self._engine, sa.update(table).where(
            table.c.account == account, table.c.id == session).values(id=to))
