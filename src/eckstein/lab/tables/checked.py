"""The file of a group of parts that is being checked: how far that has come.

It is JSON, and belongs to the very codes that were being checked.  A file that is of others, or not
sound, counts as none: a check can always begin anew.
"""
from __future__ import annotations

import time
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from ...base.files import save_bytes
from ...engine.tables.endings import Ending, fingerprint
from .codes import Codes

VERSION = 1
SAVED_EVERY = 600           # seconds

Count = Annotated[int, msgspec.Meta(ge=0)]


class _Content(msgspec.Struct, kw_only=True):
    version: int = VERSION
    rules: str
    checksums: list[int]
    entries: Count = 0
    counts: dict[int, Count] = {}


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
        self._rules = fingerprint(ending.game, ending.options)
        self._checksums = [zlib.crc32(one.view) for one in codes]
        self._saved = time.monotonic()
        self.entries, self.counts = 0, Counter[int]()
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=_Content)
        except FileNotFoundError:
            return
        except msgspec.DecodeError:
            found = None
        if (found is None or found != self._content(found.entries, Counter(found.counts))
                or found.entries != sum(found.counts.values())
                or found.entries > len(group) * ending.part_entries):
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
            save_bytes(self._path, msgspec.json.encode(self._content(self.entries, self.counts)))

    def forget(self) -> None:
        """Let the next check of the group begin anew."""
        self._path.unlink(missing_ok=True)

    def _content(self, entries: int, counts: Counter[int]) -> _Content:
        return _Content(rules=self._rules, checksums=self._checksums, entries=entries,
                        counts=dict(counts))
