"""What every request passes: limits of rate and size, the origin check, and security headers."""
from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...base.errors import EcksteinError
from ...wire.commands import Complaint
from ..ops.asked import LONGEST, asked, timed
from ..ops.limits import BODY_BYTES, payer_at

if TYPE_CHECKING:
    from ..part import Site

JSON = "application/json"
REQUEST_ID = "X-Request-Id"         # by which the log knows a request
JOURNEY = "eckstein.journey"        # in the scope of a socket: tells how long its last ping took
GONE = 499                  # in logs and figures: the client left before its request was complete
POLICY = ("default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
          "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
# Of pages and workers: no other site shares their process, which is what browsers ask for before
# threads may share memory.
ISOLATED = {"Cross-Origin-Embedder-Policy": "require-corp",
            "Cross-Origin-Resource-Policy": "same-origin"}
HEADERS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff",
           "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
           "Permissions-Policy": "camera=(), microphone=(), geolocation=()"}


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return bool(origin) and urlsplit(origin).netloc == headers.get("host")
    except ValueError:                  # such as http://[
        return False


def check_host(service: Site, scope: Scope) -> Response | None:
    """A refusal of a request to a host name that is not this server's, though it leads here."""
    hosts, host = service.settings.hosts, Headers(scope=scope).get("host")
    if hosts is None or hosts.know(host):
        return None
    service.hits.note("host", payer_of(scope))
    return complaint(421, "not-yours", f"this server is not called {(host or '')[:100]!r}; its "
                     "names are told to it by --hostname")


def payer_of(scope: Scope) -> str:
    """The payer against which the limits of a request count."""
    client = scope.get("client")
    return payer_at(client[0]) if client else ""


def journey_of(scope: Scope) -> Callable[[], float]:
    """What tells the seconds that a ping of a socket last took there and back; 0 before the first.
    """
    journey: Callable[[], float] = scope.get(JOURNEY, lambda: 0.0)
    return journey


def json_response(answer: Any, status: int) -> Response:
    """A structure as a response."""
    return Response(msgspec.json.encode(answer), status, media_type=JSON)


def complaint(status: int, code: Any, reason: str, headers: Any = None) -> Response:
    """A refusal that is no ruling on a command."""
    response = json_response(Complaint(code, reason or HTTPStatus(status).phrase), status)
    response.headers.update(headers or {})
    return response


def too_fast(retry_after: dict[str, str]) -> Response:
    """A refusal of a request by a client that has to wait; its connection is closed, or it could
    bring many more of them at once.
    """
    return complaint(429, "too-fast", "there are too many requests; wait a moment",
                     {"Connection": "close"} | retry_after)


class Guard:
    """Around the whole application.

    Args:
        app: what answers requests.
        socket: what answers at /socket, without any layers between that would cost time for each
            message.
        without_keys: a path as the log may tell it.
    """

    def __init__(self, app: ASGIApp, socket: ASGIApp, without_keys: Callable[[str], str]) -> None:
        self._app, self._socket, self._without_keys = app, socket, without_keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] == "websocket" and scope["path"] == "/socket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        service = scope["app"].state.service if "app" in scope else None
        payer = service.tokens.alias(payer_of(scope)) if service is not None else ""
        with asked(payer) as request, timed("request", method=scope["method"],
                                            path=self._without_keys(scope["path"])[:LONGEST]
                                            ) as facts:
            await self._answer(scope, receive, send, service, request, facts)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, service: Site | None,
                      request: str, facts: dict[str, Any]) -> None:
        """Answer a request of HTTP, and say with which status."""
        status, body = 500, _Measured(receive)

        async def guarded(message: Message) -> None:
            nonlocal status
            if body.exceeded and not body.told:
                return                  # what the application makes of a body that it never got
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers[REQUEST_ID] = request
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        answer: ASGIApp = self._complaint(scope, service) or self._app
        try:
            await answer(scope, body, guarded)
        except BodyTooLargeError:
            pass
        except ClientDisconnect:
            status = GONE
        finally:
            if body.exceeded:
                body.told = True
                await complaint(413, "too-long", "this is too long")(scope, body, guarded)
            if service is not None:
                service.figures.answered(scope["method"], status)
            facts["status"] = status

    def _complaint(self, scope: Scope, service: Site | None) -> Response | None:
        payer = payer_of(scope)
        if service is not None and not service.requests.take(payer):
            return too_fast(service.requests.retry_after(payer))
        if service is not None and (refused := check_host(service, scope)) is not None:
            return refused
        if scope["method"] not in ("GET", "HEAD") and not same_origin(Headers(scope=scope)):
            return complaint(403, "not-yours", "requests from other sites are refused")
        return None


class BodyTooLargeError(EcksteinError):
    """A body beyond the limit."""


class _Measured:
    """Receives a body up to a limit."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._seen = receive, 0
        self.exceeded = self.told = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        if self._seen > BODY_BYTES:
            self.exceeded = True
            raise BodyTooLargeError
        return message
