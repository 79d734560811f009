"""Mail addresses in a database; see `ContactStore`."""
from __future__ import annotations

from dataclasses import asdict
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...wire.words import NoticeKind
from ..people.mail import Contact
from ..people.notices import WARNINGS
from . import rows
from .tables import contacts, notices


class Contacts:
    """See `ContactStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, account: str) -> Contact | None:
        """See `ContactStore`."""
        found = await rows.found(self._engine, sa.select(contacts).where(
            contacts.c.account == account))
        return None if not found else Contact(
            account, found[0].address, found[0].language,
            cast(list[NoticeKind], found[0].kinds.split()), found[0].added, found[0].confirmed,
            found[0].bounced)

    async def set(self, contact: Contact, session: str | None = None) -> None:
        """See `ContactStore`."""
        await rows.change(
            self._engine, contact.account,
            sa.delete(contacts).where(contacts.c.account == contact.account),
            sa.insert(contacts).values(_row(contact)), session=session)

    async def change(self, before: Contact, contact: Contact) -> bool:
        """See `ContactStore`."""
        old, new = _row(before), _row(contact)
        return bool(await rows.write(self._engine, sa.update(contacts).where(
            contacts.c.account == before.account, contacts.c.address == before.address,
            contacts.c.added == before.added).values(
            {name: value for name, value in new.items() if value != old[name]} or new)))

    async def drop(self, account: str) -> None:
        """See `ContactStore`."""
        await rows.write(
            self._engine, sa.delete(contacts).where(contacts.c.account == account),
            sa.delete(notices).where(notices.c.account == account, notices.c.channel == "mail",
                                    notices.c.kind.not_in(WARNINGS)))


def _row(contact: Contact) -> dict[str, Any]:
    return asdict(contact) | {"kinds": " ".join(contact.kinds)}
