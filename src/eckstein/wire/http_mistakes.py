"""Tasks that a player's own mistakes make, and when each of them comes back."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

LAST = 4_102_444_800_000    # the beginning of 2100
Milliseconds = Annotated[int, Meta(ge=0, le=LAST, description="since 1970")]


class MistakeTask(Struct, frozen=True):
    """A position in which a player made a mistake, to be played better.

    What was played before the position does not count.
    """

    position: Annotated[str, Meta(description="as text")]
    task: Annotated[Literal["win", "save", "take", "keep"], Meta(
        description="to force a win within `count` plies, not to lose within as many, to win a "
                    "piece, or to lose none; in a race to go `count` rows forward, or to let no "
                    "answer go farther")]
    count: Annotated[int, Meta(description="see `task`; 0 where it is of pieces")]
    right: Annotated[list[str], Meta(
        description="the plain texts of the moves that are right, one to three")]


class MistakeAnswer(Struct, frozen=True):
    """Whether the last move of a game was a mistake, and the task that it makes."""

    kind: Annotated[str | None, Meta(
        description="of the coach's remark; empty if it has no words, null if it was no mistake")]
    theme: Annotated[str, Meta(description="of puzzles that train it; empty for none")] = ""
    task: Annotated[MistakeTask | None, Meta(
        description="null where too many moves are right, or the proof would take too long")] = None


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """How well a player knows a task, as FSRS reckons, and when it comes back."""

    due: Annotated[Milliseconds, Meta(description="whole days after the last review")]
    reviewed: Milliseconds
    stability: Annotated[float, Meta(
        ge=0.001, le=36_500, description="days in which the chance to know it falls to nine in ten"
    )]
    difficulty: Annotated[float, Meta(ge=1, le=10)]


class Review(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's attempt at a task; the first one is the mistake itself."""

    solved: Annotated[bool, Meta(description="whether without a wrong move and without help")]
    at: Milliseconds
    card: Annotated[Card | None, Meta(description="after the review before; null for the first")
                    ] = None
