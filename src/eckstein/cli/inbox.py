"""What comes next: a typed line, or news from another thread."""
import os
import select
import socket
import sys
from typing import Generic, TypeVar

from .lines import QuitError, lines

News = TypeVar("News")


class Inbox(Generic[News]):
    """Waits for lines and for news; at a terminal for both at once.

    Where lines come from a pipe, or the system cannot wait for both, it waits for one of them.  Of
    several news only the last is kept.
    """

    def __init__(self) -> None:
        self._news: News | None = None
        self._asks = False              # whether a prompt stands there, and nothing after it
        self._heard, self._bell = socket.socketpair()
        self._bell.setblocking(False)

    @property
    def waits_for_both(self) -> bool:
        """Whether lines and news are waited for at once."""
        return sys.stdin.isatty() and os.name == "posix"

    def put(self, news: News) -> None:
        """Tell news, from any thread."""
        self._news = news
        try:
            self._bell.send(b".")
        except OSError:
            return                      # it has rung often enough, or the waiting is over

    def ask(self, prompt: str) -> str | News:
        """A line that is typed after a prompt, or the latest news if that comes first.

        Raises:
            QuitError: at the end of input.
        """
        if not self.waits_for_both:
            return _line(prompt)
        if not self._asks:
            print(prompt, end="", flush=True)
            self._asks = True
        return self.wait()

    def interrupt(self) -> None:
        """Begin a new line for news during a question; the prompt follows again."""
        if self._asks:
            self._asks = False
            print()

    def wait(self) -> str | News:
        """The latest news, or a line that is typed meanwhile.

        Raises:
            QuitError: at the end of input.
        """
        sources = [self._heard, sys.stdin] if self.waits_for_both else [self._heard]
        while True:
            ready, _, _ = select.select(sources, [], [])
            if sys.stdin in ready:
                self._asks = False
                return _line("")
            self._heard.recv(4096)
            news, self._news = self._news, None
            if news is not None:
                return news

    def close(self) -> None:
        """Wait for nothing any more."""
        self._heard.close()
        self._bell.close()


def _line(prompt: str) -> str:
    line = next(lines(prompt), None)
    if line is None:
        raise QuitError
    return line.strip()
