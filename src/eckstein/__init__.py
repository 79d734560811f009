"""Eckstein: rules, search and boards for Cublino Pur, Contra and Ecke, Duell, and Echek."""
from .board import BLACK, WHITE, Board, Colour, Outcome
from .games import Reason, UnknownGameError, names
from .notation.errors import IllegalMoveError, NotationError, PositionError
from .options import OptionError

__version__ = "0.1.0"
__all__ = ["BLACK", "WHITE", "Board", "Colour", "IllegalMoveError", "NotationError", "OptionError",
           "Outcome", "PositionError", "Reason", "UnknownGameError", "names"]
