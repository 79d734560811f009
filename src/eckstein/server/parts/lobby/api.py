"""The HTTP API of the lobby: to look for an opponent without a socket."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator

from starlette.responses import Response

from ....wire.lobby import NewSeek, OpenSeeks
from ...game.rulings import RefusedError
from ...hub.subscriber import Subscriber
from ...net.endpoints import PREFIX, Call, endpoint
from ...net.streams import STREAMS, Line, heard, streamed
from ...rooms.front_door import Sender
from .lobby import Lobby


@endpoint("GET", f"{PREFIX}/lobby/seeks", "lobby", answers=OpenSeeks, needs="anybody")
async def open_seeks(call: Call[None]) -> OpenSeeks:
    """The open challenges, as the lobby shows them.  Guests cannot take those of rated games."""
    return call.get(Lobby).listed()


@endpoint("POST", f"{PREFIX}/lobby/seeks", "lobby", takes=NewSeek, answers=(STREAMS["ndjson"],),
          needs="play")
async def seek(call: Call[NewSeek]) -> Response:
    """Look for an opponent as long as the client listens: the messages `seeking` and `paired` of
    the socket, a line each; empty lines keep it alive.  Sent again with the same `id` within some
    seconds, the open challenge keeps its age, or leads to the game that came of it.
    """
    lobby, sender = call.get(Lobby), await call.sender()
    if not sender.who:          # a program without cookies is a guest for this one
        sender = Sender(call.service.tokens.seek_of(call.wish.id), call.payer)
    path = await call.path()
    # Until the client surely listens, the connection of this open challenge counts as lost.
    nobody, listener = (Subscriber(call.may, sender.who, sender.account, sender.name, call.payer,
                                   path)
                        for _ in range(2))
    await lobby.seek(nobody, call.wish)
    lobby.gone(nobody)

    @contextlib.asynccontextmanager
    async def looking() -> AsyncIterator[None]:
        try:
            await lobby.seek(listener, call.wish)
            yield
        finally:
            lobby.gone(listener)
    return await streamed(call, "ndjson", listener.outbox, _lines(
        heard(call.service.hub, listener, looking)))


async def _lines(told: AsyncGenerator[Line | None]) -> AsyncGenerator[Line | None]:
    with contextlib.suppress(RefusedError):     # it has become impossible, as the next request says
        async with contextlib.aclosing(told):
            async for line in told:
                yield line


ENDPOINTS = (open_seeks, seek)
