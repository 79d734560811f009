"""Work for other threads, or for the caller's own where a platform has no others.

Python in a browser has one thread, and starting a second raises an error.  What is submitted there
is done at once, before `submit` returns.
"""
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from typing import Any, ParamSpec, TypeVar

from .signals import unbroken

P = ParamSpec("P")
T = TypeVar("T")


def has_threads() -> bool:
    """Whether this platform can start threads."""
    return sys.platform != "emscripten"


def workers(most: int) -> Executor:
    """So many threads, or none but the caller's own where there are no others."""
    return ThreadPoolExecutor(most) if has_threads() else InPlace()


def is_done(task: Future[Any], seconds: float) -> bool:
    """Whether a task is done, after so many seconds at most.

    Ctrl-C takes effect afterwards: what it breaks off in here leaves a lock of Python's taken, or
    released too often.
    """
    with unbroken():
        wait([task], timeout=seconds)
        return task.done()


class InPlace(Executor):
    """Does all work in the thread that submits it."""

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        try:
            done.set_result(work(*arguments, **named))
        except BaseException as error:
            done.set_exception(error)
        return done


def aside(work: Callable[[], T]) -> Future[T]:
    """Start some work in a thread of its own; the result is a future.

    Where a platform has no others it is done at once.
    """
    if not has_threads():
        return InPlace().submit(work)
    answer: Future[T] = Future()

    def run() -> None:
        if not answer.set_running_or_notify_cancel():
            return
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)
    threading.Thread(target=run, daemon=True).start()
    return answer
