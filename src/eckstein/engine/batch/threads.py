"""Threads that share work on many games, each on those that lie side by side."""
from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar, cast

from ...base.sentence import Sentence
from .settings import BatchError

F = TypeVar("F", bound=Callable[..., Any])


class Threads:
    """Some threads.

    Attributes:
        count: how many.
        lock: held while a method works in the games.
    """

    def __init__(self, count: int) -> None:
        self.count, self.lock = count, threading.RLock()
        self._pool, self._process = ThreadPoolExecutor(count), os.getpid()

    def share(self, work: Callable[[int, int, int], int], count: int) -> list[int]:
        """Split so many rows among the threads; the results of `work`, which gets the number of the
        thread, its first row, and the row after its last.  No thread works any more afterwards,
        also after an error.
        """
        if self.count == 1:
            return [work(0, 0, count)]
        if self._process != os.getpid():        # a fork has no threads
            self._pool, self._process = ThreadPoolExecutor(self.count), os.getpid()
        ends = [count * i // self.count for i in range(self.count + 1)]
        busy, given_up = [threading.Lock() for _ in range(self.count)], list[bool]()

        def part(thread: int, first: int, last: int) -> int:
            with busy[thread]:
                return 0 if given_up else work(thread, first, last)
        try:
            return list(self._pool.map(part, range(self.count), ends, ends[1:]))
        except BaseException:                   # Ctrl-C stops only the waiting thread
            given_up.append(True)
            for lock in busy:
                with lock:
                    pass
            self._pool = ThreadPoolExecutor(self.count)
            raise


class HasThreads(Protocol):
    """An object with work for several threads."""

    threads: Threads


def alone(method: F) -> F:
    """A method that works in the games alone, one call at a time."""
    @functools.wraps(method)
    def locked(self: HasThreads, *args: Any, **more: Any) -> Any:
        if not self.threads.lock.acquire(blocking=False):
            raise BatchError(Sentence("another thread is at work in this batch; give each thread a "
                                      "batch of its own, or let the batch have threads"))
        try:
            return method(self, *args, **more)
        finally:
            self.threads.lock.release()
    return cast(F, locked)
