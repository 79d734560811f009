"""Helpers of a search: threads of this process, or workers of a page.

Each helper has a memory of its own and the transposition table of the search, which it fills.
"""
from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future, wait
from typing import Any, Protocol

from ..kernel.specialise import specialise

PATIENCE_MS = 500           # for a helper that was stopped at the end of the last search
KERNEL = "search.play.alphabeta.deepen"


class Crew(Protocol):
    """The helpers of a search.

    They begin a ply ahead of the search, or not, and go on until they are stopped by the signal in
    their memories.
    """

    def begin(self, memories: Sequence[Any], root: Any) -> None:
        """Let each search from here in one of these memories."""

    def wait(self) -> None:
        """Return when they have come to rest, or will by themselves; they have been stopped."""

    def missing(self) -> str:
        """Why they cannot help any more, or ""; they have come to rest by then."""

    def end(self) -> None:
        """Give them back."""


def first_depth(number: int) -> int:
    """The depth at which a helper begins, counted from 0."""
    return 1 + (number + 1) % 2


class Threads:
    """Threads of this process.

    Args:
        pool: where they come from.
        search: the template.
    """

    def __init__(self, pool: Executor, search: Any) -> None:
        self._pool, self._search = pool, search
        self._busy: list[Future[None]] = []

    def begin(self, memories: Sequence[Any], root: Any) -> None:
        self._busy = [self._pool.submit(self._search.deepen, root, memory, first_depth(number))
                      for number, memory in enumerate(memories)]

    def wait(self) -> None:
        wait(self._busy)

    def missing(self) -> str:
        return ""

    def end(self) -> None:
        """Do nothing: the maker of the pool gives it back."""


class Workers:
    """Workers of a page, which share a memory with this one.

    Args:
        game, options: which rules.
        count: how many.
    """

    def __init__(self, game: str, options: dict[str, Any], count: int) -> None:
        ground = specialise("kernel", game, life="shared", **options)
        self._helpers = [ground.helper(KERNEL) for _ in range(count)]

    def begin(self, memories: Sequence[Any], root: Any) -> None:
        for number, (memory, (_, begin)) in enumerate(zip(memories, self._helpers, strict=True)):
            begin(root, memory, first_depth(number))

    def wait(self) -> None:
        """Do nothing: each worker looks at the signal within a millisecond."""

    def missing(self) -> str:
        for worker, _ in self._helpers:
            if worker.lost:
                return f"a worker that searched has failed: {worker.lost}"
            if not worker.rests(PATIENCE_MS):
                return "a worker that searched did not stop"
        return ""

    def end(self) -> None:
        for worker, _ in self._helpers:
            worker.end()
