"""Positions as text: every game names one of the ways of writing that are modules here."""
import importlib
from typing import Any

from ...games import Contents, Square
from ..errors import NotationError

Rules = Any                 # a module of games
START_ORIGIN = (12, 12)     # m13: where an endless board begins unless its text says otherwise


def write_position(rules: Rules, p: Any, origin: Square = START_ORIGIN) -> str:
    """The one canonical text of a position; `origin` matters on an endless board only."""
    return _way(rules).write(rules, rules.contents(p), origin)


def read_position(rules: Rules, text: str) -> tuple[Any, Square]:
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


def read_contents(rules: Rules, text: str) -> Contents:
    """What a position text says lies where."""
    return _way(rules).read(rules, text)[0]


def _way(rules: Rules) -> Any:
    return importlib.import_module(f"{__name__}.{rules.POSITION_TEXT}")
