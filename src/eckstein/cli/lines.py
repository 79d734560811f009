"""Prompting for lines, whether somebody types them or a file does."""
import shutil
import sys
import textwrap
from collections.abc import Iterator

from ..base.errors import EcksteinError
from ..base.sentence import message_of
from ..words import tell

WIDTH = 60                  # characters of a line that is easily read


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
    """Print sentences, each on a line of its own, or on more where somebody reads them."""
    for told in sentences:
        print(wrapped(told) if sys.stdout.isatty() else told)


def reason(error: BaseException) -> str:
    """Why something failed, in the language that is spoken, as it stands within a sentence."""
    return tell(message_of(error))


def wrapped(text: str) -> str:
    """A text whose long lines end between words; tables, which have wide gaps, stay as they are."""
    width = min(WIDTH, shutil.get_terminal_size().columns)
    return "\n".join(line if "  " in line.strip() else
                     textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
                     for line in text.split("\n"))
