"""One other process for work that may have to be ended in the middle."""
from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import TypeVar

from ...parent_watch import end_with_parent

T = TypeVar("T")


class Worker:
    """A process that does one piece of work after the other, until one has to be ended.

    Attributes:
        ended: whether it does nothing any more.
    """

    def __init__(self) -> None:
        # A pool of one, which starts its process with the first piece of work.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_parent)
        self._number: int | None = None
        self.ended = False

    async def do(self, work: Callable[[], T]) -> T:
        """What a function gives there; on cancellation the process is killed.

        A process that has yet to start is left alone, for the next piece of work finds it ready.

        Raises:
            BrokenProcessPool: if the process dies.
        """
        loop = asyncio.get_running_loop()
        try:
            if self._number is None:
                self._number = await loop.run_in_executor(self._pool, os.getpid)
        except BrokenProcessPool:
            self.end()
            raise
        try:
            return await loop.run_in_executor(self._pool, work)
        except (asyncio.CancelledError, BrokenProcessPool):
            self.end()
            raise

    def is_dead(self) -> bool:
        """Whether the process has died by itself."""
        return self._number is not None and not self._processes()

    def end(self) -> None:
        """Kill the process, without waiting."""
        self.ended = True
        for process in self._processes():
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _processes(self) -> list[BaseProcess]:
        """The process, as long as it lives."""
        return [one for one in multiprocessing.active_children() if one.pid == self._number]
