"""Sends messages by Web Push: they are encrypted for one browser (RFC 8291) and signed by this
server (RFC 8292).

Requests go to known services alone (`push`).  They are sent by the transport of an HTTP client,
which follows no redirect and keeps no cookie.  They read nothing of an answer but its head, and end
after some seconds, so a service that hangs or floods costs one of a few connections for that long.

The pair of keys follows from the oldest key that signs seats: all servers on a database have the
same pair, no copy of the database holds it, and a key that a stranger has is gone when the operator
has dropped it (`db rotate --keep 1`).  Devices then have to subscribe again.
"""
from __future__ import annotations

import asyncio
import base64
import contextlib
import email.utils
import functools
import hashlib
import ssl
import time
import weakref
from collections.abc import Callable, Collection

import http_ece
import httpx
import structlog
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from .events import Keys, Sent
from .push import is_of, origin_of

SECONDS = 10.0              # for a request
AT_ONCE = 20                # connections, of which so many to one service
TO_ONE = 10
LONGEST_WAIT = 86_400.0     # seconds that a service may ask for
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551     # of P-256
log = structlog.get_logger()


class WebPush:
    """See `Pusher`.  Made in the running event loop.

    Args:
        secret: gives the 64 bytes from which the pair of keys follows.
        contact: where the makers of browsers reach the operator, as `mailto:` or `https://`.
        services: the origins of those that may be asked.
        seconds: for a request.
        now: the time, in seconds since 1970.
    """

    def __init__(self, secret: Callable[[], bytes], contact: str, services: Collection[str],
                 seconds: float = SECONDS, now: Callable[[], float] = time.time) -> None:
        self._secret, self._contact, self._services, self._now = secret, contact, services, now
        self._seconds, self._quiet = seconds, dict[str | None, float]()
        self._places = weakref.WeakValueDictionary[str | None, asyncio.Semaphore]()
        self._transport = httpx.AsyncHTTPTransport(
            verify=ssl.create_default_context(), trust_env=False,
            limits=httpx.Limits(max_connections=AT_ONCE))

    @property
    def public_key(self) -> str:
        """See `Pusher`."""
        point: bytes = _signer(self._secret()).public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def fits(self, keys: Keys) -> bool:
        """See `Pusher`."""
        if not is_of(self._services, keys.endpoint):
            return False
        with contextlib.suppress(ValueError, httpx.InvalidURL):
            if origin_of(str(httpx.URL(keys.endpoint))) != origin_of(keys.endpoint):
                return False        # the client would ask another host than was checked
            point, secret = _octets(keys.p256dh), _octets(keys.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
            return len(point) == 65 and len(secret) == 16
        return False

    async def send(self, keys: Keys, text: str, topic: str, seconds: int) -> Sent:
        """See `Pusher`."""
        if not self.fits(keys):             # such as of a service that was allowed before
            return "gone"
        origin = origin_of(keys.endpoint)
        if self._now() < self._quiet.get(origin, 0.0):
            return "later"
        try:
            async with asyncio.timeout(self._seconds), self._place(origin):
                status, told = await self._post(keys, text, topic, seconds)
        except (httpx.HTTPError, TimeoutError, OSError) as error:
            log.info("push", service=origin, error=type(error).__name__)
            return "later"
        wait = self._wait(told)
        sent = _outcome(status)
        if sent == "later" and wait:
            self._quiet[origin] = self._now() + wait
        if sent == "refused":
            log.warning("push", service=origin, status=status)
        return sent

    def _place(self, origin: str | None) -> asyncio.Semaphore:
        """What lets few requests at once to a service."""
        return self._places.setdefault(origin, asyncio.Semaphore(TO_ONE))

    async def _post(self, keys: Keys, text: str, topic: str,
                    seconds: int) -> tuple[int, str | None]:
        """Send a message; the status of the answer, and what it says of `Retry-After`."""
        answer = await self._transport.handle_async_request(httpx.Request(
            "POST", keys.endpoint, content=_encrypted(keys, text),
            headers={"Content-Encoding": "aes128gcm", "TTL": str(seconds), "Topic": _topic(topic),
                     "Urgency": "high", **self._signed(keys.endpoint)}))
        try:
            if answer.headers.get("Content-Length") == "0":
                await answer.aread()            # or else the connection is not used again
            return answer.status_code, answer.headers.get("Retry-After")
        finally:
            await answer.aclose()

    def _signed(self, endpoint: str) -> dict[str, str]:
        """The header by which the service knows this server; it holds for twelve hours."""
        signed: dict[str, str] = _signer(self._secret()).sign({
            "sub": self._contact, "aud": origin_of(endpoint), "exp": int(self._now()) + 43_200})
        return signed

    def _wait(self, told: str | None) -> float | None:
        """How many seconds a service wants to be left alone."""
        if told is None:
            return None
        try:
            wait = float(told) if told.strip().isdecimal() else (
                email.utils.parsedate_to_datetime(told).timestamp() - self._now())
        except (ValueError, OverflowError):
            return None
        return min(max(wait, 0.0), LONGEST_WAIT)

    async def close(self) -> None:
        """See `Pusher`."""
        await self._transport.aclose()


@functools.lru_cache(1)
def _signer(secret: bytes) -> Vapid02:
    """The signer with the pair of keys that follows from a secret."""
    number = int.from_bytes(secret) % (ORDER - 1) + 1
    return Vapid02(ec.derive_private_key(number, ec.SECP256R1()))


def _octets(letters: str) -> bytes:
    """What base64 for addresses stands for, with or without its padding."""
    return base64.urlsafe_b64decode(f"{letters}===")


def _encrypted(keys: Keys, text: str) -> bytes:
    """A text encrypted for one browser, by a pair of keys that is used for nothing else."""
    body: bytes = http_ece.encrypt(text.encode(), dh=_octets(keys.p256dh),
                                   auth_secret=_octets(keys.auth),
                                   private_key=ec.generate_private_key(ec.SECP256R1()))
    return body


def _topic(text: str) -> str:
    """A topic as services take it: 32 letters of base64."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())[:32].decode()


def _outcome(status: int) -> Sent:
    if 200 <= status < 300:
        return "delivered"
    if status in (404, 410):
        return "gone"
    if status in (408, 429) or status >= 500:
        return "later"
    return "refused"
