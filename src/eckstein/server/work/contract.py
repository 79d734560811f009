"""Slow work as the rest of the server knows it, wherever it is done: in place, or in processes."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from ...base.errors import EcksteinError

T = TypeVar("T")


class OverloadedError(EcksteinError):
    """Too much is asked for at once."""


class TooSlowError(EcksteinError):
    """What was asked for takes too long."""


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
    """Who makes views, reads and writes texts, and draws pictures: here it is done in place.

    This is enough where whoever asks has the machine to himself; nothing is interrupted.
    """

    async def do(self, payer: str, seconds: float | None, function: Callable[..., Any],
                 *arguments: Any) -> Any:
        """What a function of a module gives.

        Args:
            payer: in whose name.
            seconds: how long it may take at most, where it can be interrupted; None for any time.
            function, arguments: what is to be done.

        Raises:
            ValueError, ImportError: if the function does.
            OverloadedError: if too many are waiting, or the work cannot be done.
            TooSlowError: if it takes too long.
        """
        return await in_turn(function, *arguments)

    def close(self) -> None:
        """Let go of what is held for it."""
