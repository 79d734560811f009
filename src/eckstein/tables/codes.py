"""The codes of whole tables in memory, two bytes for each entry, where compiled code reads them."""
from __future__ import annotations

import ctypes
from typing import Any

from .endings import Ending
from .table_file import Table

BYTES = 2                   # of a code
A_WORD = 4                  # codes


class Codes:
    """Room for the codes of so many entries, all 0.

    Args:
        ending: whose game's compiled code will read them.
        entries: how many.
    """

    def __init__(self, ending: Ending, entries: int) -> None:
        self._words: Any = ending.module("kernel").array(-(-entries // A_WORD) + 1)
        self.address: int = ending.module("kernel.bits").address(self._words)
        self._size = entries * BYTES
        content: Any = (ctypes.c_char * self._size).from_buffer(self._words)
        self._view = memoryview(content).cast("B")

    @property
    def view(self) -> memoryview:
        """Their bytes, two for each entry, the lower one first."""
        return self._view

    @property
    def values(self) -> memoryview:
        """The codes as numbers."""
        return self._view.cast("H")

    @classmethod
    def of_table(cls, table: Table, ending: Ending) -> Codes:
        """The codes of a whole table."""
        found = cls(ending, ending.entries)
        found._fill(table, range(ending.parts))
        return found

    @classmethod
    def of_part(cls, table: Table, ending: Ending, part: int) -> Codes:
        """The codes of one part of a table."""
        found = cls(ending, ending.entries // ending.parts)
        found._fill(table, range(part, part + 1))
        return found

    def _fill(self, table: Table, parts: range) -> None:
        place = 0
        for part in parts:
            for block in table.codes(part):
                self._view[place:place + len(block)] = block
                place += len(block)
