"""What is asked about positions of endings to be played against the table, and the answer."""
from typing import Annotated

from msgspec import Meta, Struct


class EndingsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which positions are wanted."""

    level: Annotated[int, Meta(ge=1, le=3, description="how far away the wins are")] = 1
    seed: Annotated[int, Meta(ge=0, lt=1 << 32, description="another one gives others")] = 0


class EndingTask(Struct, frozen=True):
    """A position with a move that throws the result away."""

    position: Annotated[str, Meta(description="as text")]
    plies: Annotated[int | None, Meta(
        description="within how many the player to move wins; null if it is a draw to be held")]


class EndingsAnswer(Struct, frozen=True):
    """Positions to be played one after the other, each farther from its end."""

    tasks: Annotated[list[EndingTask], Meta(description="draws come last")]
    hold: Annotated[int, Meta(description="for how many moves a draw is to be held")]
