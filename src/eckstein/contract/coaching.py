"""What a game tells learners about a bad move, beyond what holds in all games.

A module `coach` beside the rules provides it (see kernel.specialise).  Every sentence is a fact by
the rules: it compares positions that a move, a reply or another move leads to.  Whether a move is
bad at all is the engine's judgement.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from ..base.sentence import Sentence
from .pieces import Namer


class Spot(NamedTuple):
    """A position with its names.

    Attributes:
        p: the position, as the rules have it.
        name: what the text calls a square of it.
        tell: the text for people of a legal move of it.
        legal: makes the list of its legal moves; none if the game is over.
        after: makes the spot after a legal move.
        passed: makes the same with the other player to move; None if that is impossible.
    """

    p: Any
    name: Namer
    tell: Callable[[int], str]
    legal: Callable[[], Sequence[int]]
    after: Callable[[int], Spot]
    passed: Callable[[], Spot | None]


class Turn(NamedTuple):
    """A move that the engine finds bad, the better one, and the reply that shows what is wrong.

    Attributes:
        before: where the move was played.
        move: that move.
        after: the position after it; the game goes on.
        best: the engine's move instead.
        better: the position after that one.
        reply: the engine's reply to `move`.
        then: the position after the reply.
    """

    before: Spot
    move: int
    after: Spot
    best: int
    better: Spot
    reply: int
    then: Spot


class Noted(NamedTuple):
    """A fact about a move.

    Attributes:
        kind: one name for each template or group of templates; a kind is repeated at most once in
            a game.
        sentence: a whole one, with its full stop.
        arrows: pairs of names of squares, from where to where.
        marks: names of squares.
        theme: the theme of puzzles that train it; "" for none.
        shows: "reply" if the reply to the move shows it, "best" if the better move does.
    """

    kind: str
    sentence: Sentence
    arrows: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    theme: str = ""
    shows: Literal["reply", "best"] = "best"


class Coaching(Protocol):
    """A module of a game for its learners; where there is none, `games/_defaults/no_coach.py`."""

    PLAIN_IS_PIECES: bool
    """Whether `knowledge.plain` counts nothing but pieces, each as a hundred."""

    def missed(self, turn: Turn) -> Iterator[Noted]:
        """Facts that tell what is wrong with a move, the weightiest first."""


@runtime_checkable
class Racing(Protocol):
    """What such a module provides, too, where nothing is ever taken and rows count instead."""

    def rows(self, move: int, side: int) -> int:
        """How many rows forward a player's move goes."""
