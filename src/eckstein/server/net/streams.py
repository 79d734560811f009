"""Answers that never end: a line, or an event of a browser's EventSource, for all that happens."""
from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncGenerator, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    aclosing,
    suppress,
)
from typing import Any, Literal, NamedTuple

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ..game.rulings import RefusedError
from ..hub.hub import Hub
from ..hub.outbox import Outbox
from ..hub.subscriber import Subscriber
from ..part import Site
from .endpoints import Call

KEEP_ALIVE_SECONDS = 15.0
END_SECONDS = 1.0           # for a client to receive the end of the lines
STREAMS = {"ndjson": "application/x-ndjson", "sse": "text/event-stream"}


class Line(NamedTuple):
    """One message of a stream.

    Attributes:
        text: as JSON.
        id: by which an EventSource says what it knows; None for none.
    """

    text: str
    id: int | None = None


class Stream(StreamingResponse):
    """Lines that end, whether the client reads them or not, with what they were opened by.

    Args:
        lines: what is written.
        media: its type.
        open_by: is given what ends them, while they are open.
    """

    def __init__(self, lines: AsyncGenerator[str], media: str,
                 open_by: Callable[[Callable[[], None]], AbstractContextManager[None]]) -> None:
        super().__init__(lines, media_type=media, headers={"Cache-Control": "no-store"})
        self._lines, self._open_by, self._over = lines, open_by, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See `Response`."""
        telling = asyncio.create_task(super().__call__(scope, receive, send))

        def end() -> None:
            self._over = True
            telling.cancel()
        async with aclosing(self._lines):
            with self._open_by(end):
                try:
                    await asyncio.wait([telling])
                finally:
                    telling.cancel()
                    await asyncio.gather(telling, return_exceptions=True)
        if not self._over:
            return telling.result()
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        return None


async def streamed(call: Call[Any], form: Literal["ndjson", "sse"], outbox: Outbox,
                   lines: AsyncGenerator[Line | None]) -> Response:
    """Lines, as long as the client listens.

    Args:
        call: the request.
        form: how they are written.
        outbox: ends the lines when the server closes it.
        lines: the messages; None keeps the connection alive.

    Raises:
        RefusedError: if the client has too many lines open, or the database does not respond.
    """
    service, login = call.service, await call.login()
    if service.lines.full(call.payer):
        service.hits.note("connections", call.payer)
        raise RefusedError("busy", service.lines.complaint, "too-many-lines")
    return Stream(_written(service, call.payer, form == "sse", outbox, lines), STREAMS[form],
                  functools.partial(service.open_by, login))


async def _written(service: Site, payer: str, sse: bool, outbox: Outbox,
                   lines: AsyncGenerator[Line | None]) -> AsyncGenerator[str]:
    service.lines.take(payer)
    service.listeners.add(outbox)
    try:
        async with aclosing(lines):
            async for line in lines:
                if line is None:
                    yield ":\n\n" if sse else "\n"
                    continue
                await service.sent.pay(payer, len(line.text))
                head = f"id: {line.id}\n" if line.id is not None else ""
                yield f"{head}data: {line.text}\n\n" if sse else f"{line.text}\n"
    finally:
        service.lines.leave(payer)
        service.listeners.discard(outbox)


async def heard(hub: Hub, listener: Subscriber,
                open_: Callable[[], AbstractAsyncContextManager[None]]
                ) -> AsyncGenerator[Line | None]:
    """All that a listener is sent, until its outbox is closed.

    Args:
        hub: where it subscribes.
        listener: the client that is sent it.
        open_: has it subscribe meanwhile.
    """
    async with open_():
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                    message = await listener.outbox.take()
            except TimeoutError:
                yield None
                continue
            if message is None:
                return
            topic, text = message
            if text is None and topic is not None:
                text = await hub.snapshot(topic, listener)
            if text is not None:
                yield Line(text)
