"""The HTTP API of positions and texts that belong to no game on the server."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from msgspec.structs import asdict
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...base.errors import EcksteinError
from ...base.sentence import message_of
from ...kernel import options as option_values
from ...lab import guessing
from ...wire.http_boards import (
    BookAnswer,
    BookRequest,
    LookRequest,
    PictureQuery,
    PremovesAnswer,
    ReadAnswer,
    ReadRequest,
    SetUpAnswer,
    SetUpRequest,
    TablesAnswer,
    TablesRequest,
    WriteAnswer,
    WriteRequest,
)
from ...wire.http_coach import CoachAnswer, CoachRequest
from ...wire.http_endings import EndingsAnswer, EndingsQuery
from ...wire.http_proofs import ProofsToGuess, ProofToGuess
from ...wire.positions import PositionRef
from ...wire.views import View
from ..game import records
from ..game.rulings import RefusedError
from ..work import booked, coached, exact, pictures, set_up, texts
from ..work import premoves as ahead
from ..work.contract import OverloadedError, TooSlowError, Work
from .endpoints import PREFIX, REFUSALS, Call, endpoint
from .guard import JSON

SECONDS, FILM_SECONDS = 20.0, 120.0         # that a text or a picture, or an animation may take
# About how many seconds it takes to read a letter, or a move; to draw; to draw a move of many.
LETTER, MOVE, DRAWING, FRAME = 1e-5, 1e-4, 0.2, 0.4
FINDING = 0.1               # seconds, about, for the positions of an ending
GONE = 499                  # as other servers log a request that its client has cancelled
LOOKS = ("flat", "black", "theme", "size", "coordinates", "numerals", "move")
PLAIN_TEXT = "text/plain; charset=utf-8"
Answer = TypeVar("Answer")


class MissingExtraError(EcksteinError):
    """What would take a package that is not installed."""


async def at_work(call: Call[Any], cost: float, function: Callable[..., Answer], *arguments: Any,
                  work: Work | None = None, seconds: float = SECONDS) -> Answer:
    """The answer of a function that runs where slow work is done, as long as the client waits for
    it.

    Args:
        call: the request.
        cost: about how many seconds it takes.
        function, arguments: what is done.
        work: where it is done; if left out, where texts are read and written.
        seconds: that it may take.

    Raises:
        RefusedError: if that cannot be done, or takes too long.
        MissingExtraError: if it needs a package that is not installed.
    """
    try:
        done: Answer = await _while_waited_for(
            call, (work or call.service.texts).do(
                await call.path(), seconds, function, *arguments, cost=cost))
        return done
    except ValueError as error:
        raise RefusedError("bad", message_of(error)) from None
    except TooSlowError as error:
        raise RefusedError("bad", str(error), "too-slow") from None
    except ImportError as error:
        raise MissingExtraError(str(error)) from None
    except OverloadedError:
        raise RefusedError("busy", "there are too many requests at once; try again soon",
                           "crowded") from None


async def _while_waited_for(call: Call[Any], work: Coroutine[Any, Any, Any]) -> Any:
    """Do something until it is done or the client is gone."""
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(call))
    try:
        await asyncio.wait([doing, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HTTPException(GONE, "the request was cancelled")
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()
        await asyncio.gather(doing, leaving, return_exceptions=True)


async def _gone(call: Call[Any]) -> None:
    """Return when the client has closed the connection."""
    while (await call.request.receive())["type"] != "http.disconnect":
        pass


@endpoint("POST", f"{PREFIX}/look", "boards", takes=LookRequest, answers=View, needs="anybody")
async def look(call: Call[LookRequest]) -> Response:
    """A view of a position: all that is needed to draw it, with every legal move."""
    view = await call.door.look(PositionRef(**asdict(call.wish)), await call.path())
    return Response(bytes(view), media_type=JSON)


@endpoint("POST", f"{PREFIX}/premoves", "boards", takes=LookRequest, answers=PremovesAnswer,
          needs="anybody")
async def premoves(call: Call[LookRequest]) -> PremovesAnswer:
    """The moves that the player not to move can decide upon: those that some reply makes possible.
    """
    return await at_work(call, MOVE * len(call.wish.moves), ahead.premoves_in, call.wish)


@endpoint("POST", f"{PREFIX}/read", "boards", takes=ReadRequest, answers=ReadAnswer,
          needs="anybody")
async def read(call: Call[ReadRequest]) -> ReadAnswer:
    """What a text is: a position, moves, games, or a file of another program; and its games."""
    return await at_work(call, LETTER * len(call.wish.text), texts.read_text, call.wish)


@endpoint("POST", f"{PREFIX}/write", "boards", takes=WriteRequest, answers=WriteAnswer,
          needs="anybody")
async def write(call: Call[WriteRequest]) -> WriteAnswer:
    """The text of a record."""
    return await at_work(call, MOVE * len(call.wish.nodes), texts.write_tree, call.wish)


@endpoint("POST", f"{PREFIX}/position", "boards", takes=SetUpRequest, answers=SetUpAnswer,
          needs="anybody")
async def position(call: Call[SetUpRequest]) -> SetUpAnswer:
    """The text of a position that was set up, and what is wrong with it."""
    return await at_work(call, MOVE, set_up.position_text, call.wish)


@endpoint("POST", f"{PREFIX}/tables", "boards", takes=TablesRequest, answers=TablesAnswer,
          needs="anybody")
async def tables(call: Call[TablesRequest]) -> TablesAnswer:
    """The exact value of a position and of its moves, where there is a table of the ending."""
    return await at_work(call, MOVE * len(call.wish.moves), exact.exact_moves, call.wish)


@endpoint("GET", f"{PREFIX}/endings/{{rules}}", "boards", takes=EndingsQuery,
          answers=EndingsAnswer, needs="anybody")
async def endings(call: Call[EndingsQuery]) -> EndingsAnswer:
    """Positions of an ending with a move that throws the result away, by the small tables."""
    return await at_work(call, FINDING, exact.ending_tasks, call.request.path_params["rules"],
                         call.wish)


@endpoint("GET", f"{PREFIX}/proofs/{{rules}}", "boards", answers=ProofsToGuess, refuses=(400, 422),
          needs="anybody")
async def proofs(call: Call[None]) -> ProofsToGuess:
    """Short wins by force with what is proved of their moves, to be guessed by players."""
    try:
        found = await call.service.aside(guessing.load, call.request.path_params["rules"])
    except ValueError as error:
        raise RefusedError("bad", message_of(error)) from None
    return ProofsToGuess([ProofToGuess(**asdict(one)) for one in found])


@endpoint("POST", f"{PREFIX}/coach", "boards", takes=CoachRequest, answers=CoachAnswer,
          needs="anybody")
async def coach(call: Call[CoachRequest]) -> CoachAnswer:
    """What the last move of a game did or missed: one sentence that was checked, or none."""
    return await at_work(call, coached.COST + MOVE * len(call.wish.moves), coached.remark_on,
                         call.wish)


@endpoint("POST", f"{PREFIX}/book", "boards", takes=BookRequest, answers=BookAnswer,
          needs="anybody")
async def book(call: Call[BookRequest]) -> BookAnswer:
    """What the opening book knows of a position: its moves, with their values."""
    return await at_work(call, MOVE * len(call.wish.moves), booked.booked_moves, call.wish)


@endpoint("GET", f"{PREFIX}/games/{{game}}/record", "boards", answers=("text/plain",),
          needs="anybody")
async def record(call: Call[None]) -> Response:
    """A game as the text of a record."""
    room = await call.service.rooms.room(call.game)
    state = room.loaded().state
    text = await at_work(call, MOVE * len(state.moves), records.game_record, state)
    return Response(text, media_type=PLAIN_TEXT, headers={
        "Content-Disposition": f'attachment; filename="{call.game}.txt"'})


@endpoint("GET", f"{PREFIX}/picture.{{form}}", "boards", takes=PictureQuery,
          answers=tuple(pictures.FORMATS.values()), refuses=(*REFUSALS, 501), needs="anybody")
async def picture(call: Call[PictureQuery]) -> Response:
    """A picture of a position, or an animation of the moves that lead to it, or its frames."""
    wish, form = call.wish, call.request.path_params["form"]
    try:
        options = option_values.parse([wish.options])
    except ValueError as error:
        raise RefusedError("bad", message_of(error)) from None
    ref = PositionRef(wish.game, {**options}, wish.position, tuple(wish.moves.split()))
    looks = {name: getattr(wish, name) for name in LOOKS}
    looks |= {"arrows": wish.arrows.split(), "marks": wish.marks.split()}
    animated = form in pictures.ANIMATED
    drawn = await at_work(
        call, FRAME * (2 + len(ref.moves)) if animated else DRAWING + MOVE * len(ref.moves),
        pictures.draw, form, ref, looks, work=call.service.pictures,
        seconds=FILM_SECONDS if animated else SECONDS)
    return Response(drawn, media_type=pictures.FORMATS[form],
                    headers={"Cache-Control": "public, max-age=86400"})


ENDPOINTS = (look, premoves, read, write, position, tables, endings, proofs,
             coach, book, record, picture)
