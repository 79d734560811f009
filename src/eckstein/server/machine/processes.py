"""Slow work, each piece in a process that is killed when it takes too long or its client is gone.

Processes that have not been killed are kept for the next piece of work.
"""
from __future__ import annotations

import contextlib
import functools
from asyncio import timeout
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import structlog

from ...base.sentence import message_of
from ..work.contract import OverloadedError, TooSlowError
from ..work.turns import Places
from .worker import Worker

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


class Processes:
    """Processes for slow work of one kind.

    Args:
        workers: how many work at once.
    """

    def __init__(self, workers: int = 1) -> None:
        self._places, self._wanted = Places(workers), Counter[str]()
        self._idle: list[Worker] = []

    async def do(self, payer: str, seconds: float, function: Callable[..., Any], *arguments: Any
                 ) -> Any:
        """What a function of a module gives, called in another process.

        Args:
            payer: in whose name.
            seconds: how long it may take at most.
            function, arguments: what is to be done.

        Raises:
            ValueError, ImportError: if the function does.
            OverloadedError: if too many are waiting, or the process dies of it.
            TooSlowError: if it takes too long; then its process is killed, as on cancellation.
        """
        if self._wanted.total() >= MOST or self._wanted[payer] >= MOST_OF_ONE:
            raise OverloadedError
        self._wanted[payer] += 1
        try:
            async with self._places.place(payer, "", seconds):
                with self._worker() as worker:
                    return await _done(worker, seconds, function, arguments)
        finally:
            self._wanted[payer] -= 1
            self._wanted += Counter()       # without those who want nothing

    @contextlib.contextmanager
    def _worker(self) -> Iterator[Worker]:
        self._idle = [worker for worker in self._idle if not worker.is_dead()]
        worker = self._idle.pop() if self._idle else Worker()
        try:
            yield worker
        finally:
            if not worker.ended:
                self._idle.append(worker)

    def close(self) -> None:
        """Let the processes go; nothing is done in them any more."""
        while self._idle:
            self._idle.pop().end()


async def _done(worker: Worker, seconds: float, function: Callable[..., Any],
                arguments: tuple[Any, ...]) -> Any:
    try:
        async with timeout(seconds):
            result, wrong = await worker.do(functools.partial(plainly, function, *arguments))
    except TimeoutError:
        raise TooSlowError(f"this takes longer than {seconds:g} seconds; ask for less") from None
    except BrokenProcessPool:
        log.error("worker died", function=function.__name__)
        raise OverloadedError from None
    if wrong is not None:
        raise wrong(result)
    return result
