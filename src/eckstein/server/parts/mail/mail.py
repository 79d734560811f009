"""Mail addresses of accounts: how one is given, confirmed by a link, and given up.

Mail about a password goes to confirmed addresses only.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....base.sentence import Sentence
from ....wire.http_mail import ADDRESS_LETTERS
from ....wire.words import NoticeKind
from ...game.rulings import RefusedError, TooFastError
from ...game.tokens import Tokens
from ...hub.hub import Hub
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...store.contract import NOT_WRITTEN, database_asked
from ..accounts.events import Fresh, PasswordSet
from ..accounts.remembered import digest_of
from ..notices.events import NoticeDue
from ..notices.notice import KINDS, Facts, Letter, Notice, ordered
from ..notices.store import NoticeStore
from .store import Contact

if TYPE_CHECKING:
    from .store import ContactStore

CONFIRMED_WITHIN = 2 * 86_400       # seconds for which the link in a mail works
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@"
                      r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
                      r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
TOO_MANY = Sentence("too many mails are asked for; wait a while")


def read_address(text: str) -> str:
    """The address of a mailbox as mail servers know it: a domain in other letters than ASCII by its
    name in those (IDNA).  Local parts in other letters are not taken, since few servers are.

    Raises:
        ValueError: if it is none.
    """
    import idna
    local, _, domain = text.strip().rpartition("@")
    if not domain.isascii():
        domain = idna.encode(domain, uts46=True).decode()
    address = f"{local}@{domain}"
    if len(address) > ADDRESS_LETTERS or not _ADDRESS.fullmatch(address):
        raise ValueError(text)
    return address


def shown_address(address: str) -> str:
    """An address as people write it."""
    import idna
    local, at, domain = address.rpartition("@")
    try:
        return local + at + ".".join(idna.decode(label) if label.lower().startswith("xn--")
                                     else label for label in domain.split("."))
    except idna.IDNAError:              # no such label stands for letters
        return address


class Mails:
    """The mail addresses of this server's accounts.

    Args:
        store: stores them.
        notices: by which links are sent.
        tokens: sign these.
        now: the time, in milliseconds since 1970.
        hub: where `NoticeDue` is published.
        hits: counts the requests that exceed limits.
    """

    def __init__(self, store: ContactStore, notices: NoticeStore, tokens: Tokens,
                 now: Callable[[], int], hub: Hub, hits: Hits) -> None:
        self._hub = hub
        self.store, self._notices, self._tokens, self._now = store, notices, tokens, now
        self._of_one = hits.buckets("mails-of-one")
        self._of_payer = hits.buckets("mails")

    async def of(self, account: str) -> Contact | None:
        """The address of an account.

        Raises:
            RefusedError: if the database does not respond.
        """
        with database_asked():
            return await self.store.of(account)

    async def set(self, own: Fresh, address: str, language: str, payer: str) -> None:
        """Give an address, or have the link for it sent once more; one that is confirmed stays so.

        Raises:
            RefusedError: if it is none, or too many mails are asked for.
        """
        try:
            address = read_address(address)
        except ValueError:
            raise RefusedError("bad", Sentence("this is not the address of a mailbox, such as "
                                               "name@example.org")) from None
        account = own.account
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
            await self.store.set(contact, own.digest)
            await self._write(contact, "confirm")
        self._hub.publish(NoticeDue())

    async def choose(self, account: str, kinds: Sequence[NoticeKind]) -> None:
        """Choose the notices that the account gets by mail."""
        with database_asked(NOT_WRITTEN):
            contact = await self.store.of(account)
            if contact is not None:
                await self.store.change(contact, replace(
                    contact, kinds=ordered(kinds)))

    async def drop(self, own: Fresh, *, tell: bool) -> None:
        """Drop the address of an account; with `tell`, the old address is sent a letter."""
        with database_asked(NOT_WRITTEN):
            if tell:
                await self._tell_old(await self.store.of(own.account), "")
            await self.store.drop(own.account, own.digest)
        self._hub.publish(NoticeDue())

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
            account: the id of the account.
            password: the present hash of its password.
        """
        await self._tell_reached(account, "recover", proof_of(password))

    async def tell_password(self, step: PasswordSet) -> None:
        """Tell the confirmed address of an account that its password was set."""
        await self._tell_reached(step.account, "password")

    async def _tell_reached(self, account: str, kind: Letter, proof: str = "") -> None:
        """Send a letter to the address of an account, if mail reaches it."""
        with database_asked(NOT_WRITTEN):
            contact = await self.store.of(account)
            if contact is None or not contact.reached:
                return
            await self._write(contact, kind, proof)
        self._hub.publish(NoticeDue())

    async def _write(self, contact: Contact, kind: Letter, proof: str = "") -> None:
        """Put a letter among what is to be sent."""
        now = self._now()
        await self._notices.add(Notice(
            f"mail {contact.account} {kind} {now}", contact.account, "mail", kind,
            Facts(to=contact.address, language=contact.language, proof=proof), now, now),
            CAPS["mails-in-a-day"].most)

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
    """The refusal of a link that works no more."""
    return RefusedError("not-now", Sentence("this link works no more"))


def _named(what: str, contact: Contact) -> str:
    """What a link signs: it is for this address alone."""
    return f"{what}.{contact.account}.{digest_of(contact.address)[:24]}"


def proof_of(password: str) -> str:
    """The part of a link that shows that it was made for this password, given its hash."""
    return digest_of(password)[:24]


def recovery_of(contact: Contact, proof: str) -> str:
    """What a link signs that replaces a password: it is for this address and this password alone.
    """
    return f"{_named('recover', contact)}.{proof}"
