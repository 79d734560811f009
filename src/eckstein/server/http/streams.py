"""Answers that never end: a line, or an event of a browser's EventSource, for all that happens."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal

from starlette.responses import Response, StreamingResponse

from ..game.rulings import RefusedError
from ..rooms.outbox import Outbox
from ..service import Service
from .endpoints import Call

KEEP_ALIVE_SECONDS = 15.0
STREAMS = {"ndjson": "application/x-ndjson", "sse": "text/event-stream"}


def streamed(call: Call[Any], form: Literal["ndjson", "sse"], outbox: Outbox,
             open_: Callable[[], AbstractAsyncContextManager[None]],
             snapshot: Callable[[], str | None]) -> Response:
    """All that is put into an outbox, as long as somebody listens.

    Args:
        call: who asks.
        form: how it is written.
        outbox: filled by whatever happens.
        open_: has it filled meanwhile.
        snapshot: the text that the outbox asks for, unless it is put into it.

    Raises:
        RefusedError: if whoever asks has too many lines open.
    """
    service = call.service
    if service.lines.full(call.payer):
        service.hits.note("connections", call.payer)
        raise RefusedError("busy", service.lines.complaint, "too-many-lines")
    return StreamingResponse(_lines(service, call.payer, form == "sse", outbox, open_, snapshot),
                             media_type=STREAMS[form], headers={"Cache-Control": "no-store"})


async def _lines(service: Service, payer: str, sse: bool, outbox: Outbox,
                 open_: Callable[[], AbstractAsyncContextManager[None]],
                 snapshot: Callable[[], str | None]) -> AsyncIterator[str]:
    service.lines.take(payer)
    service.listeners.add(outbox)
    try:
        async with open_():
            while True:
                try:
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        message = await outbox.take()
                except TimeoutError:
                    yield ":\n\n" if sse else "\n"
                    continue
                if message is None:
                    return
                text = message[1] or snapshot()
                if text is not None:
                    await service.sent.pay(payer, len(text))
                    yield f"data: {text}\n\n" if sse else f"{text}\n"
    finally:
        service.lines.leave(payer)
        service.listeners.discard(outbox)
