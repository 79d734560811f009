"""Foreign programs end with the process that started them, whatever way that one ends.

Our own processes do this themselves (base/parent_watch.py).  A foreign engine may not even read its
input.  So another process, the guard, gets the id of each of them over a pipe.  When the pipe
closes, as it does even after `kill -9`, the guard kills all that are left, with their children.

The guard runs this file as a program, which imports nothing of the package and so starts at once.
"""
import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading

_lock = threading.Lock()
_watched = set[int]()
_guards: list[subprocess.Popen[bytes]] = []     # one at most, once anything is to be watched


def watch(number: int) -> None:
    """From now on, a process and its group end with this process.

    Args:
        number: of a process that leads a session of its own, where there are sessions.
    """
    with _lock:
        _watched.add(number)
        _tell(f"{number}\n")


def forget(number: int) -> None:
    """A process has ended; its number may soon be that of another."""
    with _lock:
        _watched.discard(number)
        _tell(f"-{number}\n")


def kill_group(number: int) -> None:
    """Kill a process and all that it has started; one that has ended may have left some behind."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(number, signal.SIGKILL)
        else:                           # Windows knows no groups, and there this ends it at once
            os.kill(number, signal.SIGTERM)


def _tell(line: str) -> None:
    if not (_guards and _write(line)):  # the first, or another one in the place of one that died
        _guards[:] = [_started()]
        _write("".join(f"{number}\n" for number in _watched))


def _write(text: str) -> bool:
    """Tell the guard something; return whether it is there to hear."""
    pipe = _guards[0].stdin
    assert pipe
    try:
        pipe.write(text.encode())
        pipe.flush()
    except (OSError, ValueError):
        return False
    return True


def _started() -> subprocess.Popen[bytes]:
    """A guard that no signal ends which is sent to all of a group or a service."""
    from .parent_watch import held_back
    deaf = {signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP")
            if name in signal.Signals.__members__}
    with held_back(deaf):
        return subprocess.Popen([sys.executable, "-I", "-S", __file__], stdin=subprocess.PIPE,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                start_new_session=True)


@atexit.register
def _dismiss() -> None:
    """At an orderly end there is time to wait until all have been killed."""
    with _lock:
        for guard in _guards:
            with contextlib.suppress(OSError):
                guard.communicate()
        _guards.clear()


def main() -> None:
    """Kill what is being watched when input ends."""
    watched = set[int]()
    for line in sys.stdin.buffer:
        number = int(line)
        if number > 0:
            watched.add(number)
        else:
            watched.discard(-number)
    for number in watched:
        kill_group(number)


if __name__ == "__main__":
    main()
