"""What happens at a server, as types.  The base of a type says how far it goes and whether its
publisher waits.

A type that has none of these bases can neither be published nor settled.
"""
from __future__ import annotations

from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

Answer = TypeVar("Answer")


class LocalEvent(msgspec.Struct, frozen=True):
    """Something has happened, which concerns this server alone."""


class ClusterEvent(msgspec.Struct, frozen=True, tag=True):
    """Something has happened, of which all servers on the same database are notified.

    On the way to another server it may be lost, or come twice: it is a hint, and the database
    decides.
    """


class Step(msgspec.Struct, frozen=True):
    """Something is about to happen: handlers refuse it, or do what belongs to it, one after the
    other, before the publisher goes on.
    """


class Question(msgspec.Struct, Generic[Answer], frozen=True):
    """What one part asks another.

    Attributes:
        absent: the answer where no part gives one.
    """

    absent: ClassVar[Any]


class Topic(NamedTuple):
    """What clients subscribe to.

    Attributes:
        kind: the name of a `Kind`.
        key: which one of that kind; empty if there is only one.
    """

    kind: str
    key: str = ""


class Touched(ClusterEvent, frozen=True):
    """What some topics show has changed."""

    topics: tuple[Topic, ...]


class Resync(LocalEvent, frozen=True):
    """Events of other servers may have been lost: what they may have changed is looked at again."""
