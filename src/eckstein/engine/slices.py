"""Searches in slices, where no other thread can watch the clock or hear that they are to stop.

A search goes on for so many positions as take some hundredths of a second, ends, and is begun
anew; the transposition table knows all that was found before, so that little is done twice.  Each
slice begins with the same knowledge of which moves to try first: with another order other moves
would be reduced, and the table would not answer for them.  Between two slices the caller may do
what is due.
"""
import copy
import ctypes
import time
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from .proving import Looks

SLICE = 0.04                # seconds
LEAST = 16_000              # positions; a slice must get further than the one before
LEAST_PROVED = 2_000        # the same for proofs: their positions take longer
TICK = 0.003                # seconds; when no more are left, the time is over
MEMORY = 2.0                # seconds; how fast a machine was before them counts less and less
ORDERING = ("killers", "history", "counters")   # what orders moves, in alpha-beta's memory
FIRST_NODES, FIRST_SECONDS = 2_000, 0.01        # a cautious guess

T = TypeVar("T")
Steps = Generator[list[Any], None, T]       # yields nothing, an empty list, after each slice


class Pace:
    """How many positions a search looks at in a time, judged by what it has done so far.

    Args:
        least: positions of a slice while there is time, however slow the machine.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._nodes, self._seconds = float(FIRST_NODES), FIRST_SECONDS

    def note(self, nodes: int, seconds: float) -> None:
        """It has looked at so many positions in so many seconds."""
        self._nodes += nodes
        self._seconds += seconds
        if self._seconds > MEMORY:
            self._nodes /= 2
            self._seconds /= 2

    def slice(self, left: float) -> int:
        """How many positions come next, where so many seconds are left."""
        speed = self._nodes / self._seconds
        return max(1, int(min(max(self._least, speed * SLICE), speed * left)))


def in_slices(pace: Pace, memory: Any, call: Callable[[], int], is_stopped: Callable[[], bool],
              hard: Callable[[], float]) -> Steps[int]:
    """Alpha-beta; its score, which is worthless if `memory.aborted` is set.

    Args:
        pace: of alpha-beta.
        memory: of the search; its limit holds for all slices together, and may be set anew between
            two of them.
        call: begins the search.
        is_stopped: whether no slice is to follow.
        hard: tells when the time is over, by `time.perf_counter`; it may change between slices.
    """
    ordering = [_copied(getattr(memory, name)) for name in ORDERING]
    while True:
        begin, before, end = time.perf_counter(), memory.nodes, memory.limit
        memory.aborted = 0
        memory.limit = min(end, before + pace.slice(hard() - begin))
        score = call()
        memory.limit = end
        now = time.perf_counter()
        pace.note(memory.nodes - before, now - begin)
        if not memory.aborted or memory.nodes >= end or hard() - now < TICK:
            return score
        yield []
        if is_stopped():
            return score
        for name, kept in zip(ORDERING, ordering, strict=True):
            _put_back(getattr(memory, name), kept)


def _copied(values: Any) -> Any:
    """The integers of a memory's array, whichever life it belongs to."""
    return (type(values).from_buffer_copy(values) if isinstance(values, ctypes.Array)
            else copy.copy(values[:]))


def _put_back(values: Any, kept: Any) -> None:
    if isinstance(values, ctypes.Array):
        ctypes.memmove(values, kept, ctypes.sizeof(values))
    else:
        values[:] = kept


def proof_in_slices(pace: Pace, prover: Looks, due: int, is_stopped: Callable[[], bool],
                    hard: Callable[[], float]) -> Steps[tuple[int, ...]]:
    """A look for a win at so many positions; see `Looks.look`, and for the rest `in_slices`."""
    end = prover.nodes + due
    while True:
        begin, before = time.perf_counter(), prover.nodes
        line = prover.look(min(end - before, pace.slice(hard() - begin)))
        now = time.perf_counter()
        pace.note(prover.nodes - before, now - begin)
        if line or prover.resting or prover.nodes >= end or hard() - now < TICK:
            return line
        yield []
        if is_stopped():
            return line
