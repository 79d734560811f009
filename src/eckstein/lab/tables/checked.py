"""The file of a group of parts that is being checked: how far that has come.

It is sealed, and belongs to the very codes that were being checked.  A file that is of others, or
not sound, counts as none: a check can always start again.
"""
from __future__ import annotations

import time
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...engine.tables.endings import Ending, Origin
from ...engine.tables.table_file import TableError
from .codes import Codes

SAVED_EVERY = 600           # seconds

Count = Annotated[int, msgspec.Meta(ge=0)]


class Header(Origin, frozen=True, kw_only=True):
    """Which codes were compared, by their checksums, and how many entries, with each code."""

    checksums: list[int]
    entries: Count = 0
    counts: dict[int, Count] = {}


KIND = Kind("begun check", 2, Header, Sentence("does not tell how far a check has come"))


def checked_path(ending: Ending, group: range) -> Path:
    """Where the file of a group lies, or would lie."""
    return ending.path.with_name(f"{ending.name}.checked-{group.start + 1}")


def is_kept(ending: Ending, part: int | None = None) -> bool:
    """Whether a check of a table, or of one part of it, was stopped and can go on."""
    return any(checked_path(ending, ending.group_of(one)).exists()
               for one in (range(ending.parts) if part is None else [part]))


class Checked:
    """How far the check of a group has come; at first, what its file says.

    Args:
        ending: which the group is of.
        group: its parts.
        codes: theirs, and those of the tables before that they are checked against.

    Attributes:
        entries: how many of the group have been checked, from the first on.
        counts: how often there is each code in those.
    """

    def __init__(self, ending: Ending, group: range, codes: Sequence[Codes]) -> None:
        self._ending, self._path = ending, checked_path(ending, group)
        self._checksums = [zlib.crc32(one.view) for one in codes]
        self._saved = time.monotonic()
        self.entries, self.counts = 0, Counter[int]()
        try:
            with Sealed(self._path, KIND, TableError) as file:
                found = file.header
        except FileNotFoundError:
            return
        except TableError:
            found = self._header()
        if (found != self._header(found.entries, found.counts)
                or not 0 < found.entries == sum(found.counts.values())
                <= len(group) * ending.part_entries):
            self.forget()
        else:
            self.entries, self.counts = found.entries, Counter(found.counts)

    def come(self, entries: int, counts: Counter[int]) -> None:
        """Note how far the check has come; save it if that was long ago."""
        self.entries, self.counts = entries, counts
        if time.monotonic() - self._saved > SAVED_EVERY:
            self.save()

    def save(self) -> None:
        """Write the file, whole or not at all; none if nothing has been checked.

        Raises:
            OSError: if it cannot be written.
        """
        self._saved = time.monotonic()
        if self.entries:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            KIND.write(self._path, self._header(self.entries, self.counts), ())

    def forget(self) -> None:
        """Let the next check of the group start from the beginning."""
        self._path.unlink(missing_ok=True)

    def _header(self, entries: int = 0, counts: dict[int, int] | None = None) -> Header:
        return Header.of(self._ending, checksums=self._checksums, entries=entries,
                         counts=dict(counts or {}))
