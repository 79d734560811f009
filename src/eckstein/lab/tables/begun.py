"""The file of a group of parts that is being solved: how far that has come, and all bytes.

It is a line of JSON, which is told from the file alone, and the bytes that
`search.solve.retrograde` works on, one for each number.
"""
from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec

from ...base.files import save_pieces
from ...base.sentence import Sentence
from ...engine.tables.endings import Ending, fingerprint
from ...engine.tables.table_file import TableError
from .codes import Codes

VERSION = 1
PIECE = 1 << 26             # bytes that are checked or written at a time
LONGEST_LINE = 1 << 16

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


class _Line(msgspec.Struct, kw_only=True):
    version: int = VERSION
    game: str
    options: dict[str, bool | str]
    ending: str
    rules: str
    part: int
    length: int
    checksum: int
    progress: Progress


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
    line = _line(ending, group, progress, codes.view)
    save_pieces(begun_path(ending, group),
                itertools.chain([msgspec.json.encode(line) + b"\n"], _pieces(codes.view)))


def load(ending: Ending, group: range) -> tuple[Progress, Codes]:
    """How far a group has come, and its codes; all 0 if nothing is there.

    Raises:
        TableError: if the file is damaged, or of other rules.
    """
    path, entries = begun_path(ending, group), len(group) * ending.part_entries
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return Progress(), Codes(ending, entries, may_widen=True)
    with file:
        try:
            line = msgspec.json.decode(file.readline(LONGEST_LINE), type=_Line)
        except msgspec.DecodeError:
            raise _fault(ending, path, Sentence("does not tell how far a build has come")) from None
        if not _can_be(line.progress, ending, entries):
            raise _fault(ending, path, Sentence("tells of more work than there is"))
        codes = Codes(ending, entries, line.progress.wide, may_widen=True)
        read = file.readinto(codes.view)
        more = file.read(1)
    if line.rules != fingerprint(ending.game, ending.options):
        raise _fault(ending, path, Sentence("was made by other rules than those of this program"))
    if read != len(codes.view) or more or line != _line(ending, group, line.progress, codes.view):
        raise _fault(ending, path, Sentence("is damaged, or belongs to another table"))
    return line.progress, codes


def _can_be(progress: Progress, ending: Ending, entries: int) -> bool:
    """Whether a build of a group with so many entries can have come so far."""
    return (progress.slice <= ending.slices and progress.surveyed <= entries // ending.slices
            and progress.settled <= entries
            and all(lane < ending.lanes for lane in progress.lanes))


def _line(ending: Ending, group: range, progress: Progress, codes: memoryview) -> _Line:
    return _Line(game=ending.game, options=dict(ending.options), ending=ending.name,
                 rules=fingerprint(ending.game, ending.options), part=group.start,
                 length=len(codes), checksum=zlib.crc32(codes), progress=progress)


def _pieces(codes: memoryview) -> Iterator[bytes]:
    for first in range(0, len(codes), PIECE):
        yield bytes(codes[first:first + PIECE])


def _fault(ending: Ending, path: Path, what: str) -> TableError:
    return TableError(Sentence("{path} {fault}; begin anew with: {command} --force", path=path,
                               fault=what, command=ending.command))
