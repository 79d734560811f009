"""Moves as text: every game names one of the ways of writing that are modules here.

A way of writing has `write` (the canonical plain text), `speak` (the text for people) and `read`
(both, and what people make of them); `claim`, unless `read` itself warns of false marks; and
`steps`, if which way its text tells depends on the names of squares.
"""
import functools
import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...games import Contents, Square, Step
from ..errors import NotationError

Rules = Any                 # a module of games


class Situation(NamedTuple):
    """What a move is read or written in."""

    rules: Rules
    p: Any                  # the position, in the rules' own (interpreted) form
    origin: Square          # of an endless board
    legal: Sequence[int]    # all legal moves


class Claim(NamedTuple):
    """What a text says of a move beyond the move itself, as it says it."""

    removed: frozenset[str]
    wins: bool


class Reading(NamedTuple):
    """A move that was read, and what was wrong with its text although it is clear."""

    move: int
    warnings: tuple[str, ...] = ()


class Effect(NamedTuple):
    """What a text for people tells beyond the move itself."""

    removed: tuple[str, ...] = ()   # the squares emptied by battle, or letters of fallen pieces
    check: int = 0                  # 0 no, 1 check, 2 mate
    wins: bool = False


@functools.lru_cache(maxsize=16)
def contents_of(rules: Rules, p: Any) -> Contents:
    """What lies where; all moves of a position are asked about one after the other."""
    found: Contents = rules.contents(p)
    return found


def steps_of(situation: Situation, move: int) -> list[Step]:
    """The way of a legal move that its plain text tells."""
    way = _way(situation)
    found: list[Step] = (way.steps(situation, move) if hasattr(way, "steps")
                         else situation.rules.steps(situation.p, move))
    return found


def write_move(situation: Situation, move: int) -> str:
    """The canonical plain text of a legal move."""
    return _way(situation).write(situation, move)


def speak_move(situation: Situation, move: int, effect: Effect) -> str:
    """The richer text of a legal move for people."""
    return _way(situation).speak(situation, move, effect)


def read_move(situation: Situation, text: str) -> Reading:
    """The legal move of a text in either form.

    Raises:
        NotationError: if it is not the text of a move at all.
        IllegalMoveError: if the move is not legal; the message says why.
    """
    try:
        return _way(situation).read(situation, text)
    except NotationError as error:
        if error.text == text:
            raise
        place = text.find(error.text) if error.text else -1
        raise NotationError(error.reason, text, place if place >= 0 else None) from None


def read_claim(situation: Situation, text: str) -> Claim | None:
    """What the text of a move, once it has been read, says beyond the move itself."""
    way = _way(situation)
    return way.claim(text) if hasattr(way, "claim") else None


def _way(situation: Situation) -> Any:
    return _module(situation.rules.MOVE_TEXT)


@functools.cache
def _module(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name}")
