"""The calendar of an account: for each game where its player is to move, when the time is over.

Such a calendar (RFC 5545) has four properties an event, and all times are in UTC.  So it needs no
time zones, no repetition and no library: only escaped texts, and lines of 75 bytes at most.
"""
from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

LINE = 75                   # bytes
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


class CalendarEntry(NamedTuple):
    """An event.

    Attributes:
        uid: by which programs know it again.
        at, touched: when it is, and when it was last changed, in milliseconds since 1970.
        title: what it is called.
        link: the address of its page.
    """

    uid: str
    at: int
    touched: int
    title: str
    link: str


def calendar(title: str, entries: Iterable[CalendarEntry]) -> str:
    """The text of a calendar."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Eckstein//Eckstein//EN",
             "METHOD:PUBLISH", f"X-WR-CALNAME:{_escaped(title)}",
             "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for entry in entries:
        lines += ["BEGIN:VEVENT", f"UID:{entry.uid}", f"DTSTAMP:{_time(entry.touched)}",
                  f"DTSTART:{_time(entry.at)}", f"SUMMARY:{_escaped(entry.title)}",
                  f"URL:{entry.link}", "TRANSP:TRANSPARENT", "END:VEVENT"]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _escaped(text: str) -> str:
    return "".join(letter for letter in text.translate(ESCAPED) if letter >= " ")


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _folded(line: str) -> str:
    """A line in pieces that are short enough, none of which ends within a letter."""
    pieces, size = [""], 0
    for letter in line:
        size += len(letter.encode())
        if size > LINE:
            pieces.append("")
            size = 1 + len(letter.encode())
        pieces[-1] += letter
    return "\r\n ".join(pieces)
