"""Ctrl-C and SIGTERM, which wait while something is done that must not be broken off."""
import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any


@contextlib.contextmanager
def unbroken() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait until all is done that is done here, and then take effect.

    Signals reach the main thread alone; in another one nothing has to wait.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before, waiting, busy = dict[int, Any](), list[int](), [True]

    def hold(number: int, frame: FrameType | None) -> None:
        if busy:
            waiting.append(number)
        else:                           # while the handlers were put back
            put_back()                  # or one that asks for the other's finds this one
            _pass_on(before[number], number)

    def put_back() -> None:
        for name, handler in before.items():
            signal.signal(name, handler)
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            if (handler := signal.getsignal(number)) is not None:       # one of Python's
                before[number] = handler
                signal.signal(number, hold)
        yield
    finally:
        busy.clear()
        put_back()
        for name in waiting:
            _pass_on(before[name], name)


def _pass_on(handler: object, number: int) -> None:
    """Do what a signal that has waited leads to."""
    if callable(handler):
        handler(number, None)
    elif handler == signal.SIG_DFL:
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
