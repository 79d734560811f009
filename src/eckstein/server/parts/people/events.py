"""What happens between people, for other parts of the server."""
from __future__ import annotations

from typing import ClassVar

from ...hub.events import Question, Step, Topic


class IsHere(Question[bool], frozen=True):
    """Whether an account is connected, at any server."""

    absent: ClassVar[bool] = False
    account: str


def followed_topic(account: str) -> Topic:
    """The people that an account follows."""
    return Topic("followed", account)


class BlockChanged(Step, frozen=True):
    """An account has blocked another, or blocks it no longer."""

    account: str
    other: str
    blocked: bool


class AreApart(Question[bool], frozen=True):
    """Whether either of two accounts blocks the other."""

    absent: ClassVar[bool] = False
    one: str
    other: str
