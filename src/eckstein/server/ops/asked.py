"""What clients ask for, in the log: each request, socket and message has an id, and whatever is
logged on its account bears it, with an alias of its payer.  Spans can be made of it, too.
"""
from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

import structlog

LONGEST = 200               # letters of an address in the log
Trace = Callable[[str, dict[str, Any]], contextlib.AbstractContextManager[None]]
log = structlog.get_logger()
_trace: Trace | None = None


def trace_by(trace: Trace | None) -> None:
    """Have spans made from now on.

    Args:
        trace: gives a span with a name; what it is given to tell may grow meanwhile.  None: no
            spans are made.
    """
    global _trace
    _trace = trace


def traced(name: str, facts: dict[str, Any]) -> contextlib.AbstractContextManager[None]:
    """A span for what is done meanwhile, if `trace_by` has asked for spans."""
    return contextlib.nullcontext() if _trace is None else _trace(name, facts)


@contextlib.contextmanager
def asked(payer: str, **more: str) -> Iterator[str]:
    """Whatever is logged meanwhile is on account of a new request; gives its id.

    Args:
        payer: the alias of the client's payer.
        more: what else each line is to tell.
    """
    request = secrets.token_hex(5)
    with structlog.contextvars.bound_contextvars(request=request, payer=payer, **more):
        yield request


def part(request: str, number: int) -> None:
    """What this task logs from now on is on account of one of the messages on a socket."""
    structlog.contextvars.bind_contextvars(request=f"{request}.{number}")


@contextlib.contextmanager
def timed(event: str, **facts: Any) -> Iterator[dict[str, Any]]:
    """Log something when it is done, with the milliseconds that it took.

    Args:
        event: what the line is about.
        facts: what else it tells; more can be added to what this gives.
    """
    begin = time.perf_counter()
    try:
        with traced(event, facts):
            yield facts
    finally:
        log.info(event, **facts, ms=round(1000 * (time.perf_counter() - begin), 1))
