"""Web Push as the rest of the server knows it: to whom messages go, and what becomes of one.

A browser that is to show notices gives an address at the push service of its maker, its
**endpoint**, and keys by which the service cannot read what passes through it.  Endpoints come from
strangers, and the server sends requests to them.  So it takes only those of known services, and of
those that its operator names.
"""
from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import urlsplit

from ...base.sentence import Sentence
from ...wire.words import NoticeKind

ENDPOINT = 1000             # letters of an address
# The services of Chromium and Android, Firefox, Safari, and Windows.
SERVICES = ("https://fcm.googleapis.com", "https://updates.push.services.mozilla.com",
            "https://*.push.apple.com", "https://*.notify.windows.com")
# What has become of a message: the service has it; it is to be tried again later; there is no such
# endpoint any more; or it was refused, and always will be.
Sent = Literal["delivered", "later", "gone", "refused"]


@dataclass(frozen=True, slots=True)
class Keys:
    """Where a message goes, and what it is encrypted with.

    Attributes:
        endpoint: the address at the push service.
        p256dh, auth: the public key of the browser, and its secret, as it writes them.
    """

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class Subscribed:
    """A device on which somebody is signed in, and to which notices go.

    Attributes:
        id: the name of its session.
        account: whose it is.
        keys: where they go.
        device: what it is, as far as its browser says.
        language: in which they are.
        kinds: what for.
        added: since when, in milliseconds since 1970.
    """

    id: str
    account: str
    keys: Keys
    device: str
    language: str
    kinds: Sequence[NoticeKind]
    added: int


class Pusher(Protocol):
    """Sends messages to push services."""

    @property
    def public_key(self) -> str:
        """The key of this server, by which a browser subscribes."""
        ...

    def fits(self, keys: Keys) -> bool:
        """Whether messages can be sent there: the service is known, and the keys are sound."""
        ...

    async def send(self, keys: Keys, text: str, topic: str, seconds: int) -> Sent:
        """Send a message.

        Args:
            keys: where it goes.
            text: what it says, of at most 3000 bytes.
            topic: of two messages of one topic that wait at the service, only the later one stays.
            seconds: for how long the service keeps it while the device is off.

        A service that says how long it is to be left alone is left alone.
        """
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...


class PushStore(Protocol):
    """Where it is kept which devices get notices.  A device gets none any more when its session has
    ended, for whatever reason.

    All calls raise StoreError or OSError if the database does not respond.
    """

    async def of(self, account: str) -> list[Subscribed]:
        """The devices of an account, those added last first."""
        ...

    async def set(self, device: Subscribed, most: int) -> None:
        """Send notices to a device, in place of whatever had its session or its endpoint; of so
        many devices of an account, those added last stay."""
        ...

    async def choose(self, account: str, id: str, kinds: Sequence[NoticeKind]) -> None:
        """Send notices of these kinds alone to a device."""
        ...

    async def drop(self, account: str, id: str, endpoint: str | None = None) -> None:
        """Send none to a device, if it still has this endpoint, or whichever it has."""
        ...

    async def carry(self, account: str, session: str, to: str) -> None:
        """A device has another session."""
        ...


def origin_of(address: str) -> str | None:
    """The origin of an address, such as `https://example.org:8443`; None if it has none that will
    do."""
    try:
        found = urlsplit(address)
        port, host = found.port, found.hostname or ""
    except ValueError:
        return None
    if (found.scheme not in ("https", "http") or found.username is not None
            or not re.fullmatch(r"[a-z0-9*](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+", host)):
        return None
    host = f"[{host}]" if ":" in host else host
    usual = {"https": 443, "http": 80}[found.scheme]
    return f"{found.scheme}://{host}{'' if port in (None, usual) else f':{port}'}"


def check_contact(address: str) -> str:
    """Where push services reach the operator.

    Raises:
        ValueError: with a sentence, if it is nothing of the kind.
    """
    if not re.fullmatch(r"(mailto:[^@\s,;]+@|https://)[\w-]+(\.[\w-]+)+", address, re.ASCII):
        raise ValueError(Sentence("--push takes where push services reach you, such as "
                                  "mailto:NAME@example.org or https://example.org"))
    return address


def check_service(address: str) -> str:
    """The origin of a push service that an operator names.

    Raises:
        ValueError: with a sentence, if it is none, or what is sent there could be read on its way.
    """
    origin = origin_of(address)
    if origin is None or "*" in origin or urlsplit(address).path not in ("", "/"):
        raise ValueError(Sentence("{address} is no push service; name one as "
                                  "https://push.example.org", address=address))
    if origin.startswith("http:") and not is_loopback(urlsplit(origin).hostname or ""):
        raise ValueError(Sentence("the push service {address} must be reached by https",
                                  address=address))
    return origin


def is_of(services: Collection[str], endpoint: str) -> bool:
    """Whether an endpoint is at one of these services; `*` stands for any name before a dot."""
    if len(endpoint) > ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        return False
    origin = origin_of(endpoint)
    return origin is not None and "*" not in origin and any(
        re.fullmatch(re.escape(service).replace(r"\*", "[a-z0-9.-]+"), origin)
        for service in services)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, so that nobody listens on the way."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
