"""Tables of endings: the exact value of every position with little material.

>>> from eckstein import Board
>>> from eckstein.engine.tables import NoTableError, probe
>>> try:
...     probe(Board("contra"))
... except NoTableError as error:
...     print(error)
contra has no table for the material of this position; it has tables for d-d, dd-d
"""
from .certainty import certain
from .endings import Ending, MissingTableError, NoTableError, endings_of
from .probing import MoveValue, Probe, ending_of, find, open_tables, probe
from .table_file import OtherRulesError, TableError
from .values import Value

__all__ = ["Ending", "MissingTableError", "MoveValue", "NoTableError", "OtherRulesError", "Probe",
           "TableError", "Value", "certain", "ending_of", "endings_of", "find", "open_tables",
           "probe"]
