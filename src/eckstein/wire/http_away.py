"""Requests to the HTTP API about vacation and the calendar, and its answers."""
from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .capabilities import capability

CalendarKey = Annotated[str, Meta(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class GoAway(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to start or end a vacation."""

    days: Annotated[Annotated[int, Meta(ge=1, le=24)] | None, Meta(
        description="how long, or as long as is left; null to be back")]


class Vacation(Struct, frozen=True):
    """The vacation of an account; its clocks stand still meanwhile in games with days."""

    until: Annotated[int | None, Meta(
        description="until when it lasts, in seconds since 1970; null: it does not")]
    left: Annotated[float, Meta(
        description="how many days of this calendar year's 24 are left (UTC), after the end that "
                    "is planned")]


class Calendar(Struct, frozen=True):
    """The address of a calendar, which is shown only once."""

    path: Annotated[str, capability("page", "at this server; no sign-in is needed to read it")]
