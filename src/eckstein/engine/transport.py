"""How a client reaches a running engine: lines there, lines back.

The client (client.py) knows only this: what an engine is, a child process (process.py) or a worker
of the page (browser/engines.py), is decided by the function that starts it.
"""
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol


class Transport(Protocol):
    """A running engine."""

    async def write(self, line: str) -> None:
        """Send a line, which has no end of line.

        Raises:
            ConnectionError: if the engine has gone.
        """

    async def read(self) -> str | None:
        """The next line without blanks around it, or None when there are no more.

        A call that is cancelled loses no line.

        Raises:
            ValueError: if the line is far too long.
        """

    def kill(self) -> None:
        """End the engine at once, if it still runs."""

    async def gone(self) -> None:
        """Wait until the engine has ended and its last words have been read; what it said is lost.
        """

    @property
    def last_words(self) -> str:
        """The end of a sentence on the engine, about what it complained of last; or nothing."""


Start = Callable[[Sequence[str]], Awaitable[Transport]]
"""Starts an engine, given the program and its arguments; raises an EngineError if it cannot."""
