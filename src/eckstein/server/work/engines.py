"""Engines as child processes: a few at a time, which are kept for reuse."""
from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import structlog

from ...base.errors import EcksteinError
from ...engine.client import AsyncEngine
from ...engine.messages import EngineError
from .turns import Places

Launch = Callable[[str, dict[str, Any], dict[str, Any]], Awaitable[AsyncEngine]]
Key = tuple[str, tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]]
START_COST = 1.0            # seconds, about, until an engine has started
log = structlog.get_logger()


class EnginesBusyError(EcksteinError):
    """All engines are busy, and no other client has more of them than this one."""


async def launch(game: str, options: dict[str, Any], settings: dict[str, Any]) -> AsyncEngine:
    """Our own engine, ready to play."""
    return await AsyncEngine.launch(game=game, options=options, settings=settings)


class Engines:
    """A pool of engines.

    Args:
        most: how many there are at most.
        start: how one is started.
        table: megabytes of the transposition table of those that analyse.
        threads: how many threads these have.
    """

    def __init__(self, most: int, start: Launch = launch, table: int = 64,
                 threads: int = 1) -> None:
        self.most, self._start, self.table, self.threads = most, start, table, threads
        self._idle: list[tuple[Key, AsyncEngine]] = []
        self._places = Places(most)
        self._hurried: dict[asyncio.Task[Any], str] = {}
        self._preparing: dict[Key, asyncio.Task[None]] = {}
        self._starting: set[asyncio.Future[AsyncEngine]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def is_idle(self, game: str, options: dict[str, Any], settings: dict[str, Any]) -> bool:
        """Whether such an engine stands ready."""
        return any(key == _key(game, options, settings) for key, _ in self._idle)

    def prepare(self, game: str, options: dict[str, Any], settings: dict[str, Any],
                payer: str = "") -> None:
        """Start such an engine, that it stands ready when it is wanted.

        Nothing is promised: where there is no place to spare, it starts when it is wanted.  Of
        several places one is always left to those who want an engine now.
        """
        key = _key(game, options, settings)
        if (self._closed or self._places.locked() or key in self._preparing
                or len(self._preparing) >= max(1, self.most - 1)
                or self.is_idle(game, options, settings)):
            return
        task = asyncio.get_running_loop().create_task(
            self._prepare(key, game, options, settings, payer))
        self._preparing[key] = task
        task.add_done_callback(lambda _: self._preparing.pop(key))

    async def _prepare(self, key: Key, game: str, options: dict[str, Any],
                       settings: dict[str, Any], payer: str) -> None:
        try:
            async with self._places.place(payer, game, START_COST):
                engine = await self._get(key, game, options, settings)
                self._idle.append((key, engine))
        except (EngineError, OSError) as error:
            log.warning("engine not ready", game=game, error=str(error))

    @contextlib.asynccontextmanager
    async def borrow(self, game: str, options: dict[str, Any], settings: dict[str, Any],
                     payer: str, work: str, cost: float) -> AsyncIterator[AsyncEngine]:
        """An engine for a while, in one's turn; one that fails is not given to anybody again.

        Args:
            game, options, settings: which engine.
            payer: in whose name it works.
            work: for which game of his.
            cost: about how many seconds.

        Raises:
            EngineError: if it does not start, or all have been closed.
        """
        key = _key(game, options, settings)
        if preparing := self._preparing.get(key):
            await asyncio.wait([preparing])     # without a place, for it may wait for one itself
        async with self._places.place(payer, work, cost):
            engine = await self._get(key, game, options, settings)
            try:
                yield engine
            except BaseException as error:
                if isinstance(error, asyncio.CancelledError | GeneratorExit) and not self._closed:
                    self._idle.append((key, engine))
                else:
                    await engine.close()
                raise
            if self._closed:
                await engine.close()
            else:
                self._idle.append((key, engine))

    @contextlib.asynccontextmanager
    async def borrow_now(self, game: str, options: dict[str, Any], settings: dict[str, Any],
                         payer: str) -> AsyncIterator[AsyncEngine]:
        """An engine for a while, without waiting; see `borrow`.

        Where none is free, but somebody has two more than the payer, his last borrower is
        cancelled.

        Raises:
            EnginesBusyError: if there is none to be had.
            EngineError: if it does not start.
        """
        if self._places.locked() and not self._make_space(payer):
            raise EnginesBusyError
        borrower = asyncio.current_task()
        assert borrower is not None
        self._hurried[borrower] = payer
        try:
            async with self.borrow(game, options, settings, payer, "", 0.0) as engine:
                yield engine
        finally:
            self._hurried.pop(borrower, None)

    def _make_space(self, payer: str) -> bool:
        """End what somebody does who has two engines more than the payer."""
        had = Counter(self._hurried.values())
        for borrower, other in reversed(self._hurried.items()):
            if had[other] == max(had.values()) and had[other] >= had[payer] + 2:
                del self._hurried[borrower]     # it is not to be cancelled while it tidies up
                borrower.cancel()
                return True
        return False

    async def _get(self, key: Key, game: str, options: dict[str, Any],
                   settings: dict[str, Any]) -> AsyncEngine:
        if self._closed:
            raise EngineError("the engines have been closed")
        for index, (known, engine) in enumerate(self._idle):
            if known == key:
                del self._idle[index]
                return engine
        # Places are as many as engines: whoever has one may end an idle engine of another kind.
        while len(self._idle) >= self.most:
            await self._idle.pop(0)[1].close()
        starting = asyncio.ensure_future(self._start(game, options, settings))
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(lambda done: self._keep_late(key, done))
            raise

    def _keep_late(self, key: Key, started: asyncio.Future[AsyncEngine]) -> None:
        """An engine that has started after nobody wanted it any more."""
        if started.cancelled() or started.exception() is not None:
            return
        if self._closed:
            ending = asyncio.get_running_loop().create_task(started.result().close())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
        else:
            self._idle.append((key, started.result()))

    async def close(self) -> None:
        """End all that are idle or start, and those at work when they come back."""
        self._closed = True
        unready: list[asyncio.Future[Any]] = [*self._preparing.values(), *self._starting]
        for one in unready:
            one.cancel()
        await asyncio.gather(*unready, return_exceptions=True)
        idle, self._idle = self._idle, []
        await asyncio.gather(*(engine.close() for _, engine in idle))


def _key(game: str, options: dict[str, Any], settings: dict[str, Any]) -> Key:
    return game, tuple(sorted(options.items())), tuple(sorted(settings.items()))
