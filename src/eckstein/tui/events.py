"""What happened to the state of the screen and is to be shown, or begun, once."""
from __future__ import annotations

from dataclasses import dataclass

from ..wire.commands import NewCommand
from .cells import View


@dataclass(frozen=True, slots=True)
class PositionShown:
    """Another position is shown.

    Attributes:
        after: its view.
        before: the view before the move that led here, if that move is to be seen.
    """

    after: View
    before: View | None = None


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The game goes on from here: a computer that is to move begins to think."""


@dataclass(frozen=True, slots=True)
class ThinkingEnded:
    """A computer's move, or a hint, is no longer awaited."""


@dataclass(frozen=True, slots=True)
class HintWanted:
    """A good move is asked for in the position that is shown."""


@dataclass(frozen=True, slots=True)
class EvaluationSwitched:
    """The value of positions is wanted from now on, or no longer."""


@dataclass(frozen=True, slots=True)
class LongText:
    """A text that needs a window of its own.

    Attributes:
        text: what it says.
        markdown: whether it is marked up.
    """

    text: str
    markdown: bool = False


@dataclass(frozen=True, slots=True)
class OrderGiven:
    """Something is to be sent to the server of the game.

    Attributes:
        order: what.
    """

    order: NewCommand


Event = (PositionShown | TurnBegan | ThinkingEnded | HintWanted | EvaluationSwitched | LongText
         | OrderGiven)
