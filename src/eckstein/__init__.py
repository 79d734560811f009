"""Eckstein: rules, search and boards for Cublino Pur, Contra and Ecke, Duell, and Echek."""
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .base.errors import EcksteinError
from .board import BLACK, WHITE, Board, Colour, Outcome
from .contract.pieces import Reason
from .games import UnknownGameError, names
from .kernel.options import OptionError
from .notation.errors import IllegalMoveError, NotationError, PositionError

if TYPE_CHECKING:
    from .engine.client import AsyncEngine, Engine
    from .engine.limits import Limits
    from .engine.player import Player
    from .engine.players import make_player
    from .record import Record
    from .render import svg

__version__ = "0.1.0"
__all__ = ["BLACK", "WHITE", "AsyncEngine", "Board", "Colour", "EcksteinError", "Engine",
           "IllegalMoveError", "Limits", "Move", "NotationError", "OptionError", "Outcome",
           "Player", "PositionError", "Reason", "Record", "UnknownGameError", "make_player",
           "names", "svg"]

Move = int
"""A move of a position, with a meaning that its game gives it; boards read and write its text."""

# What takes longer to import is imported when it is first used.
_LATER = {"AsyncEngine": "engine.client", "Engine": "engine.client", "Limits": "engine.limits",
          "Player": "engine.player", "make_player": "engine.players", "Record": "record",
          "svg": "render"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
