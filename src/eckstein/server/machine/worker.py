"""One other process for work that may have to be ended in the middle."""
from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from ...base.processes import Pool

T = TypeVar("T")


class Worker:
    """A process that does one piece of work after the other, until one has to be ended.

    Attributes:
        ended: whether it does nothing any more.
    """

    def __init__(self) -> None:
        self._pool = Pool(1)
        self._has_begun = False
        self.ended = False

    async def do(self, work: Callable[[], T]) -> T:
        """What a function gives there; on cancellation the process is killed.

        A process that has yet to start is left alone, for the next piece of work finds it ready.

        Raises:
            BrokenProcessPool: if the process dies.
        """
        loop = asyncio.get_running_loop()
        try:
            if not self._has_begun:
                await loop.run_in_executor(self._pool.executor, os.getpid)
                self._has_begun = True
        except BrokenProcessPool:
            self.end()
            raise
        try:
            return await loop.run_in_executor(self._pool.executor, work)
        except (asyncio.CancelledError, BrokenProcessPool):
            self.end()
            raise

    def is_dead(self) -> bool:
        """Whether the process has died by itself."""
        return self._has_begun and not self._pool.is_alive()

    def end(self) -> None:
        """Kill the process, without waiting."""
        self.ended = True
        self._pool.end(wait=False)
