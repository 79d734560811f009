"""The application: its routes, its errors, and its start and end."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from ..wire.socket import ErrorMessage, encoded
from . import api
from .connection import Connection
from .game.rulings import RefusedError, TooFastError
from .game.tokens import COOKIE, new_id
from .net.boards import MissingExtraError
from .net.cookies import path_of_client, session_token
from .net.endpoints import NotUnderstoodError
from .net.guard import (
    Guard,
    check_host,
    complaint,
    journey_of,
    json_response,
    payer_of,
    same_origin,
    too_fast,
)
from .ops.asked import asked, timed
from .parts.accounts.events import Session, Token
from .service import Service
from .settings import Environment, Settings

HANDSHAKE = 5.0             # requests; about what a new socket costs
STATUS = {"stale": 409, "illegal": 409, "not-yours": 403, "not-now": 409, "over": 409,
          "unknown-game": 404, "bad": 400, "busy": 503, "broken": 410, "too-fast": 429}


def create_app(settings: Settings, environment: Callable[[], Environment],
               pages: Sequence[Route] = ()) -> Starlette:
    """A server as an ASGI application.

    Args:
        settings: what can be chosen.
        environment: makes what it runs in, in its event loop.
        pages: routes beside those of the API.
    """
    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        app.state.service = await Service.start(settings, environment())
        try:
            yield
        finally:
            await app.state.service.stop()

    return Starlette(
        routes=[*api.routes(), *pages], lifespan=life,
        middleware=[Middleware(Guard, socket=socket, without_keys=api.without_keys)],
        exception_handlers={RefusedError: _refused, MissingExtraError: _missing,
                            NotUnderstoodError: _not_understood, HTTPException: _failed})


async def _refused(request: HTTPConnection, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    status = 401 if error.why == "unknown-token" else STATUS[error.code]
    response = json_response(error.answer(), status)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooFastError):
        response.headers.update(error.retry_after)
    return response


async def _missing(request: Request, error: Exception) -> Response:
    return complaint(501, "missing", str(error))


async def _not_understood(request: Request, error: Exception) -> Response:
    return complaint(422, "bad", str(error))


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return complaint(error.status_code, "bad", error.detail, error.headers)


async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The socket of a page."""
    websocket = WebSocket(scope, receive, send)
    service: Service = websocket.app.state.service
    payer = payer_of(scope)
    with asked(service.tokens.alias(payer)) as request, timed("socket") as facts:
        if (elsewhere := check_host(service, scope)) is not None:
            facts["refused"] = "host"
            await websocket.send_denial_response(elsewhere)
            return
        try:
            session: Session | Token | None = await service.token_of(
                websocket.headers.get("Authorization"))
        except RefusedError as refused:
            facts["refused"] = refused.why
            await websocket.send_denial_response(await _refused(websocket, refused))
            return
        facts["refused"] = await _shut_out(websocket, service, payer)
        if facts["refused"] is not None:
            return
        guest = service.tokens.guest(websocket.cookies.get(COOKIE)) or new_id()
        if session is None:
            with contextlib.suppress(RefusedError):     # a guest until it responds
                session = await service.session_of(session_token(websocket))
        path = await path_of_client(websocket, service.tokens, service.rooms.names, payer,
                                    session.account if isinstance(session, Token) else guest)
        connection = Connection(websocket, receive, send, service, guest, session, payer, path,
                                request, journey_of(scope))
        service.lines.take(payer)
        service.connections.add(connection)
        try:
            with service.open_by(session, connection.end):
                await connection.run()
        finally:
            service.lines.leave(payer)
            service.connections.discard(connection)
            facts["heard"] = connection.heard


async def _shut_out(websocket: WebSocket, service: Service, payer: str) -> str | None:
    """Accept a socket, or say why not; then also returns that."""
    if not same_origin(websocket.headers):
        await websocket.close(1008)
        return "origin"
    if service.rooms.stopping:
        await websocket.close(1008)
        return "stopping"
    if not service.requests.take(payer, HANDSHAKE):
        wait = service.requests.retry_after(payer, HANDSHAKE)
        await websocket.send_denial_response(too_fast(wait))
        return "requests"
    await websocket.accept()
    if service.lines.full(payer):
        service.hits.note("connections", payer)
        await websocket.send_text(encoded(ErrorMessage(service.lines.complaint)))
        await websocket.close(1013)
        return "connections"
    return None
