"""No process of ours outlives the one that started it, not even one that is killed."""
import os
import signal
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """Let this process end as soon as its parent does; Ctrl-C is left to the parent.

    The parent is that of `multiprocessing`, or else whoever holds the other end of standard input
    and writes nothing to it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    if parent := parent_process():
        parent.join()
    else:
        os.read(0, 1)       # not by sys.stdin, whose lock would hold up an orderly end
    os._exit(1)
