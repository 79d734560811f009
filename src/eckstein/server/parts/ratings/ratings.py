"""Ratings of accounts, and how many games against levels they may play."""
from __future__ import annotations

from typing import NamedTuple

from ...game.glicko import Standing
from ...game.rating_rules import NEWEST, VERSIONS

# Rated games that an account may begin against levels in a day.
AGAINST_LEVELS = VERSIONS[NEWEST].levels


class Place(NamedTuple):
    """Where an account stands among those with an established rating.

    Attributes:
        first: the place of the first of `near`, 1 for the best.
        near: the account and those next to it, the best first.
    """

    first: int
    near: list[Standing]
