"""Positions as text: every game names one of the ways of writing that are modules here."""
import functools
import importlib
from typing import Any, Protocol, cast

from ...contract import Game
from ...contract.pieces import Colour, Contents, Piece, Square
from ..errors import NotationError

START_ORIGIN = (12, 12)     # m13: where an endless board begins unless its text says otherwise


class WayOfWriting(Protocol):
    """What a module of this folder gives."""

    def write(self, rules: Game, contents: Contents, origin: Square) -> str:
        """The canonical text."""

    def read(self, rules: Game, text: str) -> tuple[Contents, Square]:
        """What a text says lies where, and the origin of an endless board."""

    def letter(self, piece: Piece) -> str:
        """The letter of a die or a piece, a capital if it is White's."""

    def piece(self, rules: Game, colour: Colour, letter: str) -> Piece:
        """The die or piece of a capital; NotationError with what letters there are."""


def write_position(rules: Game, p: Any, origin: Square = START_ORIGIN) -> str:
    """The one canonical text of a position; `origin` matters on an endless board only."""
    return _way(rules).write(rules, rules.contents(p), origin)


def read_position(rules: Game, text: str) -> tuple[Any, Square]:
    """The position of a text, and the origin of an endless board.

    The position may still be impossible (see `problems` in the rules).

    Raises:
        NotationError: if the text is not well formed, with the place and the reason.
    """
    contents, origin = _way(rules).read(rules, text)
    try:
        return rules.Position(*rules.position(contents)), origin
    except ValueError as error:
        raise NotationError(str(error), text) from None


def read_contents(rules: Game, text: str) -> Contents:
    """What a position text says lies where."""
    return _way(rules).read(rules, text)[0]


def letter_of(rules: Game, piece: Piece) -> str:
    """The letter that position texts have for a die or a piece, a capital if it is White's."""
    return _way(rules).letter(piece)


def piece_of(rules: Game, colour: Colour, letter: str) -> Piece:
    """The die or piece that a capital stands for in position texts.

    Raises:
        NotationError: if it stands for none, with a sentence about which ones there are.
    """
    return _way(rules).piece(rules, colour, letter)


def _way(rules: Game) -> WayOfWriting:
    return _module(rules.POSITION_TEXT)


@functools.cache
def _module(name: str) -> WayOfWriting:
    return cast(WayOfWriting, importlib.import_module(f"{__name__}.{name}"))
