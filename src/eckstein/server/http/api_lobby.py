"""The HTTP API of the lobby: to look for an opponent without a socket."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator

from starlette.responses import Response

from ...wire.lobby import NewSeek, OpenSeeks
from ..game.rulings import RefusedError
from ..lobby.lobby import Visitor
from ..rooms.front_door import Sender
from ..rooms.subscriber import Subscriber
from .endpoints import PREFIX, Call, endpoint
from .streams import STREAMS, Line, heard, streamed


@endpoint("GET", f"{PREFIX}/lobby/seeks", "lobby", answers=OpenSeeks)
async def open_seeks(call: Call[None]) -> OpenSeeks:
    """Who looks for an opponent now: what the lobby shows everybody.  Guests cannot take those of
    rated games.
    """
    return call.service.lobby.listed()


@endpoint("POST", f"{PREFIX}/lobby/seeks", "lobby", takes=NewSeek, answers=(STREAMS["ndjson"],),
          needs="play")
async def seek(call: Call[NewSeek]) -> Response:
    """Look for an opponent as long as somebody listens: the messages `seeking` and `paired` of the
    socket, a line each; empty lines keep it alive.  Sent again with the same `id` within some
    seconds, the seek keeps its age, or leads to the game that came of it.
    """
    lobby, listener, sender = call.service.lobby, Subscriber(), await call.sender()
    if not sender.who:          # a program without cookies is a guest for this one seek
        sender = Sender(call.service.tokens.seek_of(call.wish.id), call.payer)
    # Until somebody listens for certain, this is a seek whose connection is lost.
    nobody = Visitor(Subscriber(), sender.who, sender.name, call.payer)
    await lobby.seek(nobody, call.wish)
    lobby.gone(nobody)

    @contextlib.asynccontextmanager
    async def looking() -> AsyncIterator[None]:
        visitor = Visitor(listener, sender.who, sender.name, call.payer)
        try:
            await lobby.seek(visitor, call.wish)
            yield
        finally:
            lobby.gone(visitor)
    return streamed(call, "ndjson", listener.outbox, _lines(
        heard(listener.outbox, looking, lambda: None)))


async def _lines(told: AsyncGenerator[Line | None]) -> AsyncGenerator[Line | None]:
    with contextlib.suppress(RefusedError):     # it has become impossible: whoever asks again hears
        async with contextlib.aclosing(told):
            async for line in told:
                yield line


ENDPOINTS = (open_seeks, seek)
