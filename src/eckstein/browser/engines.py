"""Engines that are workers of the page: how the client of engines reaches them.

`web/worker/engines.ts` has the workers (class `Engines`).  `web/worker/house.ts` hands that object
to `launcher`, and what it returns to `house.start`.
"""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..engine.client import AsyncEngine
from ..server.work.engines import Launch


class Worker(Protocol):
    """A running worker (class `Engine` of engines.ts)."""

    def send(self, line: str) -> None:
        """Send a line of the protocol; the worker is ended at "quit", and if it is late to stop."""

    def kill(self) -> None:
        """End it at once, if it still runs."""


class Workers(Protocol):
    """The workers of a page (class `Engines` of engines.ts)."""

    def start(self, heard: Callable[[str], None], ended: Callable[[str], None]) -> Worker:
        """Start a worker, or take the one that is ready.

        Args:
            heard: is called with each line that the engine says.
            ended: is called once with why the engine does not run any more, "" if that was wanted.
        """
        ...


class EngineWorker:
    """The transport to a worker; see `Transport`."""

    def __init__(self, workers: Workers) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended, self._why = asyncio.Event(), ""
        self._worker = workers.start(self._lines.put_nowait, self._end)

    def _end(self, why: str) -> None:
        self._why = why
        self._ended.set()
        self._lines.put_nowait(None)

    async def write(self, line: str) -> None:
        if self._ended.is_set():
            raise ConnectionError(self._why)
        self._worker.send(line)

    async def read(self) -> str | None:
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)        # for the next read
        return line if line is None else line.strip()

    def kill(self) -> None:
        self._worker.kill()

    async def gone(self) -> None:
        await self._ended.wait()

    @property
    def last_words(self) -> str:
        return f": {self._why}" if self._why else ""


def launcher(workers: Workers) -> Launch:
    """A function that starts an engine in one of these workers."""
    async def start(command: Sequence[str]) -> EngineWorker:
        return EngineWorker(workers)

    async def launch(game: str, options: dict[str, Any], settings: dict[str, Any]) -> AsyncEngine:
        return await AsyncEngine.launch(game=game, options=options, settings=settings, start=start)
    return launch
