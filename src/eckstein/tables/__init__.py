"""Tables of endings: the exact value of every position with little material.

>>> from eckstein import Board
>>> from eckstein.tables import NoTableError, probe
>>> try:
...     probe(Board("contra"))
... except NoTableError as error:
...     print(error)
contra has no table for the material of this position; it has tables for d-d
"""
from .certainty import certain
from .endings import Ending, NoTableError, endings_of
from .probing import MoveValue, Probe, find, probe
from .table_file import TableError
from .values import Value

__all__ = ["Ending", "MoveValue", "NoTableError", "Probe", "TableError", "Value", "certain",
           "endings_of", "find", "probe"]
