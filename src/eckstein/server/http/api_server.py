"""The HTTP API of the server itself: its health, and the description of the API."""
from __future__ import annotations

import functools

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ... import __version__
from ...wire.http_games import Health
from ...wire.schema import Schema
from . import (
    api_accounts,
    api_away,
    api_blocks,
    api_boards,
    api_bots,
    api_challenges,
    api_explore,
    api_games,
    api_lobby,
    api_mail,
    api_moderation,
    api_people,
    api_push,
    api_puzzles,
    api_shared_studies,
    api_studies,
    api_tournaments,
    openapi,
)
from .endpoints import PREFIX, Call, endpoint
from .guard import json_response

WRONG = {"read": "the database cannot be read", "write": "the database cannot be written",
         "stop": "the server is shutting down"}


@endpoint("GET", f"{PREFIX}/health", "server", answers=Health, also={503: Health}, refuses=())
async def health(call: Call[None]) -> Response:
    """Whether all is well, and what is not: both are tried."""
    service = call.service
    wrong = "stop" if service.rooms.stopping else await service.store.trouble(service.rooms.now())
    return json_response(Health(wrong is None, __version__, wrong, wrong and WRONG[wrong]),
                         503 if wrong else 200)


ENDPOINTS = (*api_games.ENDPOINTS, *api_boards.ENDPOINTS, *api_explore.ENDPOINTS,
             *api_studies.ENDPOINTS,
             *api_shared_studies.ENDPOINTS, *api_puzzles.ENDPOINTS, *api_accounts.ENDPOINTS,
             *api_away.ENDPOINTS, *api_mail.ENDPOINTS, *api_push.ENDPOINTS,
             *api_people.ENDPOINTS, *api_bots.ENDPOINTS, *api_lobby.ENDPOINTS,
             *api_challenges.ENDPOINTS, *api_blocks.ENDPOINTS,
             *api_moderation.ENDPOINTS,
             *api_tournaments.ENDPOINTS, health)


@functools.cache
def description() -> Schema:
    """The whole API (OpenAPI)."""
    return openapi.document(ENDPOINTS)


async def _described(request: Request) -> Response:
    return JSONResponse(description())


def routes() -> list[Route]:
    """Routes of the API and its description."""
    return [Route(f"{PREFIX}/openapi.json", _described), *(one.route() for one in ENDPOINTS)]
