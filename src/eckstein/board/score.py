"""What a position is worth to a player: an estimate, or a forced end.  Here signs turn.

How far away an end is, searches, tables and proofs count in plies.  People read moves: those of
the player to move, his last one included.  So a win in N moves comes within 2 N plies; with the
last of them the opponent has ended the game to his own harm, since no other move was left.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering

from ..contract.pieces import Colour


def moves_in(plies: int) -> int:
    """In how many moves of the player to move a game ends that ends in so many plies."""
    return (plies + 1) // 2


def plies_within(moves: int) -> int:
    """Within how many plies a game ends that ends in so many moves of the player to move."""
    return 2 * moves


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """What a position is worth to one player; the greater, the better for him.

    Every win by force is greater than every estimate, and every estimate greater than every loss.
    The sooner win and the later loss are the greater ones.  `-score` is the other player's.

    Attributes:
        value: hundredths of a die; None where the end is forced.
        mate: moves to the forced end (see `moves_in`), positive if the player wins and negative if
            he loses; None where there is an estimate.

    Raises:
        ValueError: unless one of the two is given, and `mate` is not 0.

    Examples:
        >>> Score(mate=2) > Score(mate=5) > Score(900) > Score(-20) > Score(mate=-1)
        True
        >>> print(Score(120), -Score(120), Score(mate=-3))
        +1.20 -1.20 loses in 3
    """

    value: int | None = None
    mate: int | None = None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.mate is None) or self.mate == 0:
            raise ValueError(f"a score is a value or a number of moves to a forced end, not "
                             f"{self.value} and {self.mate}")

    @classmethod
    def won_in(cls, plies: int) -> Score:
        """The score of a win in so many plies; `-` makes a loss of it."""
        return cls(mate=moves_in(plies))

    def seen_by(self, colour: Colour, turn: Colour) -> Score:
        """The same for one of the players, where this is the score of the player to move."""
        return self if colour == turn else -self

    def __neg__(self) -> Score:
        return Score(None if self.value is None else -self.value,
                     None if self.mate is None else -self.mate)

    def __lt__(self, other: Score) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() < other._rank()

    def __str__(self) -> str:
        if self.mate is None:
            return f"{(self.value or 0) / 100:+.2f}"
        return f"{'wins' if self.mate > 0 else 'loses'} in {abs(self.mate)}"

    def _rank(self) -> tuple[int, int]:
        if self.mate is None:
            return 0, self.value or 0
        return (1 if self.mate > 0 else -1), -self.mate


EVEN = Score(0)
