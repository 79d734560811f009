"""Web Push as the rest of the server knows it: to whom messages go, and what becomes of one.

A browser that is to show notices gives an address at the push service of its maker, its
**endpoint**, and keys by which the service cannot read what passes through it.  Endpoints come from
strangers, and the server sends requests to them.  So it takes only those of known services, and of
those that its operator names.
"""
from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import urlsplit

from ...base.sentence import Sentence

ENDPOINT = 1000             # letters of an address
# The services of Chromium and Android, Firefox, Safari, and Windows.
SERVICES = ("https://fcm.googleapis.com", "https://updates.push.services.mozilla.com",
            "https://*.push.apple.com", "https://*.notify.windows.com")


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
class Sent:
    """What has become of a message.

    Attributes:
        outcome: `delivered` to the service; to be tried again `later`; `gone`, since there is no
            such endpoint any more; or `refused`, and it always will be.
        wait: after how many seconds to try again, if the service says so.
    """

    outcome: Literal["delivered", "later", "gone", "refused"]
    wait: float | None = None


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
        """
        ...

    async def close(self) -> None:
        """Let go of all connections."""
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


def check_service(address: str) -> str:
    """The origin of a push service that an operator names.

    Raises:
        ValueError: with a sentence, if it is none, or what is sent there could be read on its way.
    """
    origin = origin_of(address)
    if origin is None or "*" in origin or urlsplit(address).path not in ("", "/"):
        raise ValueError(Sentence("{address} is no push service; name one as "
                                  "https://push.example.org", address=address))
    if origin.startswith("http:") and not _is_loopback(urlsplit(origin).hostname or ""):
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


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
