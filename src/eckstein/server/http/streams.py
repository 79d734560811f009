"""Answers that never end: a line, or an event of a browser's EventSource, for all that happens."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from typing import Any, Literal, NamedTuple

from starlette.responses import Response, StreamingResponse

from ..game.rulings import RefusedError
from ..rooms.outbox import Outbox
from ..service import Service
from .endpoints import Call

KEEP_ALIVE_SECONDS = 15.0
STREAMS = {"ndjson": "application/x-ndjson", "sse": "text/event-stream"}


class Line(NamedTuple):
    """What is told.

    Attributes:
        text: as JSON.
        id: by which an EventSource says what it knows; None for none.
    """

    text: str
    id: int | None = None


def streamed(call: Call[Any], form: Literal["ndjson", "sse"], outbox: Outbox,
             lines: AsyncGenerator[Line | None]) -> Response:
    """Lines, as long as somebody listens.

    Args:
        call: who asks.
        form: how they are written.
        outbox: ends the lines when the server closes it.
        lines: what is told; None keeps the connection alive.

    Raises:
        RefusedError: if whoever asks has too many lines open.
    """
    service = call.service
    if service.lines.full(call.payer):
        service.hits.note("connections", call.payer)
        raise RefusedError("busy", service.lines.complaint, "too-many-lines")
    return StreamingResponse(_written(service, call.payer, form == "sse", outbox, lines),
                             media_type=STREAMS[form], headers={"Cache-Control": "no-store"})


async def _written(service: Service, payer: str, sse: bool, outbox: Outbox,
                   lines: AsyncGenerator[Line | None]) -> AsyncIterator[str]:
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


async def heard(outbox: Outbox, open_: Callable[[], AbstractAsyncContextManager[None]],
                snapshot: Callable[[], str | None]) -> AsyncGenerator[Line | None]:
    """All that is put into an outbox, until it is closed.

    Args:
        outbox: filled by whatever happens.
        open_: has it filled meanwhile.
        snapshot: the text that the outbox asks for, unless it is put into it.
    """
    async with open_():
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                    message = await outbox.take()
            except TimeoutError:
                yield None
                continue
            if message is None:
                return
            if (text := message[1] or snapshot()) is not None:
                yield Line(text)
