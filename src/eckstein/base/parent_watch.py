"""No process of ours outlives the one that started it, not even one that is killed.

Programs of others, which know nothing of this, are left to the guard (base/guard.py).
"""
import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing import parent_process


@contextlib.contextmanager
def held_back(signals: set[signal.Signals]) -> Iterator[None]:
    """Let signals wait, here and in what is started meanwhile; where this can be done."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Let this process end as soon as its parent does; Ctrl-C is left to the parent.

    The parent is that of `multiprocessing`, or else the process that holds the other end of
    standard input and writes nothing to it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):      # it may have been held back until now
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    if parent := parent_process():
        parent.join()
    else:
        os.read(0, 1)       # not by sys.stdin: its lock would hold up an orderly end
    os._exit(1)
