"""The file of a table: sealed, with its entries in compressed blocks.

docs/formats/tables.md describes every field.
"""
from __future__ import annotations

import contextlib
import functools
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ...base.errors import EcksteinError
from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...base.user_paths import tables_of_package
from .endings import Ending, Origin
from .values import IMPOSSIBLE

BLOCK = 1 << 14             # entries
NARROW = 126                # plies: codes of ends that are no farther away have one byte
# One byte for each entry is enough where no code but IMPOSSIBLE needs the second, and none is 255.
_HIGH_BYTE = bytes(255) + b"\xff"
_IS_FULL = bytes(255) + b"\1"
_IS_FULL_OR_MORE = b"\0" + b"\2" * 254 + b"\1"
LEVEL = 5                   # of compression: 9 takes ten times as long, for files 2 to 8 % smaller
CACHED = 256                # blocks of a table that are kept as they are after decompression


class TableError(EcksteinError, ValueError):
    """A file that is no sound table, or not the one that is wanted."""


class OtherRulesError(TableError):
    """A table that was made by other rules than those of this program."""


class Header(Origin, frozen=True, kw_only=True):
    """What is known of a table; see docs/formats/tables.md."""

    parts: int
    entries: int
    block: int
    won: int
    lost: int
    drawn: int
    impossible: int
    longest: int
    longest_number: int
    part: int | None = None

    @property
    def part_entries(self) -> int:
        """How many entries each part has."""
        return self.entries // self.parts

    @property
    def part_blocks(self) -> int:
        """How many blocks each part has; the last may be shorter."""
        return -(-self.part_entries // self.block)


KIND = Kind("table", 2, Header, Sentence("is not a table of an ending"))


def compressed(codes: bytes | memoryview, wide: bool = False) -> list[bytes]:
    """The blocks of a part, or of some whole blocks of it.

    Args:
        codes: one byte for each entry, or two, the lower one first.
        wide: whether there are two; a block has them only where it needs them.
    """
    size, blocks = BLOCK * (2 if wide else 1), []
    for first in range(0, len(codes), size):
        block = bytes(codes[first:first + size])
        if wide:
            low, high = block[::2], block[1::2]
            if low.translate(_IS_FULL) == high.translate(_IS_FULL_OR_MORE):
                block = low
        blocks.append(zlib.compress(block, LEVEL))
    return blocks


def write(path: Path, header: Header, blocks: Iterable[bytes]) -> None:
    """Write a table, whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    KIND.write(path, header, blocks)


class Table:
    """A table that can be asked; the file is mapped into memory, and read where it is asked.

    Args:
        ending: what the file is to be about.
        path: the file.
        part: if it holds no more than this part.

    Attributes:
        ending: as above.
        header: what is known of it.

    Raises:
        FileNotFoundError: if there is no such file.
        TableError: if it is damaged, or about something else.
    """

    def __init__(self, ending: Ending, path: Path | None = None, part: int | None = None) -> None:
        self.path, self.ending = path or ending.path, ending
        self._file = Sealed(self.path, KIND, self._fault)
        self.header = self._file.header
        self._check_wanted(part)
        self._part_entries, self._part_blocks = self.header.part_entries, self.header.part_blocks
        self._block_size = self.header.block
        self._block: Callable[[int], tuple[bytes, bool]] = functools.lru_cache(CACHED)(self._read)

    def code(self, number: int) -> int:
        """The code of an entry (see `Value.of_code`).

        Raises:
            TableError: if its block is damaged.
        """
        part, rest = divmod(number, self._part_entries)
        row, place = divmod(rest, self._block_size)
        block, wide = self._block(part * self._part_blocks + row)
        if wide:
            return block[2 * place] | block[2 * place + 1] << 8
        code = block[place]
        return IMPOSSIBLE if code == 0xFF else code

    @property
    def wide(self) -> bool:
        """Whether some code needs two bytes."""
        return self.header.longest > NARROW

    def codes(self, part: int | None = None, wide: bool = False) -> Iterator[bytes]:
        """All codes, or those of a part, block by block, a byte each or two.

        A byte is 255 where that is not enough, and where there is no position.
        """
        first = 0 if part is None else part * self._part_blocks
        for index in range(first, len(self._file) if part is None else first + self._part_blocks):
            block, is_wide = self._read(index)
            if wide and not is_wide:
                doubled = bytearray(2 * len(block))
                doubled[::2] = block
                doubled[1::2] = block.translate(_HIGH_BYTE)
                block = bytes(doubled)
            elif is_wide and not wide:
                block = bytes(0xFF if high else low
                              for low, high in zip(block[::2], block[1::2], strict=True))
            yield block

    def blocks(self) -> Iterable[bytes]:
        """All blocks, compressed."""
        return iter(self._file)

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def _read(self, index: int) -> tuple[bytes, bool]:
        """A block as it was before compression, and whether its entries have two bytes."""
        try:
            block = zlib.decompress(self._file[index])
        except zlib.error as error:
            raise self._fault(Sentence("is damaged: block {count} cannot be decompressed "
                                       "({error})", count=index + 1, error=error)) from None
        row = index % self._part_blocks
        entries = min(self._block_size, self._part_entries - row * self._block_size)
        if len(block) not in (entries, 2 * entries):
            raise self._fault(Sentence("is damaged: block {count} has {bytes} bytes for "
                                       "{entries} entries", count=index + 1, bytes=len(block),
                                       entries=entries))
        return block, len(block) != entries

    def _check_wanted(self, part: int | None) -> None:
        header, ending = self.header, self.ending
        header.check(ending, self._fault, functools.partial(self._fault, error=OtherRulesError))
        shares = 1 if part is None else ending.parts
        if (header.part, header.parts * shares, header.entries * shares) != (
                part, ending.parts, ending.entries) or header.block < 1 or (
                len(self._file) != header.parts * header.part_blocks):
            raise self._fault(Sentence("does not have as many entries as the ending"))

    def _fault(self, fault: str, error: type[TableError] = TableError) -> TableError:
        """What is wrong with the file, and what to do."""
        command = self.ending.command
        if self.path == _in_package(self.ending):
            return error(Sentence("{path} {fault}; install the eckstein-tables that belongs to "
                                  "this program, or build a table of your own with: {command}",
                                  path=self.path, fault=fault, command=command))
        return error(Sentence("{path} {fault}; rebuild it with: {command}", path=self.path,
                              fault=fault, command=command))


def is_sound(ending: Ending, path: Path | None = None, part: int | None = None,
             whole: bool = False) -> bool:
    """Whether there is a table by the rules as they are, with a sound header.

    Args:
        ending, path, part: as for `Table`.
        whole: whether all its blocks are to be sound, too.
    """
    try:
        with contextlib.closing(Table(ending, path, part)) as table:
            for _ in table.codes() if whole else ():
                pass
    except (FileNotFoundError, TableError):
        return False
    return True


def open_table(ending: Ending) -> Table:
    """The user's table of an ending; where he has none, one that was installed, if it is sound.

    Raises:
        FileNotFoundError: if there is none.
        TableError: if there is none but one that is damaged, or of other rules.  In the package
            itself such a table counts as none: it is there where the sources were edited.
    """
    with contextlib.suppress(FileNotFoundError):
        return Table(ending)
    fault: Exception = FileNotFoundError(ending.path)
    for path in ending.shipped:
        try:
            return Table(ending, path)
        except FileNotFoundError:
            pass
        except TableError as error:
            if path == _in_package(ending):
                fault = error
    raise fault


def _in_package(ending: Ending) -> Path | None:
    """Where `eckstein-tables` has the table, or would have it."""
    folder = tables_of_package()
    return folder and folder / ending.place
