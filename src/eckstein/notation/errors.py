"""What went wrong with a text or a move, as sentences for the person who wrote it."""
from ..errors import EcksteinError


class NotationError(EcksteinError, ValueError):
    """A text that cannot be read.

    Attributes:
        text: what was read.
        place: where it goes wrong, counted in characters from 0, or None for the text as a whole.
        reason: a sentence without its full stop.
    """

    def __init__(self, reason: str, text: str = "", place: int | None = None) -> None:
        self.reason, self.text, self.place = reason, text, place
        shown = text if len(text) <= 60 else text[:57] + "..."
        where = "" if place is None else f" (character {place + 1})"
        super().__init__(f"{shown!r}{where}: {reason}" if text else reason)


class IllegalMoveError(EcksteinError, ValueError):
    """A move that the rules forbid in the position at hand."""


class PositionError(NotationError):
    """A position text that is well formed and yet describes what cannot occur in a game."""
