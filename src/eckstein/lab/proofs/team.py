"""Threads that look for the answer to one question, until the first of them has it."""
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any


class Team:
    """The memories of a search, one for each thread.

    Attributes:
        memories: the same; each has its number in `turn`.
        ended: whether `stop` has come.

    Args:
        search: the template, specialised.
        threads: how many there are, at least one.
    """

    def __init__(self, search: Any, threads: int) -> None:
        self.memories = [search.new_memory() for _ in range(threads)]
        for turn, memory in enumerate(self.memories):
            memory.turn = turn
        self.ended, self._index, self._before = False, search.STOP, 0

    @property
    def nodes(self) -> int:
        """Positions made so far."""
        return self._before + sum(int(memory.nodes) for memory in self.memories)

    def stop(self) -> None:
        """End the answer that is under way, and all that follow; may be called from any thread."""
        self.ended = True
        self._signal(1)

    def _signal(self, value: int) -> None:
        for memory in self.memories:
            memory.signals[self._index] = value

    def first(self, ask: Callable[[Any], int], alone: bool = False) -> tuple[int, Any]:
        """The first answer that a thread has, and its memory; the others are ended.

        Args:
            ask: searches with a memory and returns the answer.
            alone: whether the first thread does it alone.
        """
        self._before = self.nodes
        for memory in self.memories:
            memory.nodes = 0
        if alone or len(self.memories) == 1:
            return ask(self.memories[0]), self.memories[0]
        with ThreadPoolExecutor(len(self.memories)) as pool:
            tasks = {pool.submit(ask, memory): memory for memory in self.memories}
            first = next(iter(wait(tasks, return_when=FIRST_COMPLETED).done))
            self._signal(1)
            wait(tasks)
            self._signal(0)
            if self.ended:              # the signal may have come from `stop`, too
                self._signal(1)
            return first.result(), tasks[first]
