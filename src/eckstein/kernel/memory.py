"""Records and arrays of integers without NumPy, as libraries compiled ahead of time use them."""
import ctypes
import functools
import sys
from typing import Any

from .described import Layout

WORD = ctypes.c_int64
LARGE_PAGE = 1 << 21        # bytes
LINE = 64                   # bytes that a processor's caches hold together


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


def new_array(size: int) -> Any:
    """Room for so many integers, all 0, at the start of a line, in large pages if they fit."""
    if sys.platform != "linux" or 8 * size < LARGE_PAGE:
        room = (ctypes.c_char * (8 * size + LINE))()
        return array_type(size).from_buffer(room, -ctypes.addressof(room) % LINE)
    import mmap
    pages = mmap.mmap(-1, 8 * size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    values = array_type(size).from_buffer(pages)
    prefer_large_pages(ctypes.addressof(values), 8 * size)
    return values


def prefer_large_pages(address: int, size: int) -> None:
    """Ask Linux for large pages: in small ones, each look at a large table also waits for its page.

    Nothing is asked of other systems, and a Linux without large pages does as it always does.

    Args:
        address: where the memory begins.
        size: how many bytes it has.
    """
    if sys.platform != "linux":
        return
    import mmap
    begin, end = -(-address // mmap.PAGESIZE), (address + size) // mmap.PAGESIZE
    ctypes.CDLL(None).madvise(ctypes.c_void_p(begin * mmap.PAGESIZE),
                              ctypes.c_size_t((end - begin) * mmap.PAGESIZE), mmap.MADV_HUGEPAGE)


def clear(values: Any) -> None:
    """Set all integers of an array to 0."""
    ctypes.memset(values, 0, ctypes.sizeof(values))
