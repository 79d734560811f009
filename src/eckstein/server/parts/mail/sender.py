"""Mail: what is sent where by which mail server, and what comes of it."""
from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import structlog

from ....base.sentence import Sentence
from ....words import ENGLISH, LANGUAGES, catalogue
from ...ops.hosts import is_loopback
from ...rooms.rooms import Rooms
from ...store.contract import StoreError
from ..notices.notice import WARNINGS, Answer, Notice
from ..notices.texts import conditions_told, game_called, name_of, page_of
from .events import MailSettings
from .mail import Mails, read_address
from .store import Contact

PORT, TLS_PORT = 587, 465
SECONDS = 20.0              # for each answer of the mail server
NAME = 60                   # letters of a name in a mail
log = structlog.get_logger()


def sender_of(sender: str, base: str | None, server: str | None, user: str | None,
              password: Path | None, environment: Mapping[str, str]) -> MailSettings:
    """How mail is sent, from the options of the command line.

    Raises:
        ValueError: with a sentence, if it cannot be sent so.
    """
    if importlib.util.find_spec("aiosmtplib") is None:
        raise ValueError(Sentence("mail needs the package aiosmtplib; install it with pip install "
                                  "'eckstein[mail]'"))
    name, spec = parseaddr(sender)
    try:
        by = Address(name, addr_spec=read_address(spec))
    except ValueError:
        by = None
    if by is None or not sender.isprintable():
        raise ValueError(Sentence("--mail-from is not an address for mail, such as "
                                  "'Eckstein <noreply@example.org>'"))
    found = urlsplit(base or "")
    if found.scheme not in ("http", "https") or not found.netloc or found.query:
        raise ValueError(Sentence("--mail-from needs --address, where links in mails lead, such as "
                                  "https://play.example.org/"))
    host, port = _server(server or "localhost")
    secret = environment.get("ECKSTEIN_MAIL_PASSWORD", "")
    if password is not None:
        try:
            secret = password.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            raise ValueError(Sentence("the password for mail cannot be read from {file}: {error}",
                                      file=password, error=error)) from None
    if bool(user) != bool(secret):
        raise ValueError(Sentence("--mail-user and the password for mail belong together: give "
                                  "both or neither"))
    if found.path.strip("/"):
        raise ValueError(Sentence("--address has a path; the pages are at the root of a host"))
    return MailSettings(by.display_name, by.addr_spec, f"{found.scheme}://{found.netloc}", host,
                        port, user or "", secret)


def _server(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]") or text.count(":") > 1 and "]" not in text:
        host, port = text, str(PORT)
    if not host or not (port.isascii() and port.isdecimal() and 0 < int(port) < 2**16):
        raise ValueError(Sentence("{text} is not a mail server, such as mail.example.org or "
                                  "mail.example.org:465", text=text))
    return host.strip("[]"), int(port)


class MailChannel:
    """Delivers notices by mail; see `Channel`.

    Args:
        sender: how.
        mails: the addresses.
        rooms: the games.
    """

    def __init__(self, sender: MailSettings, mails: Mails, rooms: Rooms) -> None:
        self._sender, self._mails, self._rooms = sender, mails, rooms

    async def deliver(self, notice: Notice) -> Answer:
        """See `Channel`."""
        if notice.kind in WARNINGS:
            old = Contact(notice.account, notice.facts.to, notice.facts.language, (), notice.at)
            return await self._send(old, await self._written(notice, old))
        contact = await self._mails.store.of(notice.account)
        if contact is None or contact.bounced is not None or not (
                contact.confirmed is None and contact.address == notice.facts.to
                if notice.kind == "confirm"
                else contact.confirmed is not None and (
                    contact.address == notice.facts.to if notice.kind == "recover"
                    else notice.kind in contact.kinds)):
            return "gone"
        return await self._send(contact, await self._written(notice, contact))

    async def _written(self, notice: Notice, contact: Contact) -> EmailMessage:
        """The mail of a notice.

        Raises:
            StoreError, OSError, RefusedError: if the database does not respond.
        """
        language = contact.language if contact.language in LANGUAGES else ENGLISH
        words: dict[str, Any] = catalogue(language, "mail")
        said, base, facts = words["said"], self._sender.base, notice.facts
        called, = (await self._rooms.names.of([notice.account])).values()
        if notice.kind == "confirm":
            link = f"{base}/api/v1/mail/{self._mails.confirming(contact)}"
            return self._message(contact, notice.key, said["confirm"],
                                 said["confirmBody"].format(name=_line(called), link=link), None)
        if notice.kind == "recover":
            link = f"{base}/account#recover={self._mails.recovering(contact, facts.proof)}"
            return self._message(contact, notice.key, said["recover"],
                                 said["recoverBody"].format(name=_line(called), link=link), None)
        if notice.kind in WARNINGS:
            return self._message(
                contact, notice.key, said[notice.kind], said[f"{notice.kind}Body"].format(
                    name=_line(called), account=f"{base}/account"), None)
        game = game_called(facts.rules, language)
        against = _line(await name_of(facts, self._rooms.names)) or said["somebody"]
        title = (said["over"][facts.outcome] if notice.kind == "over" else said[notice.kind])
        stop = f"{base}/api/v1/mail/{self._mails.stopping(contact)}"
        body = said["challengeBody" if notice.kind == "challenge" else "body"]
        text = body.format(name=_line(called), title=title.format(name=against, game=game),
                           conditions=conditions_told(facts, language), stop=stop,
                           link=base + await page_of(notice, self._rooms),
                           account=f"{base}/account")
        return self._message(contact, notice.key, title.format(name=against, game=game), text, stop)

    def _message(self, contact: Contact, key: str, subject: str, text: str, stop: str | None
                 ) -> EmailMessage:
        message, by = EmailMessage(policy=SMTP), self._sender
        message["From"] = Address(by.name, addr_spec=by.address)
        message["To"] = Address(addr_spec=contact.address)
        message["Subject"] = _line(subject, 200)
        message["Date"] = formatdate(self._rooms.now() / 1000)
        # The same for each try, so that mailboxes know a mail that comes twice.
        digest, domain = hashlib.sha256(key.encode()).hexdigest(), by.address.rpartition("@")[2]
        message["Message-ID"] = f"<{digest[:32]}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        return message

    async def _send(self, contact: Contact, message: EmailMessage) -> Answer:
        """Hand a mail to the mail server."""
        import aiosmtplib
        sender = self._sender
        at_once, here = sender.port == TLS_PORT, is_loopback(sender.host)
        try:
            await aiosmtplib.send(
                message, hostname=sender.host, port=sender.port, timeout=SECONDS,
                username=sender.user or None, password=sender.password or None, use_tls=at_once,
                start_tls=True if sender.user and not at_once and not here else None,
                validate_certs=not here)        # there are none for localhost
        except aiosmtplib.SMTPRecipientsRefused as refused:
            if not all(500 <= one.code < 600 for one in refused.recipients):
                return "later"
            await self._bounced(contact)
            return "gone"
        except (aiosmtplib.SMTPException, OSError) as error:
            log.warning("mail", error=type(error).__name__, code=getattr(error, "code", None))
            return "later"
        return "delivered"

    async def _bounced(self, contact: Contact) -> None:
        try:
            await self._mails.bounced(contact)
        except (StoreError, OSError) as error:      # then the next mail bounces, too
            log.warning("mail", error=repr(error))


def _line(text: str, most: int = NAME) -> str:
    """A text as one line without anything that controls, no longer than it may be."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split()
                    )[:most]
