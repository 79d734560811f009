"""The file of a table: a header, a list of blocks, and the blocks, which are compressed.

docs/tables.md describes every field.
"""
from __future__ import annotations

import contextlib
import functools
import itertools
import mmap
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from ...base.errors import EcksteinError
from ...base.files import save_pieces
from ...base.sentence import Sentence
from ...base.user_paths import tables_of_package
from .endings import Ending, fingerprint
from .values import IMPOSSIBLE

MAGIC = b"ECKTABLE"
VERSION = 1
BLOCK = 1 << 14             # entries
NARROW = 126                # plies: codes of ends that are no farther away have one byte
# One byte for each entry is enough where no code but IMPOSSIBLE needs the second, and none is 255.
_HIGH_BYTE = bytes(255) + b"\xff"
_IS_FULL = bytes(255) + b"\1"
_IS_FULL_OR_MORE = b"\0" + b"\2" * 254 + b"\1"
LEVEL = 5                   # of compression: 9 takes ten times as long, for files 2 to 8 % smaller
CACHED = 256                # blocks of a table that are kept as they are after decompression
HEAD = struct.Struct("<8sII")           # MAGIC, length of the header, its CRC-32
PLACE = struct.Struct("<QII")           # of a block: where it begins, its length, its CRC-32


class TableError(EcksteinError, ValueError):
    """A file that is no sound table, or not the one that is wanted."""


class OtherRulesError(TableError):
    """A table that was made by other rules than those of this program."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a table; see docs/tables.md."""

    version: int = VERSION
    game: str
    options: dict[str, bool | str]
    ending: str
    rules: str
    parts: int
    entries: int
    block: int = BLOCK
    won: int
    lost: int
    drawn: int
    impossible: int
    longest: int
    longest_number: int
    part: int | None = None
    places: int = 0

    @property
    def part_entries(self) -> int:
        """How many entries each part has."""
        return self.entries // self.parts

    @property
    def part_blocks(self) -> int:
        """How many blocks each part has; the last may be shorter."""
        return -(-self.part_entries // self.block)


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


def write(path: Path, header: Header, blocks: Sequence[bytes]) -> None:
    """Write a table, whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    _write(path, header, [(len(block), zlib.crc32(block)) for block in blocks], blocks)


def join(path: Path, header: Header, tables: Sequence[Table]) -> None:
    """Write the table that has the blocks of some tables, without reading them all at once.

    Raises:
        OSError: if it cannot be written.
    """
    _write(path, header, [(length, checksum) for table in tables
                          for _, length, checksum in table.places],
           (block for table in tables for block in table.blocks()))


def _write(path: Path, header: Header, measured: Sequence[tuple[int, int]],
           blocks: Iterable[bytes]) -> None:
    """Write a table from its blocks, of which the lengths and checksums are known."""
    empty = msgspec.json.encode(header_with(header, 0xFFFFFFFF))
    length = len(empty)
    begin = HEAD.size + length + PLACE.size * len(measured)
    places = bytearray()
    for size, checksum in measured:
        places += PLACE.pack(begin, size, checksum)
        begin += size
    text = msgspec.json.encode(header_with(header, zlib.crc32(places))).ljust(length)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_pieces(path, itertools.chain(
        [HEAD.pack(MAGIC, length, zlib.crc32(text)), text, bytes(places)], blocks))


def header_with(header: Header, places: int) -> Header:
    """The header with the checksum of the list of blocks."""
    return msgspec.structs.replace(header, places=places)


class Table:
    """A table that can be asked; the file is mapped into memory, and read where it is asked.

    Args:
        ending: what the file is to be about.
        path: the file.
        part: if it holds no more than this part.

    Attributes:
        header: what is known of it.
        places: for each block where it begins in the file, its length, and its checksum.

    Raises:
        FileNotFoundError: if there is no such file.
        TableError: if it is damaged, or about something else.
    """

    def __init__(self, ending: Ending, path: Path | None = None, part: int | None = None) -> None:
        self.path, self._ending = path or ending.path, ending
        self._bytes = _mapped(self.path, ending)
        self.header, begin = _read_header(self.path, self._bytes, ending)
        self._check_wanted(part)
        self.places = self._read_places(begin)
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
        for index in range(first, len(self.places) if part is None else first + self._part_blocks):
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
        for begin, length, _ in self.places:
            yield self._bytes[begin:begin + length]

    def close(self) -> None:
        """Give the file back."""
        self._bytes.close()

    def _read(self, index: int) -> tuple[bytes, bool]:
        """A block as it was before compression, and whether its entries have two bytes."""
        begin, length, checksum = self.places[index]
        packed = self._bytes[begin:begin + length]
        if zlib.crc32(packed) != checksum:
            raise self._fault(Sentence("is damaged: block {count} of {blocks} is not what was "
                                       "written", count=index + 1, blocks=len(self.places)))
        try:
            block = zlib.decompress(packed)
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
        header, ending = self.header, self._ending
        if (header.game, header.options, header.ending) != (
                ending.game, dict(ending.options), ending.name):
            has = " ".join([header.game, header.ending,
                            *(f"{name}={value}" for name, value in header.options.items())])
            raise self._fault(Sentence("is the table of {has}, not of {ending}", has=has,
                                       ending=ending))
        if header.rules != fingerprint(ending.game, ending.options):
            raise OtherRulesError(_told(self.path, Sentence(
                "was made by other rules than those of this program"), ending))
        shares = 1 if part is None else ending.parts
        if (header.part, header.parts * shares, header.entries * shares) != (
                part, ending.parts, ending.entries) or header.block < 1:
            raise self._fault(Sentence("does not have as many entries as the ending"))

    def _read_places(self, begin: int) -> list[tuple[int, int, int]]:
        """Where each block begins, its length and its checksum."""
        end = begin + PLACE.size * self.header.part_blocks * self.header.parts
        if len(self._bytes) < end:
            raise self._cut()
        text = self._bytes[begin:end]
        if zlib.crc32(text) != self.header.places:
            raise self._fault(Sentence("is damaged: its list of blocks is not what was written"))
        places = list(PLACE.iter_unpack(text))
        if len(self._bytes) != (sum(places[-1][:2]) if places else end):
            raise self._cut()
        return places

    def _cut(self) -> TableError:
        return _fault(self.path, _cut(self._bytes), self._ending)

    def _fault(self, what: str) -> TableError:
        return _fault(self.path, what, self._ending)


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


def header_of(path: Path) -> Header:
    """The header of a table, which is told from it alone; nothing else is checked.

    Raises:
        FileNotFoundError: if there is no such file.
        TableError: if it has no header that can be read.
    """
    content = _mapped(path, None)
    with content:
        return _read_header(path, content, None)[0]


def _mapped(path: Path, ending: Ending | None) -> mmap.mmap:
    with open(path, "rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise _fault(path, Sentence("is empty"), ending) from None


def _read_header(path: Path, content: mmap.mmap, ending: Ending | None) -> tuple[Header, int]:
    """The header, and where the list of blocks begins."""
    if content[:len(MAGIC)] != MAGIC:
        raise _fault(path, Sentence("is not a table of an ending"), ending)
    if len(content) < HEAD.size:
        raise _fault(path, _cut(content), ending)
    _, length, checksum = HEAD.unpack_from(content)
    begin = HEAD.size + length
    if len(content) < begin:
        raise _fault(path, _cut(content), ending)
    text = content[HEAD.size:begin]
    if zlib.crc32(text) != checksum:
        raise _fault(path, Sentence("is damaged: its header is not what was written"), ending)
    try:
        version = msgspec.json.decode(text)["version"]
        if version != VERSION:
            raise _fault(path, Sentence("has version {version} of the format, but this program "
                                        "reads version {readable}", version=version,
                                        readable=VERSION), ending)
        return msgspec.json.decode(text, type=Header), begin
    except (msgspec.DecodeError, KeyError, TypeError) as error:
        fault = Sentence("has a header that cannot be read: {error}", error=error)
        raise _fault(path, fault, ending) from None


def _cut(content: mmap.mmap) -> str:
    return f"is truncated or has extra data: its {len(content)} bytes are not what was written"


def _fault(path: Path, what: str, ending: Ending | None) -> TableError:
    return TableError(_told(path, what, ending))


def _told(path: Path, what: str, ending: Ending | None) -> Sentence:
    """What is wrong with a file, and what to do."""
    if ending is None:
        return Sentence("{path} {fault}", path=path, fault=what)
    if path == _in_package(ending):
        return Sentence("{path} {fault}; install the eckstein-tables that belongs to this "
                        "program, or build a table of your own with: {command}", path=path,
                        fault=what, command=ending.command)
    return Sentence("{path} {fault}; rebuild it with: {command}", path=path, fault=what,
                    command=ending.command)
