"""The codes of whole tables in memory, a byte for each entry, where compiled code reads them."""
from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any

from .endings import Ending

A_WORD = 8                  # codes


class Codes:
    """Room for the codes of so many entries, all 0.

    Args:
        ending: whose game's compiled code will read them.
        entries: how many.
    """

    def __init__(self, ending: Ending, entries: int) -> None:
        self._words: Any = ending.module("kernel").array(-(-entries // A_WORD) + 1)
        self.address: int = ending.module("kernel.bits").address(self._words)
        content: Any = (ctypes.c_char * entries).from_buffer(self._words)
        self._view = memoryview(content).cast("B")

    @property
    def view(self) -> memoryview:
        """Their bytes."""
        return self._view

    @classmethod
    def of_blocks(cls, ending: Ending, entries: int, blocks: Iterable[bytes]) -> Codes:
        """The codes that some blocks hold, one after the other."""
        found, place = cls(ending, entries), 0
        for block in blocks:
            found._view[place:place + len(block)] = block
            place += len(block)
        return found
