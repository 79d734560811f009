"""Mail addresses of accounts: how one is given, confirmed by a link, and given up.

Only an address that is confirmed is ever told anything about a password.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ...base.sentence import Sentence
from ...wire.http_mail import ADDRESS_LETTERS
from ...wire.words import NoticeKind
from ..game.rulings import RefusedError, TooFastError
from ..game.tokens import Tokens
from ..ops.limits import Buckets, Hits
from ..store.contract import NOT_WRITTEN, database_asked
from .notices import KINDS, Facts, Letter, Notice, NoticeStore, ordered
from .remembered import digest_of

CONFIRMED_WITHIN = 2 * 86_400       # seconds for which the link in a mail works
# A second, and at once: mails to confirm that one account, one address or one payer asks for.
OF_ONE, OF_ONE_AT_ONCE = 1 / 1800, 3.0
OF_PAYER, OF_PAYER_AT_ONCE = 1 / 300, 10.0
# Mails to one account within a day: more than the limits of notices and of links let through.
A_DAY = 300
_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@"
                      r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
                      r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
TOO_MANY = Sentence("too many mails are asked for; wait a while")


@dataclass(frozen=True, slots=True)
class Contact:
    """The mail address of an account.

    Attributes:
        account: whose it is.
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


@dataclass(frozen=True, slots=True)
class Sender:
    """How mail is sent.

    Attributes:
        name, address: by whom.
        base: the address of the pages to which links lead.
        host, port: the mail server.
        user, password: with which to sign in there; empty for not at all.
    """

    name: str
    address: str
    base: str
    host: str
    port: int
    user: str = ""
    password: str = ""


class ContactStore(Protocol):
    """Where addresses are kept.

    All calls raise StoreError or OSError if the database does not respond.
    """

    async def of(self, account: str) -> Contact | None:
        """The address of an account."""
        ...

    async def set(self, contact: Contact, session: str | None = None) -> None:
        """Replace the address of an account, and all that is known of it."""
        ...

    async def change(self, before: Contact, contact: Contact) -> bool:
        """Replace what differs, if the account still has the address as it was given before;
        returns whether it has.
        """
        ...

    async def drop(self, account: str) -> None:
        """Forget the address of an account, and all mail that waits to be sent there; what tells
        an address that it is the account's no more is still sent.
        """
        ...


class Mails:
    """The mail addresses of this server's accounts.

    Args:
        store: where they are kept.
        notices: by which links are sent.
        tokens: sign these.
        now: the time, in milliseconds since 1970.
        hits: is told of limits that are hit.

    Attributes:
        wake: is called when a mail is to be sent at once.
    """

    def __init__(self, store: ContactStore, notices: NoticeStore, tokens: Tokens,
                 now: Callable[[], int], hits: Hits) -> None:
        self.store, self._notices, self._tokens, self._now = store, notices, tokens, now
        self._of_one = Buckets(OF_ONE, OF_ONE_AT_ONCE, hits.of("mails"))
        self._of_payer = Buckets(OF_PAYER, OF_PAYER_AT_ONCE, hits.of("mails"))
        self.wake: Callable[[], None] = lambda: None

    async def of(self, account: str) -> Contact | None:
        """The address of an account.

        Raises:
            RefusedError: if the database does not respond.
        """
        with database_asked():
            return await self.store.of(account)

    async def set(self, account: str, address: str, language: str, payer: str,
                  session: str | None = None) -> None:
        """Give an address, or have the link for it sent once more; one that is confirmed stays so.

        Raises:
            RefusedError: if it is none, or too many mails are asked for.
        """
        address = address.strip()
        if len(address) > ADDRESS_LETTERS or not _ADDRESS.fullmatch(address):
            raise RefusedError("bad", Sentence("this is not the address of a mailbox, such as "
                                               "name@example.org"))
        for buckets, payers in ((self._of_payer, [payer]),
                                (self._of_one, [f"account {account}", f"to {address.lower()}"])):
            for one in payers:
                if not buckets.take(one):
                    raise TooFastError(TOO_MANY, buckets.retry_after(one))
        now = self._now()
        with database_asked(NOT_WRITTEN):
            before = await self.store.of(account)
            if before is not None and before.address == address and before.reached:
                await self.store.change(before, replace(before, language=language))
                return
            await self._tell_old(before, address)       # first, so that nothing hides the change
            contact = Contact(account, address, language,
                              KINDS if before is None else before.kinds, now)
            await self.store.set(contact, session)
            await self._write(contact, "confirm")
        self.wake()

    async def choose(self, account: str, kinds: Sequence[NoticeKind]) -> None:
        """Say of what the account is told by mail."""
        with database_asked(NOT_WRITTEN):
            contact = await self.store.of(account)
            if contact is not None:
                await self.store.change(contact, replace(
                    contact, kinds=ordered(kinds)))

    async def drop(self, account: str, *, tell: bool) -> None:
        """Have no address any more; the old one is told, if mail is sent at all."""
        with database_asked(NOT_WRITTEN):
            if tell:
                await self._tell_old(await self.store.of(account), "")
            await self.store.drop(account)
        self.wake()

    async def _tell_old(self, before: Contact | None, address: str) -> None:
        """Tell a confirmed address that another has taken its place, or none."""
        if before is not None and before.confirmed is not None and before.address != address:
            await self._write(before, "moved")

    async def bounced(self, contact: Contact) -> None:
        """A mail server has refused an address for good.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        await self.store.change(contact, replace(contact, bounced=self._now()))

    async def send_recovery(self, account: str, password: str) -> None:
        """Send a link by which the password of an account can be replaced, to its address, if that
        is confirmed.

        Args:
            account: whose.
            password: what is kept of its password now.
        """
        await self._tell_reached(account, "recover", proof_of(password))

    async def tell_password(self, account: str) -> None:
        """Tell the confirmed address of an account that its password was set."""
        await self._tell_reached(account, "password")

    async def _tell_reached(self, account: str, kind: Letter, proof: str = "") -> None:
        """Send a letter to the address of an account, if mail reaches it."""
        with database_asked(NOT_WRITTEN):
            contact = await self.store.of(account)
            if contact is None or not contact.reached:
                return
            await self._write(contact, kind, proof)
        self.wake()

    async def _write(self, contact: Contact, kind: Letter, proof: str = "") -> None:
        """Put a letter among what is to be sent."""
        now = self._now()
        await self._notices.add(Notice(
            f"mail {contact.account} {kind} {now}", contact.account, "mail", kind,
            Facts(to=contact.address, language=contact.language, proof=proof), now, now), A_DAY)

    # Links in mails.

    def confirming(self, contact: Contact) -> str:
        """What confirms an address."""
        return self._tokens.mail_key(_named("confirm", contact))

    def stopping(self, contact: Contact) -> str:
        """What ends all mail to an address, for ever."""
        return self._tokens.mail_key(_named("stop", contact))

    def recovering(self, contact: Contact, proof: str) -> str:
        """What replaces a password; see `recovery_of`."""
        return self._tokens.mail_key(recovery_of(contact, proof))

    async def meant(self, key: str) -> tuple[str, Contact]:
        """What a link is to do, "confirm" or "stop", and to which address.

        Raises:
            RefusedError: if it works no more, or never did.
        """
        signed = self._tokens.signed_in_mail(key)
        what, _, rest = (signed or "").partition(".")
        with database_asked():
            contact = await self.store.of(rest.partition(".")[0]) if rest else None
        if what not in ("confirm", "stop") or contact is None or (
                signed != _named(what, contact)) or (
                what == "confirm" and self._tokens.signed_in_mail(key, CONFIRMED_WITHIN) is None):
            raise gone()
        return what, contact

    async def follow(self, key: str) -> tuple[str, Contact]:
        """Do what a link is for; see `meant`.

        Raises:
            RefusedError: if it works no more.
        """
        what, contact = await self.meant(key)
        with database_asked(NOT_WRITTEN):
            if not await self.store.change(contact, replace(
                    contact, confirmed=self._now(), bounced=None) if what == "confirm"
                    else replace(contact, kinds=[])):
                raise gone()
        return what, contact


def gone() -> RefusedError:
    """What is told to whoever follows a link that works no more."""
    return RefusedError("not-now", Sentence("this link works no more"))


def _named(what: str, contact: Contact) -> str:
    """What a link signs: it is for this address alone."""
    return f"{what}.{contact.account}.{digest_of(contact.address)[:24]}"


def proof_of(password: str) -> str:
    """What a link shows that it was made for this password, of which that is kept."""
    return digest_of(password)[:24]


def recovery_of(contact: Contact, proof: str) -> str:
    """What a link signs that replaces a password: it is for this address and this password alone.
    """
    return f"{_named('recover', contact)}.{proof}"
