"""Ratings of accounts: what follows from the rated games that have ended, one after the other."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...game.glicko import SCORES, Standing

AGAINST_LEVELS = 12         # rated games that an account may begin against levels in a day


class Place(NamedTuple):
    """Where an account stands among those with an established rating.

    Attributes:
        first: the place of the first of `near`, 1 for the best.
        near: the account and those next to it, the best first.
    """

    first: int
    near: list[Standing]


def both_after(standings: Sequence[Standing], outcomes: Sequence[str], at: int) -> list[Standing]:
    """What two players are rated after their game.

    Args:
        standings: before it.
        outcomes: how it ended for each of them.
        at: when.
    """
    first, second = standings
    return [first.after(second, SCORES[outcomes[0]], at),
            second.after(first, SCORES[outcomes[1]], at)]
