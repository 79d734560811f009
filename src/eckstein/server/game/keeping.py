"""How long games and studies are stored in which nothing happens any more."""
from __future__ import annotations

from dataclasses import dataclass

from .clocks import DAY

UNBEGUN = 30.0              # days for which a game is stored, at most, that has not begun
BEGUN = 2                   # a game has begun when both have moved


@dataclass(frozen=True, slots=True)
class Keeping:
    """For how long.

    Attributes:
        days: without any event; 0 for ever.
    """

    days: float = 0.0

    def until(self, moves: int, touched: int) -> int | None:
        """Until when a game is stored at least; None for ever.

        Args:
            moves: how many were made in it.
            touched: when its last event was.
        """
        if not self.days:
            return None
        days = self.days if moves >= BEGUN else min(self.days, UNBEGUN)
        return touched + round(days * DAY)

    def before(self, now: int) -> tuple[int, int]:
        """Before which moments the last event was of games that go: of any, and of those that have
        not begun."""
        return now - round(self.days * DAY), now - round(min(self.days, UNBEGUN) * DAY)
