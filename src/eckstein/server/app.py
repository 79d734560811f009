"""The application: routes, errors, and the life of the service."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from .. import __version__
from .game.rulings import RefusedError
from .game.tokens import COOKIE, new_id
from .http import api_boards, api_games, pages, reference
from .http.guard import Guard, client_of, same_origin
from .rooms.broadcast import encoded
from .service import Service, Settings
from .work.engines import Launch, launch
from .ws.connection import Connection

WRONG = {"read": "the database cannot be read", "write": "the database cannot be written",
         "stop": "the server is about to stop"}


def create_app(settings: Settings, start_engine: Launch = launch) -> FastAPI:
    """A server as an ASGI application.

    Args:
        settings: what can be chosen.
        start_engine: how engines are started.
    """
    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = await Service.start(settings, start_engine)
        try:
            yield
        finally:
            await app.state.service.stop()

    app = FastAPI(title="Eckstein", version=__version__, lifespan=life,
                  openapi_url="/api/v1/openapi.json", docs_url=None, redoc_url=None,
                  description="Games, positions and pictures; see docs/server.md.")
    app.include_router(api_games.router)
    app.include_router(api_boards.router)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(api_boards.MissingExtraError, _not_here)
    app.add_exception_handler(HTTPException, _not_understood)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_api_route("/api/v1/health", health, methods=["GET"], tags=["server"])
    app.add_api_route("/metrics", metrics, methods=["GET"], tags=["server"],
                      response_class=PlainTextResponse)
    app.router.routes.extend(reference_routes(app))
    app.router.routes.extend(pages.routes())
    app.add_middleware(Guard, socket=socket)
    return app


def reference_routes(app: FastAPI) -> list[Route]:
    """Routes of the page that describes the API."""
    async def described(request: Request) -> Response:
        return HTMLResponse(reference.page(app.openapi()))

    async def style(request: Request) -> Response:
        return PlainTextResponse(reference.CSS, media_type="text/css")

    return [Route("/api/v1/docs", described), Route(reference.STYLE, style)]


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return JSONResponse(error.facts(), status_code=api_games.STATUS[error.code])


async def _not_here(request: Request, error: Exception) -> Response:
    return JSONResponse({"code": "missing", "reason": str(error)}, status_code=501)


async def _not_understood(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"code": "bad", "reason": str(error.detail)},
                        status_code=error.status_code, headers=error.headers)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    told = "; ".join(f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}"
                     for one in error.errors()[:3])
    return JSONResponse({"code": "bad", "reason": told}, status_code=422)


async def health(request: Request) -> Response:
    """Whether all is well, and what is not: both are tried."""
    service: Service = request.app.state.service
    wrong = "stop" if service.rooms.stopping else await service.store.trouble(service.rooms.now())
    return JSONResponse({"well": wrong is None, "version": __version__, "wrong": wrong,
                         "reason": wrong and WRONG[wrong]}, status_code=503 if wrong else 200)


async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    return PlainTextResponse(request.app.state.service.metrics.page(),
                             media_type="text/plain; version=0.0.4")


async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The socket of a page."""
    websocket = WebSocket(scope, receive, send)
    service: Service = websocket.app.state.service
    if not same_origin(websocket.headers) or service.rooms.stopping:
        await websocket.close(1008)
        return
    await websocket.accept()
    address = client_of(scope)
    if service.lines.full(address):
        await websocket.send_text(encoded({"t": "error", "reason": service.lines.complaint}))
        await websocket.close(1013)
        return
    guest = service.tokens.guest(websocket.cookies.get(COOKIE)) or new_id()
    connection = Connection(websocket, receive, send, service.rooms, service.views,
                            service.analysts, guest, address)
    service.lines.take(address)
    service.connections.add(connection)
    try:
        await connection.run()
    finally:
        service.lines.leave(address)
        service.connections.discard(connection)
