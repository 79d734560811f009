"""Slow work, each piece in a process that is killed when it takes too long or its client is gone.

Processes that have not been killed are kept for the next piece of work.
"""
from __future__ import annotations

import asyncio
import functools
import os
from asyncio import timeout
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import structlog

from ...base.processes import Pool
from ...base.sentence import message_of
from ..work.contract import OverloadedError, TooSlowError, Work
from ..work.turns import Places

T = TypeVar("T")
MOST = 20                   # pieces of work that wait or are done
MOST_OF_ONE = 6             # of one payer
log = structlog.get_logger()


def plainly(function: Callable[..., Any], *arguments: Any
             ) -> tuple[Any, type[Exception] | None]:
    """A result, or a sentence and a type: errors of ours do not all travel between processes."""
    try:
        return function(*arguments), None
    except ValueError as error:
        return message_of(error), ValueError
    except ImportError as error:
        return str(error), ImportError


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


class Processes(Work):
    """Processes for slow work of one kind, one piece at a time.

    A process that dies at work may have been ended by something else, so that the work is tried
    once more.

    Args:
        most: how many pieces of work may wait or be done.
        most_of_one: how many of one payer.
    """

    def __init__(self, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._places, self._wanted = Places(1), Counter[str]()
        self._idle: list[Worker] = []

    async def do(self, payer: str, seconds: float | None, function: Callable[..., Any],
                 *arguments: Any) -> Any:
        """See `Work`; what takes too long is killed, as on cancellation."""
        if self._wanted.total() >= self._most or self._wanted[payer] >= self._most_of_one:
            raise OverloadedError
        self._wanted[payer] += 1
        try:
            async with self._places.place(payer, "", seconds or 0.0):
                return await self._done(seconds, function, *arguments)
        finally:
            self._wanted[payer] -= 1
            self._wanted += Counter()       # without those who want nothing

    async def _done(self, seconds: float | None, function: Callable[..., Any], *arguments: Any
                    ) -> Any:
        call = functools.partial(plainly, function, *arguments)
        try:
            async with timeout(seconds):
                try:
                    result, wrong = await self._tried(call)
                except BrokenProcessPool:
                    result, wrong = await self._tried(call)
        except TimeoutError:
            raise TooSlowError(f"this takes longer than {seconds:g} seconds; ask for less"
                               ) from None
        except BrokenProcessPool:
            raise OverloadedError from None
        if wrong is not None:
            raise wrong(result)
        return result

    async def _tried(self, call: functools.partial[T]) -> T:
        """What a call gives in a process where nothing else is under way."""
        self._idle = [worker for worker in self._idle if not worker.is_dead()]
        worker = self._idle.pop() if self._idle else Worker()
        try:
            return await worker.do(call)
        except BrokenProcessPool:
            log.error("worker died", function=call.args[0].__name__)
            raise
        finally:
            if not worker.ended:
                self._idle.append(worker)

    def close(self) -> None:
        """Let the processes go; nothing is done in them any more."""
        while self._idle:
            self._idle.pop().end()
