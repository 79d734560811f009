"""Prompting for lines, from a person or a file."""
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator

import msgspec

from ..base.errors import EcksteinError
from ..base.sentence import message_of
from ..words import ENGLISH, page, spoken, tell

WIDTH = 60                  # characters of a line that is easily read
BETWEEN = "\N{NARROW NO-BREAK SPACE}"


class QuitError(EcksteinError):
    """The user stops; the game itself is not over."""


def usual_commands(help_page: str) -> dict[str, Callable[[str], None]]:
    """The commands that can be typed in a game, a walk and a task: for help, and to leave.

    Args:
        help_page: the page that tells what can be typed.
    """
    def explain(rest: str) -> None:
        print(page(help_page))

    def leave(rest: str) -> None:
        raise QuitError
    return {"help": explain, "?": explain, "quit": leave, "exit": leave}


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
    """Print sentences, each on a line of its own; on a terminal, long ones are wrapped."""
    for told in sentences:
        print(wrapped(told) if sys.stdout.isatty() else told)


def note(told: str) -> None:
    """Print a sentence on standard error, beside what a command is for."""
    print(tell(told), file=sys.stderr, flush=True)


def json_line(told: object) -> str:
    """One line of JSON; what is infinite or unknown is null."""
    return msgspec.json.encode(told).decode()


def reason(error: BaseException) -> str:
    """Why something failed, in the language that is spoken, as it stands within a sentence."""
    return tell(message_of(error))


def grouped(number: int) -> str:
    """A number with commas between its thousands in English, and narrow spaces elsewhere.

    Other languages have a comma before decimals.
    """
    return f"{number:,}".replace(",", "," if spoken() == ENGLISH else BETWEEN)


def wrapped(text: str) -> str:
    """A text with its long lines wrapped; tables, which have wide gaps, stay as they are."""
    width = min(WIDTH, shutil.get_terminal_size().columns)
    return "\n".join(line if "  " in line.strip() else
                     textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
                     for line in text.split("\n"))
