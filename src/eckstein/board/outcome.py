"""How a game ended."""
from dataclasses import dataclass

from ..contract.pieces import Colour, Reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: WHITE or BLACK, or None for a draw.
        reason: why it ended.
        score: White's and Black's points, in games that count points.
    """

    winner: Colour | None
    reason: Reason
    score: tuple[int, int] | None = None

    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Colour.WHITE else "0-1"

    def __str__(self) -> str:
        who = "draw" if self.winner is None else f"{self.winner.capitalize()} wins"
        score = f", {self.score[0]}-{self.score[1]}" if self.score else ""
        return f"{who} ({self.reason}{score})"
