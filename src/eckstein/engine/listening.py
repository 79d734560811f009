"""Commands are read in a thread beside their execution, so that the end is always noticed.

Some work hears nothing until it is done, such as compiling.  Where `quit` or the end of input comes
meanwhile, the program is left at once.
"""
import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from typing import TextIO

from ..base.threads import has_threads

MAX_LINE = 1 << 20


class Listener:
    """Reads lines until `quit` or the end of input, in a thread of its own where there are such.

    Args:
        lines: where they come from.
        leave: ends the program, with whether `quit` was read; called in either thread.

    Attributes:
        has_quit: whether `quit` was said; else the input has ended, once iteration has.
    """

    def __init__(self, lines: TextIO, leave: Callable[[bool], None]) -> None:
        self._lines, self._leave, self.has_quit = lines, leave, False
        self._heard = queue.SimpleQueue[str]()
        self._turning, self._is_over, self._is_deaf = threading.Lock(), False, False

    def __iter__(self) -> Iterator[str]:
        """The lines, each when it has come."""
        if has_threads():
            threading.Thread(target=self._listen, daemon=True).start()
        else:
            self._listen()
        return iter(self._heard.get, "")

    @contextlib.contextmanager
    def deaf(self) -> Iterator[None]:
        """Work that is not to be waited for, once the lines are at their end."""
        self._note(is_deaf=True)
        try:
            yield
        finally:
            with self._turning:
                self._is_deaf = False

    def _listen(self) -> None:
        line = "-"
        while line and not self.has_quit:
            line = self._lines.readline(MAX_LINE)
            self.has_quit = line.split(maxsplit=1)[:1] == ["quit"]
            if line and not self.has_quit:
                self._heard.put(line)
        self._note(is_over=True)
        self._heard.put("")

    def _note(self, is_over: bool = False, is_deaf: bool = False) -> None:
        with self._turning:
            self._is_over, self._is_deaf = self._is_over or is_over, self._is_deaf or is_deaf
            leaves = self._is_over and self._is_deaf
        if leaves:
            self._leave(self.has_quit)
