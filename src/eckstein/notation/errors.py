"""What went wrong with a text or a move, as sentences for its author."""
from ..base.errors import EcksteinError
from ..base.sentence import Sentence


class NotationError(EcksteinError, ValueError):
    """A text that cannot be read.

    Attributes:
        text: what was read.
        place: where it goes wrong, counted in characters from 0, or None for the text as a whole.
        reason: a sentence without its full stop, a `Sentence` where it can be translated.
    """

    def __init__(self, reason: str, text: str = "", place: int | None = None) -> None:
        self.reason, self.text, self.place = reason, text, place
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(
            reason if not text else
            Sentence("{text!r}: {reason}", text=shown, reason=reason) if place is None else
            Sentence("{text!r} (character {place}): {reason}", text=shown, place=place + 1,
                     reason=reason))


class IllegalMoveError(EcksteinError, ValueError):
    """A move that the rules forbid in the position at hand."""


class PositionError(NotationError):
    """A position text that is well formed and yet describes what cannot occur in a game."""
