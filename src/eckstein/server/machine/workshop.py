"""Other processes that make views, so that nobody's moves wait for them."""
from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import structlog

from ...base.processes import Pool
from ...wire.positions import PositionRef
from ..work.contract import OverloadedError
from ..work.views import make_view
from .processes import plainly
from .worker import Worker

T = TypeVar("T")
WAITING = 200               # views that are being made, at most
log = structlog.get_logger()


def _get_ready() -> None:
    """Load in a new worker what it needs."""
    make_view(PositionRef("contra"))


class Workshop:
    """Other processes that work for this one; one that dies is replaced, and takes no call along.

    Args:
        workers: how many.
        most: how many calls may wait.
    """

    def __init__(self, workers: int = 1, most: int = WAITING) -> None:
        self._workers, self._most, self._waiting = workers, most, 0
        self._pool: Pool | None = None
        self._second: Worker | None = None      # for second tries, one at a time
        self._trying = asyncio.Lock()

    async def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of a module gives, called in another process.

        Raises:
            ValueError, ImportError: if the function does.
            OverloadedError: if too many are waiting, or the processes die of it.
        """
        if self._waiting >= self._most:
            raise OverloadedError
        self._waiting += 1
        try:
            return await self._do(function, *arguments)
        finally:
            self._waiting -= 1

    async def _do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        call = functools.partial(plainly, function, *arguments)
        try:
            result, wrong = await self._together(call)
        except BrokenProcessPool:
            # It may have died of another call, so that each is tried again by itself.
            log.error("worker died", function=function.__name__, attempt=1)
            try:
                result, wrong = await self._alone(call)
            except BrokenProcessPool:
                log.error("worker died", function=function.__name__, attempt=2)
                raise OverloadedError from None
        if wrong is not None:
            raise wrong(result)
        return result

    async def _together(self, call: Callable[[], T]) -> T:
        """What a call gives, among all others."""
        pool = self._pool = self._pool or Pool(self._workers, _get_ready)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool.executor, call)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise

    async def _alone(self, call: Callable[[], T]) -> T:
        """What a call gives in a process where nothing else is under way."""
        async with self._trying:
            if self._second is None or self._second.ended or self._second.is_dead():
                self._second = Worker()
            return await self._second.do(call)

    async def warm(self) -> None:
        """Start ahead of the first who asks."""
        await self.do(make_view, PositionRef("contra"))

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None
        if self._second is not None:
            self._second.end()
