"""Processes that work for this one side by side, and end with it."""
from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any

from .parent_watch import end_with_parent


@contextlib.contextmanager
def worker_processes(jobs: int, begin: Callable[..., None], *arguments: Any) -> Iterator[Executor]:
    """So many processes; Ctrl-C is left to this one.

    Args:
        jobs: how many.
        begin: a function of a module, which each process calls first.
        arguments: of that.
    """
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin,
                               (begin, *arguments))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(begin: Callable[..., None], *arguments: Any) -> None:
    end_with_parent()
    begin(*arguments)
