"""Values in texts of settings, such as those of `alphabeta:depth=3,time=0.5` or `plain:depth=3`.

A value with a comma stands in quotation marks, which are doubled within it: `net="a, b.net"`.
"""
import re
from collections.abc import Callable
from typing import Any

from .sentence import Sentence, message_of

SHORTEST, LONGEST = 0.001, 1e6      # seconds
MOST_THREADS, MOST_MEGABYTES = 256, 65536       # of an engine, as in its protocol
MOST_DIGITS = 18            # of a number that is read
ON, OFF = {"1", "on", "true", "yes"}, {"0", "off", "false", "no"}
Reader = Callable[[str], Any]
_PART = re.compile(r'((?:"(?:[^"]|"")*"|[^,])*)(?:,|$)')
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


def parts_of(spec: str) -> list[str]:
    """The parts of a text between its commas, without blanks around them."""
    return [found[1].strip() for found in _PART.finditer(f"{spec},")][:-1]


def read_value(spec: str, name: str, value: str, read: Reader) -> Any:
    """The value of one setting of a text.

    Args:
        spec: the whole text, for the sentence on what is wrong.
        name, value: the setting.
        read: from `whole`, `duration` or the like; its ValueError says what was expected.

    Raises:
        ValueError: if the value is none.
    """
    quoted = _QUOTED.fullmatch(value)
    try:
        return read(quoted[1].replace('""', '"') if quoted else value)
    except ValueError as error:
        raise ValueError(Sentence("{spec!r}: {name} is {error}, not {value!r}", spec=spec,
                                  name=name, error=message_of(error), value=value)) from None


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""
    def read(text: str) -> int:
        found = number_in(text, low, high) if text.isascii() else None
        if found is None:
            raise ValueError(Sentence("a number from {low} to {high}", low=low, high=high))
        return found
    return read


def number_in(text: str, low: int, high: int) -> int | None:
    """The whole number that a text is; None if it is none from `low` to `high`."""
    # Python itself refuses to read thousands of digits.
    if not text.isdecimal() or len(text) > MOST_DIGITS or not low <= int(text) <= high:
        return None
    return int(text)


def duration(text: str) -> float:
    """The reader of a duration in seconds.

    Raises:
        ValueError: unless it is a number from SHORTEST to LONGEST.
    """
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not SHORTEST <= found <= LONGEST:
        raise ValueError(Sentence("a number of seconds from {shortest:g} to {longest:.0f}",
                                  shortest=SHORTEST, longest=LONGEST))
    return found


def text(given: str) -> str:
    """The reader of a text, such as the name of a file.

    Raises:
        ValueError: if it is empty.
    """
    if not given:
        raise ValueError(Sentence("a text"))
    return given


def switch(text: str) -> bool:
    """The reader of what is switched on or off.

    Raises:
        ValueError: if it says neither.
    """
    if text.lower() not in ON | OFF:
        raise ValueError(Sentence("on or off"))
    return text.lower() in ON


def setting_text(value: Any) -> str:
    """The shortest text from which a reader reads this value."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str) and (re.search('[,"]', value) or value != value.strip()):
        return '"' + value.replace('"', '""') + '"'
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
