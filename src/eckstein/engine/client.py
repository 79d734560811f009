"""Driving an engine: ours, or any that speaks the same protocol; usually a child process.

`AsyncEngine` is for asyncio; `Engine` offers the same calls to other code.
"""
from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from typing import Any, TypeVar

from ..board import Board
from .async_client import STOP_SECONDS, AsyncEngine
from .limits import Limits
from .messages import Analysis, EngineError, Played

__all__ = ["AsyncEngine", "Engine"]
T = TypeVar("T")


class Engine:
    """An engine for programs without asyncio: the same calls, each waiting for its answer.

    Use it with `with`, or `close` it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, thread: threading.Thread,
                 engine: AsyncEngine) -> None:
        self._loop, self._thread, self._engine = loop, thread, engine
        self._closing, self._closed = threading.Lock(), False

    @classmethod
    def launch(cls, command: Sequence[str] | None = None, *, game: str = "contra",
               options: dict[str, Any] | None = None,
               settings: dict[str, Any] | None = None) -> Engine:
        """Start an engine and wait until it can play; see `AsyncEngine.launch`."""
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        launching = AsyncEngine.launch(command, game=game, options=options, settings=settings)
        try:
            return cls(loop, thread, asyncio.run_coroutine_threadsafe(launching, loop).result())
        except BaseException:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
            raise

    def _do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        with self._closing:
            if self._closed:
                coroutine.close()
                raise EngineError("the engine has been closed")
            answer = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        return answer.result()

    @property
    def restarts(self) -> int:
        """How often the engine had to be started again."""
        return self._engine.restarts

    @property
    def last_words(self) -> str:
        """The last lines that the engine wrote to standard error."""
        return self._engine.last_words

    def new_game(self) -> None:
        """Tell the engine that a new game begins."""
        self._do(self._engine.new_game())

    def set_option(self, name: str, value: int | str) -> None:
        """Change a setting, such as Seed, for later searches."""
        self._do(self._engine.set_option(name, value))

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        """The engine's move."""
        return self._do(self._engine.play(board, limits, lines))

    def analyse(self, board: Board, limits: Limits, lines: int = 1) -> list[Analysis]:
        """The engine's lines at the end of a search, the best first."""
        return self._do(self._engine.analyse(board, limits, lines))

    def stream(self, board: Board, limits: Limits, lines: int = 1) -> Iterator[Analysis | Played]:
        """Yield each line of thought, and last of all the move."""
        stream = self._engine.stream(board, limits, lines)
        try:
            while True:
                try:
                    yield self._do(_next(stream))
                except StopAsyncIteration:
                    return
        finally:
            if not self._closed:        # else `close` has ended it
                self._do(_finish(stream))

    def restart(self) -> None:
        """End the engine, if it still runs, and start another."""
        self._do(self._engine.restart())

    def close(self) -> None:
        """Let the engine end; calls that other threads wait for end with an EngineError."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        """Close the engine, and wake all tasks that wait for it."""
        await self._engine.close()
        if waiting := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(waiting, timeout=STOP_SECONDS)
        await self._loop.shutdown_asyncgens()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


async def _next(stream: AsyncIterator[T]) -> T:
    return await anext(stream)


async def _finish(stream: Any) -> None:
    await stream.aclose()
