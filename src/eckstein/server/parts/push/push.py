"""Web Push as the rest of the server knows it: where messages go, and what becomes of one.

A browser that is to show notices gives an address at the push service of its maker, its
**endpoint**, and keys by which the service cannot read what passes through it.  Endpoints come from
strangers, and the server sends requests to them.  So it takes only those of known services, and of
those that its operator names.
"""
from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from ....base.sentence import Sentence
from ....wire.words import NoticeKind
from ...ops.hosts import is_loopback
from .events import Keys, Pusher

ENDPOINT = 1000             # letters of an address
# The services of Chromium and Android, Firefox, Safari, and Windows.
SERVICES = ("https://fcm.googleapis.com", "https://updates.push.services.mozilla.com",
            "https://*.push.apple.com", "https://*.notify.windows.com")
# What has become of a message: the service has it; it is to be tried again later; there is no such
# endpoint any more; or it was refused, and always will be.


@dataclass(frozen=True, slots=True)
class Subscribed:
    """A signed-in device to which notices go.

    Attributes:
        id: the name of its session.
        account: the id of its account.
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


class Pushing(NamedTuple):
    """The sender by Web Push of this server, or None."""

    pusher: Pusher | None


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
