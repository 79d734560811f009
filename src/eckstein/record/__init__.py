"""Records of games: a start, a tree of moves with comments, and the players.

The text is that of the Portable Game Notation (see notation/pgn); here it meets the rules.
"""
from ..notation.annotations import Evaluation
from ..notation.pgn import move_number
from .reading import (
    Beginning,
    Last,
    read_beginnings,
    read_each,
    read_last,
    read_record,
    read_records,
)
from .tree import Node, Record
from .writing import save_records, write_record, write_records

__all__ = ["Beginning", "Evaluation", "Last", "Node", "Record", "move_number", "read_beginnings",
           "read_each", "read_last", "read_record", "read_records", "save_records",
           "write_record", "write_records"]
