"""Slow work, each piece in a process that is killed when it takes too long or its client is gone.

Work that takes a moment does not wait for work that takes long: each has processes of its own.
Those that have not been killed are reused for the next piece of work.
"""
from __future__ import annotations

import asyncio
import contextlib
import functools
from asyncio import timeout
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

import structlog

from ...base.processes import Pool, give_way
from ...base.sentence import message_of
from ..ops.allowances import CAPS
from ..ops.sharing import TreePath
from ..work.contract import OverloadedError, Piece, TooSlowError, Work
from ..work.turns import Places

T = TypeVar("T")
QUICK = 0.5                 # seconds that work takes at most which does not count as long
QUICK_SECONDS = 1.0         # after which it counts as long nevertheless, and begins again
LONG_AT_ONCE = 2            # long works, of different payers
IN_PIECES = 4               # works that have begun, and go on piece by piece
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

    Args:
        start: what the process calls first.

    Attributes:
        ended: whether it does nothing any more.
    """

    def __init__(self, start: Callable[[], None] | None = None) -> None:
        self._pool = Pool(1, start)
        self._has_begun = False
        self.ended = False

    async def begin(self, work: Callable[..., Any]) -> None:
        """Start, unless it has, with all that a function imports; a process that is starting is
        left alone on cancellation.

        Raises:
            BrokenProcessPool: if the process dies.
        """
        if not self._has_begun:
            await self._call(functools.partial(callable, work))
            self._has_begun = True

    async def do(self, work: Callable[[], T], seconds: float | None, patience: float) -> T:
        """What a function gives there.

        Args:
            work: the function.
            seconds: after which the process is killed; None for never.
            patience: how many seconds it is left alone on cancellation, before it is killed.

        Raises:
            BrokenProcessPool: if the process dies.
            TimeoutError: if it was killed.
        """
        doing = asyncio.ensure_future(self._call(work))
        try:
            async with timeout(seconds):
                return await asyncio.shield(doing)
        except (asyncio.CancelledError, TimeoutError) as error:
            if isinstance(error, asyncio.CancelledError) and patience:
                await asyncio.wait([doing], timeout=patience)
            if not doing.done():
                self.end()
            doing.add_done_callback(_seen)
            raise

    async def _call(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool.executor, work)
        except BrokenProcessPool:
            self.end()
            raise

    def is_dead(self) -> bool:
        """Whether the process has died by itself."""
        return self._has_begun and not self._pool.is_alive()

    def end(self, *, wait: bool = False) -> None:
        """Kill the process, and perhaps wait until it is gone."""
        self.ended = True
        self._pool.end(wait=wait)


def _seen(done: asyncio.Future[Any]) -> None:
    if not done.cancelled():
        done.exception()


class _Lane:
    """Processes for quick work, or for long work; as many as are needed at once.

    Args:
        places: how many that is.
        patience: see `Worker.do`.
        start: see `Worker`.
    """

    def __init__(self, places: Places, patience: float = 0.0,
                 start: Callable[[], None] | None = None) -> None:
        self.places, self._patience, self._start = places, patience, start
        self._idle: list[Worker] = []

    async def do(self, call: Callable[[], T], seconds: float | None) -> T:
        """What a call gives; the caller has a place.  See `Worker.do`.

        A process that dies at work may have been ended by something else, so that the work is
        tried once more.
        """
        try:
            return await self._tried(call, seconds)
        except BrokenProcessPool:
            return await self._tried(call, seconds)

    async def _tried(self, call: Callable[[], T], seconds: float | None) -> T:
        """What a call gives in a process where nothing else is under way."""
        self._idle = [worker for worker in self._idle if not worker.is_dead()]
        worker = self._idle.pop() if self._idle else Worker(self._start)
        try:
            await worker.begin(call)
            return await worker.do(call, seconds, self._patience)
        except BrokenProcessPool:
            log.error("worker died", function=getattr(call, "args", [call])[0].__name__)
            raise
        finally:
            if not worker.ended:
                self._idle.append(worker)

    def close(self) -> None:
        """End the processes, and wait: Python complains at its end of one that is just ending."""
        while self._idle:
            self._idle.pop().end(wait=True)


class Processes(Work):
    """Processes for slow work of one kind: one for quick pieces of it, a few for long ones.

    Args:
        waiting: how many works may wait, of those that are quick, long, and in pieces.
    """

    def __init__(self, waiting: int = CAPS["works-in-all"].most) -> None:
        self._quick = _Lane(Places(1, waiting=waiting), QUICK_SECONDS)
        self._long = _Lane(Places(LONG_AT_ONCE, of_one=1, waiting=waiting),
                           start=give_way)
        self._begun = Places(IN_PIECES, waiting=waiting)
        self._asked: set[asyncio.Task[Any]] = set()
        self._refuses = False

    async def do(self, payer: TreePath, seconds: float | None, function: Callable[..., Any],
                 *arguments: Any, cost: float | None = None, urgent: bool = False) -> Any:
        """See `Work`; what takes too long is killed, as on cancellation."""
        if self._refuses:
            raise OverloadedError
        doing = asyncio.ensure_future(self._finished(_Task(
            payer, seconds, functools.partial(plainly, function, *arguments),
            (seconds or 0.0) if cost is None else cost, urgent)))
        self._asked.add(doing)
        try:
            result, wrong = await doing
        except asyncio.CancelledError:
            here = asyncio.current_task()
            if self._refuses and here is not None and not here.cancelling():
                raise OverloadedError from None
            raise
        finally:
            self._asked.discard(doing)
        if wrong is not None:
            raise wrong(result)
        return result

    async def _finished(self, task: _Task) -> tuple[Any, type[Exception] | None]:
        """What work gives, once nothing of it is left."""
        result, wrong = await self._done(task)
        if result is Piece.UNFINISHED:
            # Of works in pieces only a few have begun, since each holds memory.
            async with contextlib.nullcontext() if task.urgent else self._begun.place(
                    task.payer, task.cost):
                while result is Piece.UNFINISHED:
                    result, wrong = await self._done(task, has_begun=True)
        return result, wrong

    async def _done(self, task: _Task, *, has_begun: bool = False
                    ) -> tuple[Any, type[Exception] | None]:
        """What a piece of work gives, in its turn."""
        try:
            if task.cost <= QUICK:
                async with self._quick.places.place(task.payer, task.cost, urgent=task.urgent,
                                                    gives_way=not has_begun):
                    if task.seconds is None:
                        return await self._quick.do(task.call, None)
                    with contextlib.suppress(TimeoutError):
                        return await self._quick.do(task.call, QUICK_SECONDS)
            async with self._long.places.place(task.payer, max(task.cost, QUICK_SECONDS),
                                               gives_way=not (task.urgent or has_begun)):
                return await self._long.do(task.call, task.seconds)
        except TimeoutError:
            raise TooSlowError(f"this takes longer than {task.seconds:g} seconds; ask for less"
                               ) from None
        except BrokenProcessPool:
            raise OverloadedError from None

    def refuse(self) -> None:
        """See `Work`."""
        self._refuses = True
        for doing in self._asked:
            doing.cancel()

    def close(self) -> None:
        """Let the processes go; nothing is done in them any more."""
        self._quick.close()
        self._long.close()


class _Task(NamedTuple):
    """Work, and on which terms it is done; see `Work.do`."""

    payer: TreePath
    seconds: float | None
    call: functools.partial[tuple[Any, type[Exception] | None]]
    cost: float
    urgent: bool
