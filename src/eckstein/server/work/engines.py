"""Engines as child processes: a few at a time, which are reused."""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import structlog

from ...engine.client import AsyncEngine
from ...engine.messages import EngineError, UncompiledError
from ..ops.allowances import CAPS
from ..ops.sharing import TreePath
from .turns import Places

Launch = Callable[[str, dict[str, Any], dict[str, Any]], Awaitable[AsyncEngine]]
Key = tuple[str, tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]]
START_COST = 1.0            # seconds, about, until an engine has started
log = structlog.get_logger()


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
        kept: how many stay for reuse, if not as many as there may be at work.
    """

    def __init__(self, most: int, start: Launch = launch, table: int = 64,
                 threads: int = 1, kept: int | None = None) -> None:
        self.most, self._start, self.table, self.threads = most, start, table, threads
        self._most_kept = max(most, kept or 0)
        self._idle: list[tuple[Key, AsyncEngine]] = []
        self._places = Places(most, waiting=CAPS["analyses-in-all"].most)
        self._preparing: dict[Key, asyncio.Task[None]] = {}
        self._starting: set[asyncio.Future[AsyncEngine]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def is_idle(self, game: str, options: dict[str, Any], settings: dict[str, Any]) -> bool:
        """Whether such an engine stands ready."""
        return any(key == _key(game, options, settings) for key, _ in self._idle)

    def prepare(self, game: str, options: dict[str, Any], settings: dict[str, Any],
                payer: TreePath) -> None:
        """Start such an engine, that it stands ready when it is wanted.

        Nothing is promised: where there is no place to spare, it starts when it is wanted.  Of
        several places one is always left to work that wants an engine now.
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
                       settings: dict[str, Any], payer: TreePath) -> None:
        try:
            async with self._places.place((*payer, game), START_COST, gives_way=False):
                engine = await self._get(key, game, options, settings)
                self._idle.append((key, engine))
        except UncompiledError as error:        # it starts when it is wanted
            log.info("engine not compiled", game=game, error=str(error))
        except (EngineError, OSError) as error:
            log.warning("engine not ready", game=game, error=str(error))

    @contextlib.asynccontextmanager
    async def borrow(self, game: str, options: dict[str, Any], settings: dict[str, Any],
                     path: TreePath, cost: float, again: AsyncEngine | None = None, *,
                     gives_way: bool = False) -> AsyncIterator[AsyncEngine]:
        """An engine for a while, in one's turn; one that fails is not used again.

        Args:
            game, options, settings: which engine.
            path: where its payer stands, and for which game of the payer it works.
            cost: about how many seconds.
            again: one that was lent for the same work, which its tables are of use to.
            gives_way: whether the work is refused where too much waits.

        Raises:
            OverloadedError: if it has given way to others.
            EngineError: if it does not start, or all have been closed.
        """
        key = _key(game, options, settings)
        if preparing := self._preparing.get(key):
            await asyncio.wait([preparing])     # without a place, for it may wait for one itself
        async with self._places.place(path, cost, gives_way=gives_way):
            engine = await self._get(key, game, options, settings, again)
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

    def wanted(self) -> bool:
        """Whether any work waits for an engine."""
        return self._places.wanted()

    async def _get(self, key: Key, game: str, options: dict[str, Any],
                   settings: dict[str, Any], again: AsyncEngine | None = None) -> AsyncEngine:
        if self._closed:
            raise EngineError("the engines have been closed")
        fitting = [engine for known, engine in self._idle if known == key]
        if fitting:
            found = again if again in fitting else fitting[0]
            self._idle = [one for one in self._idle if one[1] is not found]
            return found
        # The holder of a place may end an idle engine of another kind.
        while len(self._idle) >= self._most_kept:
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
        """Take an engine that has started after it was no longer wanted."""
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
