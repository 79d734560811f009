"""Work that goes on beside a reader of commands: in a thread, or step by step between commands."""
import threading
import time
from collections.abc import Iterator
from typing import Protocol


class Beside(Protocol):
    """Work that has begun.

    It is an iterator, each step of which takes as long as it likes.  It yields whether there is
    more to do; if not, it waits until it may end.
    """

    def is_running(self) -> bool:
        """Whether it has not come to its end."""

    def step(self) -> bool:
        """Do a step of it, if the caller has to; return whether another is to follow."""

    def finish(self, seconds: float | None = None) -> None:
        """Let it come to its end, or so far as it comes within so many seconds."""


class InThread:
    """Work in a thread of its own.

    Args:
        steps: the work.
        may_end: set when it need not wait any more.
    """

    def __init__(self, steps: Iterator[bool], may_end: threading.Event) -> None:
        def work() -> None:
            for is_busy in steps:
                if not is_busy:
                    may_end.wait()
        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def is_running(self) -> bool:
        return self._thread.is_alive()

    def step(self) -> bool:
        return False

    def finish(self, seconds: float | None = None) -> None:
        self._thread.join(seconds)


class StepByStep:
    """Work in the reader's own thread, which calls `step` when no command is to be obeyed.

    Args: as for `InThread`.
    """

    def __init__(self, steps: Iterator[bool], may_end: threading.Event) -> None:
        self._steps, self._may_end = steps, may_end
        self._running = True

    def is_running(self) -> bool:
        return self._running

    def step(self) -> bool:
        is_busy = next(self._steps, None) if self._running else None
        self._running = self._running and is_busy is not None
        return bool(is_busy)

    def finish(self, seconds: float | None = None) -> None:
        end = None if seconds is None else time.monotonic() + seconds
        while self.step() or self._running and self._may_end.is_set():
            if end is not None and time.monotonic() >= end:
                return
