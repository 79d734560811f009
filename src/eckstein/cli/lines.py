"""Prompting for lines, whether somebody types them or a file does."""
import sys
from collections.abc import Iterator

from ..errors import EcksteinError


class QuitError(EcksteinError):
    """The user stops; the game itself is not over."""


def lines(prompt: str) -> Iterator[str]:
    """Lines as they are typed, until the end of input."""
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        yield line


def say(sentences: list[str]) -> None:
    """Print sentences, one a line."""
    for told in sentences:
        print(told)
