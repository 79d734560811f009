"""The HTTP API of positions and texts: what belongs to no game on the server."""
from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from ... import options as option_values
from ...errors import EcksteinError
from ..game import records
from ..game.rulings import RefusedError
from ..work import pictures, set_up, texts
from ..work.processes import Processes, TooSlowError
from ..work.views import OverloadedError, PositionRef
from . import models
from .api_games import COMPLAINTS, GameId, Serving
from .guard import client_of

router = APIRouter(prefix="/api/v1", tags=["boards"])
FILE_LETTERS = 300_000
NODES = 20_000
SECONDS, FILM_SECONDS = 20.0, 120.0         # that a text or a picture, or an animation may take
GONE = 499                  # what others call the status of an answer that nobody waits for


class Reading(models.Strict):
    """Any text, and from where moves are played if it does not tell."""

    text: Annotated[str, Field(max_length=FILE_LETTERS)]
    game: Annotated[str | None, Field(max_length=64)] = None
    options: models.Options = {}
    position: models.Text | None = None


class TreeNode(models.Strict):
    """A move with what is said about it; the first node of a tree is its root, without a move."""

    parent: Annotated[int | None, Field(ge=0, le=NODES)] = None
    text: models.MoveText = ""
    notation: Annotated[str, Field(max_length=200, description="passed over")] = ""
    opening: list[models.Text] = []
    comments: list[models.Text] = []
    glyphs: list[Annotated[int, Field(ge=0, le=255)]] = []


class Writing(models.Strict):
    """A tree that is to become the text of a record."""

    game: Annotated[str, Field(max_length=64)]
    options: models.Options = {}
    position: models.Text | None = None
    tags: Annotated[dict[Annotated[str, Field(max_length=40)],
                         Annotated[str, Field(max_length=400)]], Field(max_length=50)] = {}
    result: Literal["1-0", "0-1", "1/2-1/2", "*"] | None = None
    nodes: Annotated[list[TreeNode], Field(max_length=NODES)] = []


class Laid(models.Strict):
    """A die or a piece of a position that is being set up."""

    colour: models.ColourName
    letter: Annotated[str, Field(min_length=1, max_length=1)]


class SettingUp(models.Strict):
    """A position that was set up by hand."""

    game: Annotated[str, Field(max_length=64)]
    options: models.Options = {}
    turn: models.ColourName = "white"
    pieces: Annotated[dict[Annotated[str, Field(max_length=3)], Laid], Field(max_length=100)]
    reserves: dict[models.ColourName, Annotated[str, Field(max_length=10)]] = {}
    rights: dict[models.ColourName, bool] = {}


class SetUp(BaseModel):
    """The text of a position, and why it could not occur in a game."""

    position: str
    problems: list[str]


class Written(BaseModel):
    """The text of a record."""

    text: str


class MissingExtraError(EcksteinError):
    """What would take a package that is not installed."""


async def _at_work(request: Request, processes: Processes, seconds: float, function: Any,
                   *arguments: Any) -> Any:
    """What another process makes of it, as long as somebody waits for that."""
    payer = client_of(request.scope)
    try:
        return await _while_waited_for(request, processes.do(payer, seconds, function, *arguments))
    except ValueError as error:
        raise RefusedError("bad", str(error)) from None
    except TooSlowError as error:
        raise RefusedError("bad", str(error), "too-slow") from None
    except ImportError as error:
        raise MissingExtraError(str(error)) from None
    except OverloadedError:
        raise RefusedError("busy", "too much is asked for at once; try again soon",
                           "crowded") from None


async def _while_waited_for(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """Do something until it is done or the client is gone."""
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait([doing, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HTTPException(GONE, "nobody waits for this any more")
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()
        await asyncio.gather(doing, leaving, return_exceptions=True)


async def _gone(request: Request) -> None:
    """Return when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@router.post("/look", responses=COMPLAINTS)
async def look(wish: models.Looked, serving: Serving) -> models.Facts:
    """A view of a position: all that is needed to draw it, with every legal move."""
    ref = PositionRef.of(wish.game, wish.options, wish.position, wish.moves)
    try:
        view = await serving.views.get(ref)
    except ValueError as error:
        raise RefusedError("bad", str(error)) from None
    except OverloadedError:
        raise RefusedError("busy", "too many positions are being looked at; try again",
                           "crowded") from None
    return Response(bytes(view), media_type="application/json")  # type: ignore[return-value]


@router.post("/read", responses=COMPLAINTS)
async def read(wish: Reading, request: Request, serving: Serving) -> models.Facts:
    """What a text is: a position, moves, games, or a file of another program; and its games."""
    found: models.Facts = await _at_work(request, serving.texts, SECONDS, texts.read_text,
                                         wish.text, wish.game, wish.options, wish.position)
    return found


@router.post("/write", responses=COMPLAINTS)
async def write(wish: Writing, request: Request, serving: Serving) -> Written:
    """The text of a record."""
    nodes = [node.model_dump() for node in wish.nodes]
    return Written(text=await _at_work(request, serving.texts, SECONDS, texts.write_tree,
                                       wish.game, wish.options, wish.position, wish.tags,
                                       wish.result, nodes))


@router.post("/position", responses=COMPLAINTS)
async def position(wish: SettingUp, request: Request, serving: Serving) -> SetUp:
    """The text of a position that was set up, and what is wrong with it."""
    told = wish.model_dump()
    return SetUp(**await _at_work(request, serving.texts, SECONDS, set_up.position_text,
                                  wish.game, wish.options, wish.turn, told["pieces"],
                                  told["reserves"], told["rights"]))


@router.get("/games/{game}/record", responses=COMPLAINTS, response_class=Response)
async def record(game: GameId, request: Request, serving: Serving) -> Response:
    """A game as the text of a record."""
    room = await serving.rooms.room(game)
    text = await _at_work(request, serving.texts, SECONDS, records.game_record,
                          *records.parts_of(room.loaded().state))
    return Response(text, media_type="text/plain; charset=utf-8", headers={
        "Content-Disposition": f'attachment; filename="{game}.txt"'})


class Look(models.Strict):
    """What a picture shows, and how it looks."""

    game: Annotated[str, Field(max_length=64)]
    position: models.Text | None = None
    moves: Annotated[str, Field(max_length=8000, description="with blanks between them")] = ""
    options: Annotated[str, Field(max_length=200,
                                  description="NAME=VALUE, with blanks between them")] = ""
    flat: bool = False
    black: Annotated[bool, Field(description="seen from Black's side")] = False
    theme: Annotated[str, Field(max_length=20)] = "wood"
    size: Annotated[int, Field(ge=40, le=pictures.LARGEST)] = 480
    coordinates: bool = True
    numerals: bool | None = None
    move: Annotated[str | None, Field(max_length=200, description="drawn as a plan")] = None
    arrows: Annotated[str, Field(max_length=400)] = ""
    marks: Annotated[str, Field(max_length=400)] = ""


@router.get("/picture.{form}", responses=COMPLAINTS | {
    200: {"content": {kind: {} for kind in pictures.FORMATS.values()}},
    501: {"model": models.Complaint}}, response_class=Response)
async def picture(form: Annotated[Literal["svg", "png", "gif"], Path()],
                  wish: Annotated[Look, Query()], request: Request, serving: Serving) -> Response:
    """A picture of a position, or an animation of the moves that lead to it."""
    try:
        options = option_values.parse([wish.options])
    except ValueError as error:
        raise RefusedError("bad", str(error)) from None
    ref = PositionRef.of(wish.game, options, wish.position, wish.moves.split())
    looks = wish.model_dump(include={"flat", "black", "theme", "size", "coordinates", "numerals",
                                     "move"})
    looks |= {"arrows": wish.arrows.split(), "marks": wish.marks.split()}
    seconds = FILM_SECONDS if form == "gif" else SECONDS
    drawn = await _at_work(request, serving.pictures, seconds, pictures.draw, form, ref, looks)
    return Response(drawn, media_type=pictures.FORMATS[form],
                    headers={"Cache-Control": "public, max-age=86400"})
