"""Which rated games count for ratings once they have ended."""
from __future__ import annotations

from .rulings import ABORTED, ADJUDICATED, FORFEIT

PLIES = 6                   # three moves of each player


def counts(reason: str, plies: int) -> bool:
    """Whether a rated game counts.

    A game counts that was played: both players have made three moves, and it was neither aborted
    nor ended by the organiser of a tournament, whose ruling scores there and nowhere else.

    Args:
        reason: why it has ended.
        plies: how many moves were made.
    """
    return reason not in (ABORTED, ADJUDICATED, FORFEIT) and plies >= PLIES
