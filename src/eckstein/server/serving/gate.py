"""Which connections are let in, the payer of each, and what each has to do by when."""
from __future__ import annotations

import asyncio
import math
import os
from collections.abc import Sequence
from contextlib import suppress

from starlette.applications import Starlette
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ..net.guard import complaint, too_fast
from ..ops.allowances import CAPS
from ..ops.limits import Connections, payer_at
from ..service import Service

OWN_FILES = 200             # that the server itself may have open: databases, pages, processes
CLOSE_SECONDS = 10.0        # for a client to read the last of what it was sent
IDLE = "idle"               # that a request begins; browsers open connections that they do not use
RETRY = {"Retry-After": "5"}


def raise_file_limit() -> int:
    """Let this process have as many files open as it may; returns how many connections fit in."""
    most = CAPS["connections"].most
    try:
        import resource
    except ImportError:                 # on Windows, which knows no such limit
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):         # macOS sets a lower one, which it does not tell
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return most
    return min(most, max(soft // 2, soft - OWN_FILES))


class Line:
    """A connection that was let in.

    Attributes:
        transport: on which it is closed.
        payer: the payer for which it counts; of a proxy's it is known only when a request comes in.
    """

    def __init__(self, transport: asyncio.Transport, payer: str | None) -> None:
        self.transport, self.payer = transport, payer
        self._expected: dict[str, float] = {}

    def expect(self, what: str, seconds: float) -> None:
        """Something has to happen within some seconds, or the connection ends."""
        self._expected[what] = asyncio.get_running_loop().time() + seconds

    def done(self, *what: str) -> None:
        """It has happened, or is not expected any more."""
        for one in what:
            self._expected.pop(one, None)

    def awaits(self, what: str) -> bool:
        """Whether that is still expected."""
        return what in self._expected

    def late(self, now: float) -> str | None:
        """What has not happened in time."""
        return next((what for what, until in self._expected.items() if until < now), None)


class Gate:
    """The connections of a server.

    Args:
        app: what it serves.
        proxies: addresses that are trusted to say where a request comes from.
        most_of_one: how many connections a payer may have.
        most: how many there may be in all.
    """

    def __init__(self, app: Starlette, proxies: Sequence[str], most_of_one: int,
                 most: int) -> None:
        self._app, self._most = app, most
        self._proxies = ProxyHeadersMiddleware(app, list(proxies)).trusted_hosts   # type: ignore[arg-type]
        self._of_one = Connections(most_of_one)
        self._lines: dict[asyncio.BaseTransport, Line] = {}
        self._swept = -math.inf

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def service(self) -> Service:
        """What is behind it."""
        service: Service = self._app.state.service
        return service

    def enter(self, transport: asyncio.Transport) -> Response | None:
        """Let a connection in, or say why not."""
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, tuple) else ""
        payer = None if host in self._proxies else payer_at(host)
        if len(self._lines) >= self._most:
            self.hit("all-connections", payer)
            return complaint(503, "busy", "there are too many connections", RETRY)
        if payer is not None:
            requests = self.service.requests
            if self._of_one.full(payer):
                self.hit("connections", payer)
                return complaint(503, "busy", self._of_one.complaint, RETRY)
            if not requests.take(payer):
                return too_fast(requests.retry_after(payer))
            self._of_one.take(payer)
        self._lines[transport] = Line(transport, payer)
        return None

    def line(self, transport: asyncio.BaseTransport) -> Line:
        """A connection that was let in."""
        return self._lines[transport]

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        line = self._lines.pop(transport)
        if line.payer is not None:
            self._of_one.leave(line.payer)

    def payer(self, line: Line, forwarded: str | None) -> str:
        """The payer for which a request counts.

        Args:
            line: on which it came.
            forwarded: its header X-Forwarded-For.
        """
        if line.payer is not None:
            return line.payer
        return payer_at(self._proxies.get_trusted_client_address(forwarded)[0]
                        if forwarded else "")

    def hit(self, kind: str, payer: str | None) -> None:
        """A limit was hit."""
        self.service.hits.note(kind, payer or "")

    def sweep(self, now: float) -> None:
        """End the connections that have not done in time what they had to.

        Args:
            now: on the event loop's clock; more often than once a second nothing is done.
        """
        if now - self._swept < 1.0:
            return
        self._swept = now
        for line in list(self._lines.values()):
            if what := line.late(now):
                if what != IDLE:
                    self.hit(f"slow-{what}", line.payer)
                line.transport.abort()
            elif line.transport.is_closing() and not line.awaits("close"):
                line.expect("close", CLOSE_SECONDS)
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError:                 # uvloop closes such connections without a word
            self.hit("files", None)
