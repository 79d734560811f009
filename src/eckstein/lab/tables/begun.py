"""The file of a group of parts that is being solved: how far that has come, and all codes.

It is sealed, and its pieces are the bytes that `search.solve.retrograde` works on.
"""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...engine.tables.endings import Ending, Origin
from ...engine.tables.table_file import TableError
from .codes import Codes

PIECE = 1 << 26             # bytes

Count = Annotated[int, msgspec.Meta(ge=0)]
Distance = Annotated[int, msgspec.Meta(ge=0, lt=1 << 16)]      # codes have two bytes at most


class Progress(msgspec.Struct, kw_only=True):
    """How far solving has come.

    Attributes:
        slice: which one is being solved; all before it are.
        surveyed: how many of its numbers have been surveyed.
        distance: which one is being settled.
        lanes: those in which it has been.
        latest: the farthest distance that has come up.
        settled: how many positions have been settled, in all slices.
        wide: whether codes have two bytes.
    """

    slice: Count = 0
    surveyed: Count = 0
    distance: Distance = 0
    lanes: list[Count] = []
    latest: Distance = 0
    settled: Count = 0
    wide: bool = False


class Header(Origin, frozen=True, kw_only=True):
    """Which group it is, by its first part, and how far it has come."""

    part: Count
    progress: Progress


KIND = Kind("begun table", 2, Header, Sentence("does not tell how far a build has come"))


def begun_path(ending: Ending, group: range) -> Path:
    """Where the file of a group lies, or would lie."""
    return ending.path.with_name(f"{ending.name}.begun-{group.start + 1}")


def is_begun(ending: Ending) -> bool:
    """Whether a build of any of its parts has kept how far it came, and has not ended."""
    return any(begun_path(ending, ending.group_of(part)).exists() for part in range(ending.parts))


def save(ending: Ending, group: range, progress: Progress, codes: Codes) -> None:
    """Write the file, whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    view = codes.view
    KIND.write(begun_path(ending, group), Header.of(ending, part=group.start, progress=progress),
               (view[first:first + PIECE] for first in range(0, len(view), PIECE)))


def load(ending: Ending, group: range) -> tuple[Progress, Codes]:
    """How far a group has come, and its codes; all 0 if nothing is there.

    Raises:
        TableError: if the file is damaged, or of other rules.
    """
    path, entries = begun_path(ending, group), len(group) * ending.part_entries

    def refused(fault: Sentence) -> TableError:
        return TableError(Sentence("{path} {fault}; begin anew with: {command} --force", path=path,
                                   fault=fault, command=ending.command))
    try:
        file = Sealed(path, KIND, refused)
    except FileNotFoundError:
        return Progress(), Codes(ending, entries, may_widen=True)
    with file:
        progress = file.header.progress
        file.header.check(ending, refused)
        codes = Codes(ending, entries, progress.wide, may_widen=True)
        if (file.header.part != group.start or not _can_be(progress, ending, entries)
                or not codes.fill(file)):
            raise refused(Sentence("tells of more work than there is"))
    return progress, codes


def _can_be(progress: Progress, ending: Ending, entries: int) -> bool:
    """Whether a build of a group with so many entries can have come so far."""
    return (progress.slice <= ending.slices and progress.surveyed <= entries // ending.slices
            and progress.settled <= entries
            and all(lane < ending.lanes for lane in progress.lanes))
