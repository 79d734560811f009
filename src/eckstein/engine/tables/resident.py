"""Tables that a search asks itself: whole in its memory, where compiled code reads them.

They are read when a search may come to their endings, once for all searches of a process that run
the code of the same copy, and given back with the last of them.  A search against the clock does
not wait for that: they are read beside it, and the next one asks them.
"""
from __future__ import annotations

import contextlib
import functools
import threading
import weakref
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from ...base.threads import aside
from ...board import Board
from .endings import Ending, endings_of
from .probing import open_tables
from .table_file import TableError, open_table

MOST = 64 << 20             # bytes of all tables of a game together; what is beyond is not asked
SPREAD = 2_654_435_761      # a prime, so that its multiples come to every number
NEAR = 6                    # with so many pieces more than an ending has, a search may come to it

Key = tuple[str | Path, ...]    # of a table in the memory of a copy's code

_reading = threading.Lock()     # so that none is read twice


class Resident:
    """A table in memory; `codes` is what `new_codes` of the search has made of it."""

    def __init__(self, codes: Any) -> None:
        self.codes = codes


_residents: weakref.WeakValueDictionary[Key, Resident] = weakref.WeakValueDictionary()


class ResidentTables:
    """The tables that searches of one game under some options can ask.

    Attributes:
        complaint: why a table could not be used for the last board, as a sentence; or "".
    """

    def __init__(self) -> None:
        self.complaint = ""
        self._kept: dict[Key, Resident] = {}
        self._coming: dict[Key, Future[Resident]] = {}

    def warm(self, game: str, options: Mapping[str, Any]) -> None:
        """Find out which tables there are, so that `near` need not; none is read yet.

        Args:
            game, options: as for `endings_of`.
        """
        open_tables(game, options)
        for ending in endings_of(game, options):
            _pieces(ending)

    def read_all(self, game: str, options: Mapping[str, Any], search: Any) -> None:
        """Read all tables that `near` may ever give, so that it never has to wait.

        Args:
            game, options: as for `endings_of`.
            search: as for `near`.
        """
        for ending in endings_of(game, options):
            if ending.entries <= MOST:
                self._codes(ending, search, waits=True)

    def near(self, board: Board, search: Any, waits: bool = True) -> list[Any]:
        """The codes of the tables of endings that may soon be on a board.

        Args:
            board: not changed.
            search: the copy of the template that will ask them.
            waits: whether to wait until they are read; otherwise those that are not are read beside
                the caller, for the next time.

        Returns:
            For each ending the codes of its table, or None if it is too far away, or not there, or
            too large, or still being read; nothing at all if that is so for all of them.
        """
        self.complaint = ""
        found, room = [], MOST
        pieces = len(board.contents().pieces)
        for ending in endings_of(board.game, board.options):
            codes = None
            if ending.entries <= room and 0 <= pieces - _pieces(ending) <= NEAR:
                codes = self._codes(ending, search, waits)
            if codes is not None:
                room -= ending.entries
            found.append(codes)
        return found if any(codes is not None for codes in found) else []

    def _codes(self, ending: Ending, search: Any, waits: bool) -> Any:
        """The codes of a table, or None if there is none that can be used now."""
        copy, _, _ = search.__name__.partition(".")     # its searches share their memory
        key = copy, ending.path, *ending.shipped
        try:
            found = _residents.get(key) or self._read(key, ending, search, waits)
        except FileNotFoundError:
            return None
        except TableError as error:
            self.complaint = str(error)
            return None
        if found is None:
            return None
        self._coming.pop(key, None)
        self._kept[key] = found
        return found.codes

    def _read(self, key: Key, ending: Ending, search: Any, waits: bool) -> Resident | None:
        """A table that was not in memory; None if it is still being read.

        Raises:
            FileNotFoundError, TableError: as `_resident`.
        """
        if waits:
            return _resident(key, ending, search)
        if key not in self._coming:
            if not any(path.exists() for path in (ending.path, *ending.shipped)):
                return None
            self._coming[key] = aside(functools.partial(_resident, key, ending, search))
        return self._coming.pop(key).result() if self._coming[key].done() else None


def _resident(key: Key, ending: Ending, search: Any) -> Resident:
    """A table in the memory of this search's code, read if it is not there.

    Raises:
        FileNotFoundError: if there is none.
        TableError: if it is not sound.
    """
    with _reading:
        found = _residents.get(key)
        if found is None:
            with contextlib.closing(open_table(ending)) as table:
                found = _residents[key] = Resident(search.new_codes(b"".join(table.codes())))
        return found


@functools.cache
def _pieces(ending: Ending) -> int:
    """How many pieces an ending has."""
    numbers = ending.module("kernel", compiled=False)
    # Not from the first number on: in some endings millions follow that no position has.
    scattered = (place * SPREAD % ending.entries for place in range(ending.entries))
    number = next(number for number in scattered
                  if numbers.endings.possible(ending.number, number))
    p = numbers.endings.position(ending.number, number)
    return len(numbers.game.contents(p).pieces)
