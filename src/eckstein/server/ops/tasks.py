"""Background tasks."""
from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

T = TypeVar("T")
log = structlog.get_logger()


class Tasks:
    """What is done by itself; the loop alone would not keep it alive.

    Args:
        name: what the log calls them, when one fails.
        expected: errors that are no failures.
    """

    def __init__(self, name: str, *expected: type[Exception]) -> None:
        self._name, self._expected = name, expected
        self._running: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something; its caller may be gone when it fails."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, self._expected):
            log.error(self._name, exc_info=error)

    async def finish(self) -> None:
        """Return when all that has begun is done."""
        while self._running:
            await asyncio.wait(self._running)

    async def cancel(self) -> None:
        """End them all."""
        for task in self._running:
            task.cancel()
        await self.finish()
