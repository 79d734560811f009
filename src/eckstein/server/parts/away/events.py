"""What other parts of the server ask about vacations and calendars."""
from __future__ import annotations

from typing import ClassVar

from ....wire.http_away import Vacation
from ...hub.events import Question


class VacationOf(Question[Vacation], frozen=True):
    """Until when an account is away, and how many days are left to it."""

    absent: ClassVar[Vacation] = Vacation(None, 0.0)
    account: str


class HasCalendar(Question[bool], frozen=True):
    """Whether an account has the address of a calendar."""

    absent: ClassVar[bool] = False
    account: str
