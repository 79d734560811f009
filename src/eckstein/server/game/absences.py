"""Vacation: while a player is away, the player's clock stands still in games with days for each
move.

Each account has so many days in a calendar year (UTC).  An absence has a planned end, and may end
before.  It takes at least a day of the budget, so that players do not go away for each night.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from .clocks import DAY, Span

BUDGET = 24 * DAY           # in a year


def left_in(year: int, absences: Iterable[Span]) -> int:
    """What is left of the budget of a year."""
    first, after = _start(year), _start(year + 1)
    return BUDGET - sum(max(0, min(_charged(span), after) - max(span[0], first))
                        for span in absences)


def year_of(at: int) -> int:
    """The year of a time."""
    return datetime.fromtimestamp(at / 1000, UTC).year


def planned(now: int, days: int, absences: Sequence[Span]) -> int | None:
    """The end of an absence that is to last so many days; None if not one day is left.

    What is after the end of the year is taken from the budget of the next.
    """
    year = year_of(now)
    after = _start(year + 1)
    end = min(now + days * DAY, now + left_in(year, absences))
    if end >= after:
        end = min(now + days * DAY, after + left_in(year + 1, absences))
    return end if end >= now + DAY else None


def current(now: int, absences: Iterable[Span]) -> Span | None:
    """The absence that lasts."""
    return next((span for span in absences if now < span[1]), None)


def _charged(span: Span) -> int:
    """Until when an absence counts."""
    return max(span[1], span[0] + DAY)


def _start(year: int) -> int:
    return round(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)
