"""Mail addresses in a database."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ....wire.words import NoticeKind
from ...database import rows
from ...database.tables import contacts, notices
from ..notices.notice import WARNINGS


@dataclass(frozen=True, slots=True)
class Contact:
    """The mail address of an account.

    Attributes:
        account: the id of the account.
        address: where mail goes.
        language: in which it is written.
        kinds: of what it tells.
        added, confirmed, bounced: when it was given, when its owner has confirmed it, and when a
            mail server has refused it for good; None if that has not happened.
    """

    account: str
    address: str
    language: str
    kinds: Sequence[NoticeKind]
    added: int
    confirmed: int | None = None
    bounced: int | None = None

    @property
    def reached(self) -> bool:
        """Whether mail to the account goes there."""
        return self.confirmed is not None and self.bounced is None


class ContactStore:
    """Stores addresses.

    All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, account: str) -> Contact | None:
        """The address of an account."""
        found = await rows.found(self._engine, sa.select(contacts).where(
            contacts.c.account == account))
        return None if not found else Contact(
            account, found[0].address, found[0].language,
            cast(list[NoticeKind], found[0].kinds.split()), found[0].added, found[0].confirmed,
            found[0].bounced)

    async def set(self, contact: Contact, session: str | None = None) -> None:
        """Replace the address of an account, and all that is known of it."""
        await rows.change(
            self._engine, contact.account,
            sa.delete(contacts).where(contacts.c.account == contact.account),
            sa.insert(contacts).values(_row(contact)), session=session)

    async def change(self, before: Contact, contact: Contact) -> bool:
        """Replace what differs, if the account still has the address as it was given before;
        returns whether it has.
        """
        old, new = _row(before), _row(contact)
        return bool(await rows.write(self._engine, sa.update(contacts).where(
            contacts.c.account == before.account, contacts.c.address == before.address,
            contacts.c.added == before.added).values(
            {name: value for name, value in new.items() if value != old[name]} or new)))

    async def drop(self, account: str, session: str | None = None) -> None:
        """Forget the address of an account, and all mail that waits to be sent there; what tells
        an address that it is the account's no more is still sent.
        """
        await rows.change(
            self._engine, account, sa.delete(contacts).where(contacts.c.account == account),
            sa.delete(notices).where(notices.c.account == account, notices.c.channel == "mail",
                                     notices.c.kind.not_in(WARNINGS)),
            session=session)


def _row(contact: Contact) -> dict[str, Any]:
    return asdict(contact) | {"kinds": " ".join(contact.kinds)}
