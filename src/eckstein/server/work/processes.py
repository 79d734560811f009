"""Slow work, each piece in a process that is killed when it takes too long or its client is gone.

anyio keeps processes for the next piece of work.
"""
from __future__ import annotations

from asyncio import timeout
from collections import Counter
from collections.abc import Callable
from typing import Any

import structlog
from anyio import BrokenWorkerProcess, to_process

from ...sentence import message_of
from .contract import OverloadedError, TooSlowError
from .turns import Places

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
                return await _done(seconds, function, arguments)
        finally:
            self._wanted[payer] -= 1
            self._wanted += Counter()       # without those who want nothing


async def _done(seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        async with timeout(seconds):
            result, wrong = await to_process.run_sync(plainly, function, *arguments,
                                                      cancellable=True)
    except TimeoutError:
        raise TooSlowError(f"this takes longer than {seconds:g} seconds; ask for less") from None
    except BrokenWorkerProcess:
        log.error("worker died", function=function.__name__)
        raise OverloadedError from None
    if wrong is not None:
        raise wrong(result)
    return result
