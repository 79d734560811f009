"""Records and arrays of integers without NumPy, as libraries compiled ahead of time use them."""
import ctypes
import functools
from typing import Any

from .described import Layout

WORD = ctypes.c_int64


class Record(ctypes.Structure):
    """A named collection of integers and arrays; a subclass for each layout."""

    layout: Layout


@functools.cache
def record_type(layout: Layout) -> type[Record]:
    """The type of records with these fields: their names, each with a size (0: one integer)."""
    fields = [(name, WORD * size if size else WORD) for name, size in layout]
    return type("Record", (Record,), {"_fields_": fields, "layout": layout})


def array_type(size: int) -> Any:
    """The type of arrays of so many integers."""
    return WORD * size


def clear(values: Any) -> None:
    """Set all integers of an array to 0."""
    ctypes.memset(values, 0, ctypes.sizeof(values))
