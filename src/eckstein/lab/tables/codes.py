"""The codes of whole tables in memory, one or two bytes each, where compiled code reads them."""
from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterable
from typing import Any

from ...engine.tables.endings import Ending
from ...engine.tables.table_file import Table

A_WORD = 8                  # bytes


class Codes:
    """Room for the codes of so many entries, all 0.

    Args:
        ending: the compiled code of its game will read them.
        entries: how many.
        wide: whether each has two bytes, the lower one first.
        may_widen: whether there is room for two in any case; the system gives memory for them when
            they are first used.

    Attributes:
        address: where compiled code finds them.
        wide: whether each has two bytes.
    """

    def __init__(self, ending: Ending, entries: int, wide: bool = False,
                 may_widen: bool = False) -> None:
        room = entries * (2 if wide or may_widen else 1)
        self._entries, self.wide = entries, wide
        self._words: Any = ending.module("kernel").array(-(-room // A_WORD) + 1)
        self.address: int = ending.module("kernel.bits").address(self._words)
        content: Any = (ctypes.c_char * room).from_buffer(self._words)
        self._room = memoryview(content).cast("B")

    @property
    def view(self) -> memoryview:
        """Their bytes."""
        return self._room[:self._entries * (2 if self.wide else 1)]

    @property
    def values(self) -> memoryview:
        """The codes as numbers."""
        return self.view.cast("H") if self.wide else self.view

    def fill(self, blocks: Iterable[bytes]) -> bool:
        """Take the codes that some blocks hold, and tell whether these are as many as there are."""
        view, place = self.view, 0
        for block in blocks:
            if place + len(block) > len(view):
                return False
            view[place:place + len(block)] = block
            place += len(block)
        return place == len(view)

    @classmethod
    def of_table(cls, table: Table) -> Codes:
        """The codes of a whole table, which is closed then."""
        with contextlib.closing(table):
            return cls.of_blocks(table.ending, table.ending.entries, table.wide,
                                 table.codes(wide=table.wide))

    @classmethod
    def of_blocks(cls, ending: Ending, entries: int, wide: bool, blocks: Iterable[bytes]) -> Codes:
        """The codes that some blocks hold."""
        found = cls(ending, entries, wide)
        found.fill(blocks)
        return found
