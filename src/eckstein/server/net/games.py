"""The HTTP API of games: for bots and scripts, and for pages that start a game."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable
from typing import Any

from starlette.responses import Response

from ...board import Board
from ...engine.anchors import ANCHORS, RATED_LEVELS
from ...engine.levels import LEVELS
from ...engine.stairs import FIRST_GAMES, STAIRS, first_step
from ...engine.tables.traps import ending_for
from ...games import names
from ...kernel import options as option_values
from ...kernel.coming import coming
from ...kernel.specialise import specialise
from ...lab import guessing
from ...wire.commands import Done, NewCommand
from ...wire.games import GameFacts, Prepared
from ...wire.http_games import (
    Catalogue,
    Created,
    FirstGame,
    GameKnown,
    Joined,
    JoinGame,
    Level,
    NewGame,
    OptionKnown,
    SeatRequest,
    Stair,
    StreamQuery,
    StreamRequest,
)
from ..hub.subscriber import Subscriber
from .endpoints import PREFIX, Call, endpoint
from .streams import STREAMS, heard, streamed


@endpoint("GET", f"{PREFIX}/games-known", "games", answers=Catalogue, refuses=(), needs="anybody")
async def games_known(call: Call[None]) -> Catalogue:
    """The games, their options, and the levels of the computer players."""
    return await call.service.aside(_catalogue, sorted(call.service.parts))


def _catalogue(parts: list[str]) -> Catalogue:
    return Catalogue({name: _known(name) for name in names()},
                     [Level(level.number, level.name, level.says) for level in LEVELS],
                     [Stair(*stair) for stair in STAIRS],
                     sum(level.is_quick for level in LEVELS),
                     {name: seconds for name, seconds in coming().items() if name in names()},
                     parts)


def _known(name: str) -> GameKnown:
    rules = specialise(f"games.{name}", name, compiled=False)
    own = [OptionKnown(option.name, list(option.values), option.effect)
           for option in option_values.own_options(name)]
    counts = [OptionKnown(option, [default], effect)
              for option, (default, effect) in option_values.COUNTS.items()]
    return GameKnown(name, rules.TITLE, rules.COLUMNS, rules.ROWS, Board(name).position(),
                     own + counts, option_values.defaults(name),
                     list(ANCHORS.get(name, ())), RATED_LEVELS if name in ANCHORS else 0,
                     first_step(name),
                     [FirstGame(*one) for one in FIRST_GAMES.get(name, ())],
                     ending_for(name) is not None, bool(guessing.load(name)))


@endpoint("POST", f"{PREFIX}/games", "games", takes=NewGame, answers=Created, status=201,
          needs="play")
async def create(call: Call[NewGame]) -> Created:
    """Begin a game."""
    return await call.door.create(call.wish, await call.sender())


@endpoint("GET", f"{PREFIX}/games/{{game}}", "games", answers=GameFacts, needs="anybody")
async def look_up(call: Call[None]) -> GameFacts:
    """The public facts of a game."""
    return await call.door.facts(call.game)


@endpoint("POST", f"{PREFIX}/games/{{game}}/join", "games", takes=JoinGame, answers=Joined,
          needs="play")
async def join(call: Call[JoinGame]) -> Joined:
    """Take an open seat."""
    return await call.door.join(call.game, call.wish, await call.sender())


@endpoint("POST", f"{PREFIX}/games/{{game}}/commands", "games", takes=NewCommand, answers=Done,
          needs="play")
async def do(call: Call[NewCommand]) -> Done:
    """Move, resign, and so on; answered when it is on disk."""
    return await call.door.do(call.game, call.wish, await call.sender())


@endpoint("POST", f"{PREFIX}/games/{{game}}/prepared", "games", takes=SeatRequest,
          answers=Prepared, needs="anybody")
async def prepared(call: Call[SeatRequest]) -> Prepared:
    """What is left of the conditional replies of a player, for that player alone."""
    return await call.door.prepared(call.game, call.wish.seat)


@endpoint("GET", f"{PREFIX}/games/{{game}}/stream", "games", takes=StreamQuery,
          answers=tuple(STREAMS.values()), needs="anybody")
async def stream(call: Call[StreamQuery]) -> Response:
    """The game and then all that happens in it, a JSON object a line; empty lines keep it alive."""
    return await _streamed(call, ())


@endpoint("POST", f"{PREFIX}/games/{{game}}/stream", "games", takes=StreamRequest,
          answers=tuple(STREAMS.values()), needs="anybody")
async def players_stream(call: Call[StreamRequest]) -> Response:
    """The same for a player, including what is for that player alone; the player counts as present
    as long as it lasts.
    """
    return await _streamed(call, call.wish.seats)


async def _streamed(call: Call[Any], tokens: Iterable[str]) -> Response:
    rooms, listener, game = call.service.rooms, Subscriber(call.may), call.game
    colours = [rooms.seat_of(game, token) for token in tokens]
    listener.seats[game] = frozenset(colour for colour in colours if colour)
    await rooms.room(game)

    @contextlib.asynccontextmanager
    async def joined() -> AsyncIterator[None]:
        try:
            await rooms.join(listener, game, call.wish.since)
            yield
        finally:
            rooms.leave(listener, game)
    return await streamed(call, call.wish.form, listener.outbox, heard(
        call.service.hub, listener, joined))


ENDPOINTS = (games_known, create, look_up, join, do, prepared, stream, players_stream)
