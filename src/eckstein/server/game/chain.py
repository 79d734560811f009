"""Events chained by digests, so that none of a game is lost or changed without being noticed.

The digest of an event is over that of the event before and over all its columns.  A store keeps the
digest of the last event apart from the events, as the head of the game: if an event is lost or
changed, the chain no longer fits the head.  A head that is behind is none: a server that knows of
no heads has written the events after it.
"""
from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from .events import DamagedGameError, Event

BYTES = 16                  # of a digest


class Head(NamedTuple):
    """Up to where a game is known to have come.

    Attributes:
        seq: the number of an event.
        digest: its digest.
    """

    seq: int
    digest: bytes


def columns(event: Event) -> tuple[Any, ...]:
    """How an event is stored: its fields, in their order, what is in it as JSON."""
    clock = None if event.clock is None else msgspec.json.encode(event.clock).decode()
    return (event.game, event.seq, event.actor, event.command_id, event.kind,
            msgspec.json.encode(event.data).decode(), clock, event.at)


def digest_of(before: bytes, stored: Sequence[Any]) -> bytes:
    """The digest of an event.

    Args:
        before: that of the event before; empty for the first one.
        stored: its `columns`.
    """
    return hashlib.blake2b(before + msgspec.json.encode(stored), digest_size=BYTES).digest()


def chained(before: bytes, event: Event) -> Event:
    """The same event with its digest."""
    return replace(event, digest=digest_of(before, columns(event)))


def check_head(head: Head | None, events: Sequence[Event], first: int = 1) -> None:
    """See that events of a game are those that were written.

    Args:
        head: the head of the game, if it has one.
        events: from a number on to the last, with their digests.
        first: the number.

    Raises:
        DamagedGameError: if they are not.
    """
    if head is None:
        return
    place = head.seq - first
    if place >= len(events):
        missing = place + 1 - len(events)
        raise DamagedGameError(
            f"it had {head.seq} events, and {missing} of them {'is' if missing == 1 else 'are'} "
            "missing", len(events))
    if place >= 0 and events[place].digest != head.digest:
        raise DamagedGameError(f"its first {head.seq} events are not those that were written",
                               len(events))
