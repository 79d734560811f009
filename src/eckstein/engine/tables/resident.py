"""Tables that a search asks itself: whole in its memory, where compiled code reads them.

They are read when a search may come to their endings, once for all searches of a process that run
the code of the same copy, and given back with the last of them.
"""
from __future__ import annotations

import contextlib
import functools
import threading
import weakref
from typing import Any

from ...board import Board
from .endings import Ending, endings_of
from .table_file import TableError, open_table

MOST = 64 << 20             # bytes of all tables of a game together; what is beyond is not asked
NEAR = 6                    # with so many pieces more than an ending has, a search may come to it

_lock = threading.Lock()


class Resident:
    """A table in memory; `codes` is what `new_codes` of the search has made of it."""

    def __init__(self, codes: Any) -> None:
        self.codes = codes


_residents: weakref.WeakValueDictionary[tuple[object, ...], Resident] = (
    weakref.WeakValueDictionary())


class ResidentTables:
    """The tables that searches of one game under some options can ask.

    Attributes:
        complaint: why a table could not be used for the last board, as a sentence; or "".
    """

    def __init__(self) -> None:
        self.complaint = ""
        self._kept: dict[Ending, Resident] = {}

    def near(self, board: Board, search: Any) -> list[Any]:
        """The codes of the tables whose endings may soon be on a board.

        Args:
            board: not changed.
            search: the copy of the template that will ask them.

        Returns:
            For each ending the codes of its table, or None if it is too far away, or not there, or
            too large; nothing at all if that is so for all of them.
        """
        self.complaint = ""
        found, room = [], MOST
        pieces = len(board.contents().pieces)
        for ending in endings_of(board.game, board.options):
            codes = None
            if ending.entries <= room and 0 <= pieces - _pieces(ending) <= NEAR:
                codes = self._codes(ending, search)
            if codes is not None:
                room -= ending.entries
            found.append(codes)
        return found if any(codes is not None for codes in found) else []

    def _codes(self, ending: Ending, search: Any) -> Any:
        """The codes of a table, or None if there is none that can be used."""
        try:
            self._kept[ending] = found = _resident(ending, search)
            return found.codes
        except FileNotFoundError:
            return None
        except TableError as error:
            self.complaint = str(error)
            return None


def _resident(ending: Ending, search: Any) -> Resident:
    """A table in the memory of this search's code, read if it is not there.

    Raises:
        FileNotFoundError: if there is none.
        TableError: if it is not sound.
    """
    copy, _, _ = search.__name__.partition(".")     # its searches share their memory
    key = copy, ending.path, *ending.shipped
    with _lock:
        found = _residents.get(key)
        if found is None:
            with contextlib.closing(open_table(ending)) as table:
                found = _residents[key] = Resident(search.new_codes(b"".join(table.codes())))
        return found


@functools.cache
def _pieces(ending: Ending) -> int:
    """How many pieces an ending has."""
    numbers = ending.module("kernel", compiled=False)
    number = next(number for number in range(ending.entries)
                  if numbers.endings.possible(ending.number, number))
    p = numbers.endings.position(ending.number, number)
    return len(numbers.game.contents(p).pieces)
