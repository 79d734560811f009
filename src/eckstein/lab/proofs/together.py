"""Threads that look for the answer to one question, until the first of them has it."""
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any


class Together:
    """The memories of a search, one for each thread.

    Attributes:
        memories: as they are.
        ended: whether `stop` has come.

    Args:
        memories: the same, at least one.
        signal: the index in `signals` of each of them that ends a search.
    """

    def __init__(self, memories: list[Any], signal: int) -> None:
        self.memories, self.ended, self._index = memories, False, signal

    @property
    def nodes(self) -> int:
        """Positions made, since each memory counted anew."""
        return sum(int(memory.nodes) for memory in self.memories)

    def stop(self) -> None:
        """End the answer that is under way, and all that follow; may be called from any thread."""
        self.ended = True
        self._signal(1)

    def _signal(self, value: int) -> None:
        for memory in self.memories:
            memory.signals[self._index] = value

    def first(self, ask: Callable[[Any], int]) -> tuple[int, Any]:
        """The first answer that a thread has, and its memory; the others are ended.

        Args:
            ask: told a memory, searches with it and returns the answer.
        """
        with ThreadPoolExecutor(len(self.memories)) as pool:
            tasks = {pool.submit(ask, memory): memory for memory in self.memories}
            first = next(iter(wait(tasks, return_when=FIRST_COMPLETED).done))
            self._signal(1)
            wait(tasks)
            self._signal(0)
            if self.ended:              # the signal may have come from `stop`, too
                self._signal(1)
            return first.result(), tasks[first]
