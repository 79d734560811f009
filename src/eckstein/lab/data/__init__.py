"""Data of games for learning: games as columns, their files, and their positions for trainers.

A move has about four bytes, positions are replayed when they are asked for.  Each name is loaded
when it is asked for, and needs NumPy alone.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ...base.sentence import Sentence

if TYPE_CHECKING:
    from .data_file import Header, read_games, write_games
    from .games import NO_VALUE, DataError, Games
    from .recording import Recorder
    from .records import from_records, to_records
    from .replaying import Samples, check, positions
    from .splitting import split

__all__ = ["NO_VALUE", "DataError", "Games", "Header", "Recorder", "Samples", "check",
           "from_records", "positions", "read_games", "split", "to_records", "write_games"]
_HOMES = {"NO_VALUE": "games", "DataError": "games", "Games": "games", "Header": "data_file",
          "read_games": "data_file", "write_games": "data_file", "Recorder": "recording",
          "Samples": "replaying", "check": "replaying", "positions": "replaying",
          "from_records": "records", "to_records": "records", "split": "splitting"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        raise ImportError(Sentence("{name} needs the package {package}; install it with pip "
                                   "install 'eckstein[learning]'", name=name,
                                   package=error.name)) from None
