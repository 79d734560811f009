r"""What is shown on a terminal: text, and none of the characters that give a terminal orders.

Names, refusals, comments of records and lines of engines are written by others.  In a file or a
pipe they stay as they are; on a terminal a control character in them could set its title, clear the
screen or hide what was said.  So all that goes to a terminal as text goes through `plain`.
"""
import re
from typing import Any, TextIO

# Control characters but tab and line break; and what turns the direction of the text around it.
# A carriage return may begin a text that is to stand in place of the one before.
_ORDERS = re.compile("(?!^)\r|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """A text without the characters that give a terminal orders."""
    return _ORDERS.sub("", text)


class PlainStream:
    """A stream to a terminal that only texts go to.

    Args:
        stream: the terminal's own.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream     # where rich writes its colours and bars

    def write(self, text: str) -> int:
        """Write a text as `plain` leaves it; says that all of it was written."""
        self.rich_proxied_file.write(plain(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


def shown(stream: TextIO) -> TextIO:
    """A stream as commands should use it: if it leads to a terminal, only plain text goes there."""
    made: Any = PlainStream(stream)
    return made if stream and stream.isatty() else stream      # it is None where it was closed
