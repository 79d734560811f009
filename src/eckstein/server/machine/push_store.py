"""Which devices get notices, in a database; see `PushStore`."""
from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...wire.words import NoticeKind
from ..people.push import Keys, Subscribed
from . import rows
from .tables import push_subscriptions as table
from .tables import sessions

NAME = 16                   # letters of a digest by which a session is called


class PushDevices:
    """See `PushStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, account: str) -> list[Subscribed]:
        """See `PushStore`."""
        return [Subscribed(row.id, row.account, Keys(row.endpoint, row.p256dh, row.auth),
                           row.device, row.language, row.kinds.split(), row.added)
                for row in await rows.found(self._engine, sa.select(table).where(
                    table.c.account == account).order_by(table.c.added.desc(), table.c.id))]

    async def set(self, device: Subscribed, most: int) -> None:
        """See `PushStore`."""
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
            strays(device.account))

    async def choose(self, account: str, id: str, kinds: Sequence[NoticeKind]) -> None:
        """See `PushStore`."""
        await rows.write(self._engine, sa.update(table).where(
            table.c.account == account, table.c.id == id).values(kinds=" ".join(kinds)))

    async def drop(self, account: str, id: str, endpoint: str | None = None) -> None:
        """See `PushStore`."""
        same = [] if endpoint is None else [table.c.endpoint == endpoint]
        await rows.write(self._engine, sa.delete(table).where(
            table.c.account == account, table.c.id == id, *same))

    async def carry(self, account: str, session: str, to: str) -> None:
        """See `PushStore`."""
        await rows.write(self._engine, sa.update(table).where(
            table.c.account == account, table.c.id == session).values(id=to))


def strays(account: str) -> sa.Delete:
    """The statement that deletes the devices of an account whose sessions have ended."""
    return sa.delete(table).where(table.c.account == account, table.c.id.not_in(
        sa.select(sa.func.substr(sessions.c.digest, 1, NAME)).where(
            sessions.c.account == account)))
