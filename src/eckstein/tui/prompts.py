"""What the screen asks before anything happens: give up, a draw, a new game."""
from __future__ import annotations

from dataclasses import dataclass

from ..session.clock import Clock


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question that is answered by yes or no.

    Attributes:
        question: what is asked.
        yes, no: the command of the session that follows; empty for none.
    """

    question: str
    yes: str
    no: str = ""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The question which game is wanted.

    Attributes:
        game, players, clock: what is proposed; the clock as it is typed, or empty.
        first: whether no game has been chosen yet; then a new one begins from the usual start,
            and not from that of the present one.
    """

    game: str
    players: tuple[str, str]
    clock: str
    first: bool = False


@dataclass(frozen=True, slots=True)
class WantedGame:
    """The answer to it."""

    game: str
    players: tuple[str, str]
    clock: Clock | None


Prompt = Confirmation | GameChoice
