"""Vacation: while somebody is away, his clock stands still in games with days for each move.

Each account has so many days in a calendar year (UTC).  An absence has a planned end, and may end
before.  It takes at least a day of the budget, so that nobody goes away for each night.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Protocol

from ..game.clocks import DAY, Span

BUDGET = 24 * DAY           # in a year


class AbsenceStore(Protocol):
    """Where absences are kept; those of an account do not overlap.

    All calls raise StoreError or OSError if the database does not respond.
    """

    async def of(self, accounts: Sequence[str], since: int = 0) -> dict[str, list[Span]]:
        """When each of some accounts was or will be away after a time."""
        ...

    async def begin(self, account: str, now: int, days: int) -> Span | None:
        """Go away for so many days, or as many as are left; whoever is away already stays away.

        Returns:
            From when until when; None if no day is left.
        """
        ...

    async def finish(self, account: str, now: int) -> None:
        """Be back."""
        ...


def left_in(year: int, absences: Iterable[Span]) -> int:
    """What is left of the budget of a year."""
    first, after = _start(year), _start(year + 1)
    return BUDGET - sum(max(0, min(_charged(span), after) - max(span[0], first))
                        for span in absences)


def year_of(at: int) -> int:
    """The year of a time."""
    return datetime.fromtimestamp(at / 1000, UTC).year


def planned(now: int, days: int, absences: Sequence[Span]) -> int | None:
    """Until when somebody can be away who wants to be for so many days; None: not for one.

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
