"""Slow work as the rest of the server knows it, wherever it is done: in place, or in processes."""
from __future__ import annotations

import asyncio
import enum
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from ...base.errors import EcksteinError
from ..ops.sharing import TreePath

T = TypeVar("T")


class OverloadedError(EcksteinError):
    """Too much is asked for at once."""


class TooSlowError(EcksteinError):
    """What was asked for takes too long."""


class Piece(enum.Enum):
    """What work gives that has more to do."""

    UNFINISHED = "unfinished"


class Aside(Protocol):
    """Calls a function of this process that takes a while, beside the event loop if it can."""

    def __call__(self, function: Callable[..., T], *arguments: Any) -> Awaitable[T]:
        """What the function gives, or raises."""
        ...


async def in_turn(function: Callable[..., T], *arguments: Any) -> T:
    """See `Aside`: after all that can be done at once, where there are no threads."""
    await asyncio.sleep(0)
    return function(*arguments)


class Work:
    """Makes views, reads and writes texts, and draws pictures: here it is done in place.

    This is enough where one user has the machine; nothing is interrupted.
    """

    async def do(self, payer: TreePath, seconds: float | None, function: Callable[..., Any],
                 *arguments: Any, cost: float | None = None, urgent: bool = False) -> Any:
        """What a function of a module gives.

        Args:
            payer: where the payer stands.
            seconds: how long it may take at most, where it can be interrupted; None for any time.
            function, arguments: what is to be done.  If it gives UNFINISHED, it has done a piece
                of its work, and is called again in its next turn.
            cost: about how many seconds it takes; None for as many as it may take.
            urgent: whether it comes before all that is not, however many wait.

        Raises:
            ValueError, ImportError: if the function does.
            OverloadedError: if it gives way to others while all wait, or the work cannot be done.
            TooSlowError: if it takes too long.
        """
        while (done := await in_turn(function, *arguments)) is Piece.UNFINISHED:
            pass
        return done

    def refuse(self) -> None:
        """Do nothing more: all work that waits or comes is refused (`OverloadedError`)."""

    def close(self) -> None:
        """Let go of what is held for it."""
