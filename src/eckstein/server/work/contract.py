"""Slow work as the rest of the server knows it, wherever it is done: in processes, or in place."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from ...base.errors import EcksteinError

T = TypeVar("T")


class OverloadedError(EcksteinError):
    """Too much is asked for at once."""


class TooSlowError(EcksteinError):
    """What was asked for takes too long."""


class ViewWork(Protocol):
    """Who makes views."""

    async def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of a module gives.

        Raises:
            ValueError, ImportError: if the function does.
            OverloadedError: if too many are waiting, or the work cannot be done.
        """
        ...

    async def warm(self) -> None:
        """Get ready ahead of the first who asks."""
        ...

    def close(self) -> None:
        """Let go of what is held for it."""
        ...


class TextWork(Protocol):
    """Who reads and writes texts, and draws pictures."""

    async def do(self, payer: str, seconds: float, function: Callable[..., Any], *arguments: Any
                 ) -> Any:
        """What a function of a module gives.

        Args:
            payer: in whose name.
            seconds: how long it may take at most, where it can be interrupted.
            function, arguments: what is to be done.

        Raises:
            ValueError, ImportError: if the function does.
            OverloadedError: if too many are waiting, or the work cannot be done.
            TooSlowError: if it takes too long.
        """
        ...

    def close(self) -> None:
        """Let go of what is held for it."""
        ...


class Aside(Protocol):
    """Calls a function of this process that takes a while, beside the event loop if it can."""

    def __call__(self, function: Callable[..., T], *arguments: Any) -> Awaitable[T]:
        """What the function gives, or raises."""
        ...
