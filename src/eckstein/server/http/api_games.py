"""The HTTP API of games: for bots and scripts, and for pages that begin a game."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Set
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from ... import options as option_values
from ...board import Board
from ...engine.levels import LEVELS
from ...games import names
from ...kernel import specialise
from ..game.boards import make_board
from ..game.events import COLOURS, COMPUTER, Colour
from ..game.rulings import Command, RefusedError
from ..game.tokens import COOKIE, guest_name
from ..rooms.outbox import Outbox
from ..service import Service
from ..store.transactions import seed_for
from . import models
from .guard import client_of

router = APIRouter(prefix="/api/v1", tags=["games"])
GameId = Annotated[str, Path(min_length=1, max_length=16)]
KEEP_ALIVE_SECONDS = 15.0
COMPLAINTS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Complaint} for status in (400, 403, 404, 409, 410, 413, 422, 429, 503)}
STATUS = {"stale": 409, "illegal": 409, "not-yours": 403, "not-now": 409, "over": 409,
          "unknown-game": 404, "bad": 400, "busy": 503, "broken": 410}


def service_of(request: Request) -> Service:
    """The server that answers a request."""
    service: Service = request.app.state.service
    return service


Serving = Annotated[Service, Depends(service_of)]


@router.get("/games-known")
def games_known() -> models.Facts:
    """The games, their options, and the levels of the computer players."""
    return {"games": {name: _known(name) for name in names()},
            "levels": [{"level": level.number, "name": level.name, "says": level.says}
                       for level in LEVELS]}


def _known(name: str) -> models.Facts:
    rules = specialise(f"games.{name}", name, compiled=False)
    own = [{"name": option.name, "values": list(option.values), "says": option.effect}
           for option in option_values.own_options(name)]
    counts = [{"name": option, "values": [default], "says": effect}
              for option, (default, effect) in option_values.COUNTS.items()]
    return {"name": name, "title": rules.TITLE, "columns": rules.COLUMNS, "rows": rules.ROWS,
            "start": Board(name).position(), "options": own + counts,
            "defaults": option_values.defaults(name)}


@router.post("/games", status_code=201, responses=COMPLAINTS)
async def create(wish: models.NewGame, request: Request, serving: Serving) -> models.Created:
    """Begin a game."""
    try:
        board = make_board(wish.rules, wish.options, wish.position)
    except ValueError as error:
        raise RefusedError("bad", str(error)) from None
    if board.is_game_over():
        raise RefusedError("bad", "in this position the game is over")
    name = guest_name(serving.tokens.guest(request.cookies.get(COOKIE)))
    wishes: dict[Colour, models.NewSeat] = {"white": wish.white, "black": wish.black}
    own = next((colour for colour in COLOURS if wishes[colour].kind != COMPUTER
                and not wishes[colour].open and not wishes[colour].name), None)
    data: dict[str, Any] = {
        "rules": wish.rules, "options": board.options, "start": board.position(),
        "turn": str(board.turn), "key": board.key,
        "seats": {colour: _seat(wishes[colour], name if colour == own else "Guest")
                  for colour in COLOURS},
        "control": wish.clock and {"kind": wish.clock.kind,
                                   "initial": round(wish.clock.initial * 1000),
                                   "increment": round(wish.clock.increment * 1000)},
        "payer": serving.tokens.payer(client_of(request.scope))}
    game = await serving.rooms.create(data, wish.id)
    seats = {colour: serving.tokens.seat(game, colour) for colour in COLOURS
             if wishes[colour].kind != COMPUTER and not wishes[colour].open}
    return models.Created(game=game, seats=seats, links={
        colour: f"/game/{game}#{token}" for colour, token in seats.items()})


def _seat(wish: models.NewSeat, name: str) -> models.Facts:
    if wish.kind == COMPUTER:
        seed = seed_for(COMPUTER) if wish.seed is None else wish.seed
        return {"kind": COMPUTER, "name": "", "level": wish.level, "open": False, "seed": seed}
    return {"kind": "human", "name": wish.name or name, "level": None,
            "open": wish.open}


@router.get("/games/{game}", responses=COMPLAINTS)
async def look_up(game: GameId, serving: Serving) -> models.Facts:
    """All that everybody may know of a game."""
    return serving.rooms.broadcaster.facts(await serving.rooms.room(game))


@router.post("/games/{game}/join", responses=COMPLAINTS)
async def join(game: GameId, wish: models.JoinGame, request: Request,
               serving: Serving) -> models.Joined:
    """Take an open seat."""
    guest = serving.tokens.guest(request.cookies.get(COOKIE))
    command = Command("joining", wish.id, "join", wish.colour, 0,
                      name=wish.name or guest_name(guest))
    await serving.rooms.submit(game, command)
    colour = await serving.rooms.joined_as(game, wish.id)
    token = serving.tokens.seat(game, colour)
    return models.Joined(game=game, colour=colour, token=token, link=f"/game/{game}#{token}")


@router.post("/games/{game}/commands", responses=COMPLAINTS)
async def do(game: GameId, wish: models.NewCommand, request: Request,
             serving: Serving) -> models.Done:
    """Move, resign, and so on; answered when it is on disk."""
    colour = serving.rooms.seat_of(game, wish.seat)
    if wish.what == "join":
        raise RefusedError("bad", "a seat is taken by POST .../join")
    guest = serving.tokens.guest(request.cookies.get(COOKIE)) or "nobody"
    return models.Done(seq=await serving.rooms.submit(game, Command(
        colour or f"guest:{guest}", wish.id, wish.what, colour, wish.seq, wish.move)))


class Listener:
    """A subscriber of a room who reads a stream."""

    def __init__(self) -> None:
        self.outbox = Outbox()

    def holds(self, game: str) -> Set[Colour]:
        """None; a stream is for looking on."""
        return frozenset()

    def wants_views(self, game: str) -> bool:
        """No."""
        return False

    def tell(self, game: str, text: str) -> None:
        """Put a message on its way."""
        self.outbox.tell(game, text)


@router.get("/games/{game}/stream", responses=COMPLAINTS | {200: {"content": {
    "application/x-ndjson": {}, "text/event-stream": {}}}}, response_class=StreamingResponse)
async def stream(game: GameId, request: Request, serving: Serving,
                 form: Annotated[Literal["ndjson", "sse"], Query()] = "ndjson",
                 since: Annotated[int | None, Query(ge=0, le=2**53)] = None) -> Response:
    """The game and then all that happens in it, a JSON object a line; empty lines keep it alive."""
    await serving.rooms.room(game)
    address = client_of(request.scope)
    if serving.lines.full(address):
        raise RefusedError("busy", serving.lines.complaint, "too-many-lines")
    media = "text/event-stream" if form == "sse" else "application/x-ndjson"
    return StreamingResponse(_lines(serving, address, game, form == "sse", since),
                             media_type=media, headers={"Cache-Control": "no-store"})


async def _lines(serving: Service, address: str, game: str, sse: bool,
                 since: int | None) -> AsyncIterator[str]:
    listener = Listener()
    serving.lines.take(address)
    serving.listeners.add(listener.outbox)
    try:
        await serving.rooms.join(listener, game, since)
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                    message = await listener.outbox.take()
            except TimeoutError:
                yield ":\n\n" if sse else "\n"
                continue
            if message is None:
                return
            if message[1] is None:
                serving.rooms.catch_up(listener, game)
            else:
                yield f"data: {message[1]}\n\n" if sse else f"{message[1]}\n"
    finally:
        serving.lines.leave(address)
        serving.listeners.discard(listener.outbox)
        serving.rooms.leave(listener, game)
