"""Moves as text: every game names one of the ways of writing that are modules here.

"""
import functools
import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, cast

from ...contract import Game
from ...contract.pieces import Contents, Square, Step
from ..errors import NotationError


class MoveContext(NamedTuple):
    """What a move is read or written in."""

    rules: Game
    p: Any                  # the position, in the rules' own (interpreted) form
    origin: Square          # of an endless board
    legal: Sequence[int]    # all legal moves


class Suffix(NamedTuple):
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


class WayOfWriting(Protocol):
    """What a module of this folder gives; `context` and `move` are as in the functions below."""

    def write(self, context: MoveContext, move: int) -> str:
        """The canonical plain text."""

    def speak(self, context: MoveContext, move: int, effect: Effect) -> str:
        """The text for people."""

    def find(self, context: MoveContext, text: str) -> int:
        """The move of either, and of what people make of them."""

    def warnings(self, context: MoveContext, text: str, move: int) -> tuple[str, ...]:
        """What is not as it should be in a text of which the move was found."""

    def suffix(self, text: str) -> Suffix | None:
        """What the text says beyond the move; None if nothing, or if `warnings` tells of it."""

    def steps(self, context: MoveContext, move: int) -> Sequence[Step]:
        """The way that the text tells."""


@functools.lru_cache(maxsize=16)
def contents_of(rules: Game, p: Any) -> Contents:
    """What lies where; all moves of a position are asked about one after the other."""
    return rules.contents(p)


def steps_of(context: MoveContext, move: int) -> Sequence[Step]:
    """The way of a legal move that its plain text tells."""
    return _way(context).steps(context, move)


def write_move(context: MoveContext, move: int) -> str:
    """The canonical plain text of a legal move."""
    return _way(context).write(context, move)


def speak_move(context: MoveContext, move: int, effect: Effect) -> str:
    """The richer text of a legal move for people."""
    return _way(context).speak(context, move, effect)


def read_move(context: MoveContext, text: str) -> Reading:
    """The legal move of a text in either form, with warnings; raises as `find_move`."""
    move = find_move(context, text)
    return Reading(move, _way(context).warnings(context, text, move))


def find_move(context: MoveContext, text: str) -> int:
    """The legal move of a text in either form.

    Raises:
        NotationError: if it is not the text of a move at all.
        IllegalMoveError: if the move is not legal; the message says why.
    """
    try:
        return _way(context).find(context, text)
    except NotationError as error:
        if error.text == text:
            raise
        place = text.find(error.text) if error.text else -1
        raise NotationError(error.reason, text, place if place >= 0 else None) from None


def read_suffix(context: MoveContext, text: str) -> Suffix | None:
    """What the text of a move, once it has been read, says beyond the move itself."""
    return _way(context).suffix(text)


def _way(context: MoveContext) -> WayOfWriting:
    return _module(context.rules.MOVE_TEXT)


@functools.cache
def _module(name: str) -> WayOfWriting:
    return cast(WayOfWriting, importlib.import_module(f"{__name__}.{name}"))
