"""Data of games for learning: games as columns, their files, and their positions for trainers.

A move has about four bytes, positions are replayed when they are asked for.  Each name is loaded
when it is asked for, and needs NumPy alone.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy_names import loader

if TYPE_CHECKING:
    from .data_file import Header, read_games, write_games
    from .endings import exact_positions
    from .games import NO_VALUE, DataError, Games, split
    from .recording import Recorder
    from .records import from_records, to_records
    from .replaying import Samples, check, positions

__all__ = ["NO_VALUE", "DataError", "Games", "Header", "Recorder", "Samples", "check",
           "exact_positions", "from_records", "positions", "read_games", "split", "to_records",
           "write_games"]
__getattr__ = loader(__name__, {
    "NO_VALUE": ".games", "DataError": ".games", "Games": ".games", "Header": ".data_file",
    "exact_positions": ".endings", "read_games": ".data_file", "write_games": ".data_file",
    "Recorder": ".recording", "Samples": ".replaying", "check": ".replaying",
    "positions": ".replaying", "from_records": ".records", "to_records": ".records",
    "split": ".games"})
