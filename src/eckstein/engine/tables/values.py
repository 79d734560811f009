"""What a table says of a position."""
from typing import Literal, NamedTuple

from ...base.sentence import Sentence

IMPOSSIBLE = 0xFFFF         # the code of a number that no position has


class Value(NamedTuple):
    """The result of best play, and how far away it is.

    Attributes:
        result: for the player to move.
        plies: moves of both players until the game is over, if the winner is as quick as he can and
            the loser holds out as long as he can; None for a draw.
    """

    result: Literal["won", "drawn", "lost"]
    plies: int | None = None

    @classmethod
    def of_code(cls, code: int) -> "Value":
        """The value of a code: 0 drawn, 1 + 2n lost in n plies, 2 + 2n won in n plies."""
        if code == 0:
            return cls("drawn")
        return cls("lost" if code % 2 else "won", (code - 1) // 2)

    @property
    def code(self) -> int:
        """The code that `of_code` reads."""
        if self.plies is None:
            return 0
        return 2 * self.plies + (2 if self.result == "won" else 1)

    def before(self) -> "Value":
        """What this is for the player of the move that led here."""
        if self.plies is None:
            return self
        return Value("won" if self.result == "lost" else "lost", self.plies + 1)

    def rank(self) -> tuple[int, int]:
        """The better a value, the higher: quick wins, draws, then slow losses."""
        if self.plies is None:
            return 0, 0
        return (1, -self.plies) if self.result == "won" else (-1, self.plies)

    @property
    def sentence(self) -> Sentence:
        """The value as it stands within a sentence, such as "won in 3 plies"."""
        if self.plies is None:
            return Sentence("drawn")
        return (Sentence("won in {plies} {plies:ply|plies}", plies=self.plies)
                if self.result == "won" else
                Sentence("lost in {plies} {plies:ply|plies}", plies=self.plies))

    def __str__(self) -> str:
        return str(self.sentence)
