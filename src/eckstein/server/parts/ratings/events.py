"""What other parts of the server ask about ratings."""
from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ....wire.http_accounts import RatingFacts
from ...hub.events import Question


class PointsOf(Question[Mapping[str, float]], frozen=True):
    """How many points an account has in the games of some rules, by speed."""

    absent: ClassVar[Mapping[str, float]] = {}
    account: str
    rules: str


class RatingsOf(Question[list[RatingFacts]], frozen=True):
    """What an account is rated now."""

    absent: ClassVar[list[RatingFacts]] = []
    account: str
