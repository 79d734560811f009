"""The interface of all players: random ones, searches, and processes of their own."""
from typing import Protocol

from ..board import Board
from .limits import Limits
from .messages import Played


class Player(Protocol):
    """A player for boards of one game under some options.

    Attributes:
        note: what went wrong between the last game and this one, and has cost neither; or "".
    """

    note: str = ""

    def warm(self) -> None:
        """Load, compile or start all that it needs; its time to think begins afterwards.

        Raises:
            ValueError: if that cannot be.
        """
        return

    def new_game(self, seed: int) -> None:
        """Forget the last game; the seed makes this one the same again."""
        return

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        """A move, and what it thinks of it.

        Args:
            board: a position with its history, in which the game goes on; unchanged.
            limits: for players without limits of their own, by their text or by nature.
            lines: how many lines of thought are wanted, if it can give more than one.
        """

    def stop(self) -> None:
        """End what it thinks about, from any thread; it is asked for nothing more."""
        return

    def close(self) -> None:
        """Give back what it holds."""
        return
