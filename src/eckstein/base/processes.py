"""Processes that work for this one side by side, and end with it, in whatever way it ends.

All workers start here.  Ctrl-C is left to this process, also while the workers start.  Workers that
are no longer needed are killed, since their work has no use any more: waiting for them could be
interrupted, and then Python would wait once more before it exits, without end.
"""
from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from .errors import EcksteinError
from .parent_watch import end_with_parent, held_back
from .sentence import Sentence

NICE = 10                   # of processes that give way; see nice(1)


def give_way() -> None:
    """Let this process have a processor only when other work leaves one free; POSIX alone."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)


class WorkerDiedError(EcksteinError, RuntimeError):
    """A process that worked for this one has died, and its work is lost."""


class _Process(SpawnProcess):
    """A process that Ctrl-C does not reach before it has begun to leave that to its parent."""

    def start(self) -> None:
        with held_back({signal.SIGINT}):
            super().start()


class Spawning(SpawnContext):
    """A context of `multiprocessing` that keeps in mind what it has started."""

    def __init__(self) -> None:
        super().__init__()
        self._started: list[_Process] = []

    def Process(self, *arguments: Any, **named: Any) -> _Process:   # type: ignore[override]
        process = _Process(*arguments, **named)
        self._started.append(process)
        return process

    def is_alive(self) -> bool:
        """Whether any of them runs."""
        return any(process.is_alive() for process in self._started)

    def kill(self) -> None:
        """Kill all that still run."""
        for process in self._started:
            with contextlib.suppress(ValueError, AttributeError):   # closed, or never begun
                process.kill()


class Pool:
    """Some processes that are given functions to call.

    Args:
        jobs: how many at most; each is started when there is work for it.
        begin: a function of a module, which each process calls first.
        arguments: of that.

    Attributes:
        executor: takes the work.
    """

    def __init__(self, jobs: int, begin: Callable[..., None] | None = None,
                 *arguments: Any) -> None:
        self._spawning = Spawning()
        self.executor = ProcessPoolExecutor(jobs, self._spawning, _begin, (begin, *arguments))

    def is_alive(self) -> bool:
        """Whether any of the processes runs."""
        return self._spawning.is_alive()

    def end(self, wait: bool = True) -> None:
        """Kill the processes; their work is lost."""
        self._spawning.kill()
        self.executor.shutdown(wait, cancel_futures=True)


@contextlib.contextmanager
def worker_processes(jobs: int, begin: Callable[..., None] | None = None,
                     *arguments: Any) -> Iterator[Executor]:
    """So many processes, as long as the `with` block runs; arguments as for `Pool`.

    Raises:
        WorkerDiedError: if one of them dies, by a signal or for want of memory.
    """
    pool = Pool(jobs, begin, *arguments)
    try:
        yield pool.executor
    except BrokenProcessPool:
        raise WorkerDiedError(Sentence("a process that worked for this one has died, perhaps for "
                                       "want of memory; try again with fewer jobs")) from None
    finally:
        pool.end()


def _begin(begin: Callable[..., None] | None, *arguments: Any) -> None:
    end_with_parent()
    if begin:
        begin(*arguments)
