"""Eckstein: rules, search and boards for Cublino Pur, Contra and Ecke, Duell, and Echek."""
from .board import BLACK, WHITE, Board, Colour, Outcome
from .contract.pieces import Reason
from .games import UnknownGameError, names
from .kernel.options import OptionError
from .notation.errors import IllegalMoveError, NotationError, PositionError

__version__ = "0.1.0"
__all__ = ["BLACK", "WHITE", "Board", "Colour", "IllegalMoveError", "NotationError", "OptionError",
           "Outcome", "PositionError", "Reason", "UnknownGameError", "names"]
