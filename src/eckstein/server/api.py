"""The HTTP API of the server itself: its health, and the description of the API."""
from __future__ import annotations

import functools
import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .. import __version__
from ..wire.http_games import Health
from ..wire.schema import Schema
from .installed import PARTS
from .net import boards, games, openapi, studies
from .net.endpoints import KEYS, PREFIX, Call, Endpoint, endpoint
from .net.guard import json_response
from .net.me import me
from .part import Part

WRONG = {"read": "the database cannot be read", "write": "the database cannot be written",
         "stop": "the server is shutting down"}


@endpoint("GET", f"{PREFIX}/health", "server", answers=Health, also={503: Health}, refuses=(),
          needs="anybody")
async def health(call: Call[None]) -> Response:
    """Whether all is well, and what is not: both are tried."""
    service = call.service
    wrong = "stop" if service.rooms.stopping else await service.store.trouble(service.rooms.now())
    return json_response(Health(wrong is None, __version__, wrong, wrong and WRONG[wrong]),
                         503 if wrong else 200)


COMMON = (*games.ENDPOINTS, *boards.ENDPOINTS, *studies.ENDPOINTS, me, health)
"""What every server has."""
BY_PART: tuple[tuple[Part | None, Endpoint], ...] = (
    *((None, one) for one in COMMON), *((part, one) for part in PARTS for one in part.endpoints))
ENDPOINTS = tuple(one for _, one in BY_PART)


_WITH_KEYS = re.compile("|".join(sorted({
    "^/*" + "/+".join(one.path[:one.path.index("{")].strip("/").split("/")) + "/+"
    for one in ENDPOINTS if any(f"{{{key}}}" in one.path for key in KEYS)})))


def without_keys(path: str) -> str:
    """A path as logs may show it, without secrets that open something."""
    found = _WITH_KEYS.match(path)
    return path if found is None else f"{found[0]}(secret)"


@functools.cache
def description() -> Schema:
    """The whole API (OpenAPI)."""
    return openapi.document(ENDPOINTS)


async def _described(request: Request) -> Response:
    return JSONResponse(description())


def _route(found: tuple[Part | None, Endpoint]) -> Route:
    """A route that says so where its part is closed."""
    part, endpoint = found
    if part is None:
        return endpoint.route()

    async def respond(request: Request) -> Response:
        if part.name not in request.app.state.service.parts:
            raise HTTPException(404, part.absent)
        return await endpoint.respond(request)
    return endpoint.route(respond)


def routes() -> list[Route]:
    """Routes of the API and its description."""
    return [Route(f"{PREFIX}/openapi.json", _described), *map(_route, BY_PART)]
