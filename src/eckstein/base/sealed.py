"""Sealed files: the form that all our binary files have.

A file is a line that gives its kind and version, such as `eckstein table 2`; a line of JSON, its
header; its pieces, one after the other; and the seal.  The seal has a row of 16 bytes for the two
lines together, and one for each piece: where it begins (8 bytes), its length (4) and its CRC-32
(4), the lowest byte first.  The last 16 bytes of the file are such a row about all these rows.

So a file is written from front to back, without knowing its length in advance; any piece is found
and checked without reading the others; and files that were cut, extended or changed, or are foreign
or of another version, are refused here for all kinds.
"""
from __future__ import annotations

import hashlib
import mmap
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec

from .errors import EcksteinError
from .files import Note, save_pieces, set_aside
from .sentence import Sentence

ROW = struct.Struct("<QII")
LINE = 64                   # bytes that a first line has at most
FIRST_LINE = re.compile(rb"eckstein ([a-z ]{1,40}) ([0-9]{1,9})\n")

H = TypeVar("H", bound=msgspec.Struct)
Content = bytes | mmap.mmap
Refused = Callable[[Sentence], Exception]


class Kind(NamedTuple, Generic[H]):
    """A kind of sealed files.

    Attributes:
        name: in their first lines; small letters and blanks.
        version: of the format, in which they are written.
        header: the type of their headers.
        foreign: what is said of any other file, such as "is not a table of an ending".
    """

    name: str
    version: int
    header: type[H]
    foreign: Sentence

    def write(self, path: str | Path, header: H, pieces: Iterable[bytes | memoryview]) -> int:
        """Write a file, whole or not at all, and return how many bytes it has.

        Args:
            path: where it is to lie; the folder must exist.
            header: what it says of itself.
            pieces: what follows, each shorter than 4 GB; taken one by one.

        Raises:
            OSError: if it cannot be written.
        """
        lines = b"eckstein %s %d\n%s\n" % (self.name.encode(), self.version,
                                           msgspec.json.encode(header))
        size, rows = 0, bytearray()

        def content() -> Iterator[bytes | memoryview]:
            nonlocal size
            for piece in chain([lines], pieces):
                rows.extend(ROW.pack(size, len(piece), zlib.crc32(piece)))
                size += len(piece)
                yield piece
            yield bytes(rows)
            yield ROW.pack(size, len(rows), zlib.crc32(rows))
        save_pieces(path, content())
        return size + len(rows) + ROW.size

    def is_there(self, path: Path, note: Note, named: bool = False) -> bool:
        """Whether there is a file from which work can go on; one that is damaged is set aside.

        Args:
            path: the file, all of which is read.
            note: called if it is set aside.
            named: whether a person has named it.  Then it may be one of theirs, and what is foreign
                counts as there: it is refused where it is read.

        Raises:
            OSError: if it cannot be read or renamed.
        """
        fault = self.fault_of(path) if path.exists() else None
        if fault is None or named and fault == self.foreign:
            return path.exists()
        note(set_aside(path, fault))
        return False

    def fault_of(self, path: str | Path) -> Sentence | None:
        """What is wrong with a file, all of which is read; None if it is as it was written.

        A file of another version is none of these: its reader says what to do.

        Raises:
            OSError: if there is no such file, or it cannot be read.
        """
        with open(path, "rb") as file:
            line = FIRST_LINE.match(file.read(LINE))
        if line and line[1] == self.name.encode() and int(line[2]) != self.version:
            return None
        try:
            with Sealed(path, self, _FaultError) as found:
                for _ in found:
                    pass
        except _FaultError as fault:
            told: Sentence = fault.args[0]
            return told
        return None


class Sealed(Generic[H]):
    """A file that is open for reading: mapped into memory, and read where it is asked.

    Args:
        path: the file.
        kind: what it is to be.
        refused: makes an error of what is wrong with the file, such as "is empty".

    Attributes:
        header: what the file says of itself; nothing of it need be true.

    Raises:
        OSError: if there is no such file, or it cannot be read.
        Exception: what `refused` makes, if the file is of another kind or version, or its lines or
            its seal are not what was written.  A piece is checked when it is read.
    """

    def __init__(self, path: str | Path, kind: Kind[H], refused: Refused) -> None:
        self._refused, self._content = refused, _mapped(path)
        try:
            text, self._rows = _opened(self._content, kind.name, kind.version, kind.foreign)
            self.header: H = msgspec.json.decode(text, type=kind.header)
        except _FaultError as fault:
            raise refused(fault.args[0]) from None
        except (ValueError, RecursionError) as error:
            raise refused(Sentence("has a header that cannot be read: {error}",
                                   error=error)) from None

    def __len__(self) -> int:
        """How many pieces there are."""
        return len(self._rows) // ROW.size

    def __getitem__(self, i: int) -> bytes:
        """A piece, counted from 0; what `refused` makes is raised if it is damaged."""
        begin, length, checksum = ROW.unpack_from(self._rows, i * ROW.size)
        piece = self._content[begin:begin + length]
        if zlib.crc32(piece) != checksum:
            raise self._refused(Sentence("is damaged: piece {count} of {pieces} is not what was "
                                         "written", count=i + 1, pieces=len(self)))
        return piece

    def __iter__(self) -> Iterator[bytes]:
        return map(self.__getitem__, range(len(self)))

    def __enter__(self) -> Sealed[H]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        if isinstance(self._content, mmap.mmap):
            self._content.close()


class _FaultError(EcksteinError):
    """What is wrong with a file, as a sentence without its subject."""


def _mapped(path: str | Path) -> Content:
    with open(path, "rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (ValueError, OSError):       # it is empty, or a pipe
            return file.read()


def _opened(content: Content, name: str, version: int, foreign: Sentence) -> tuple[bytes, bytes]:
    """The header and the rows of the pieces, checked."""
    if not content:
        raise _FaultError(Sentence("is empty"))
    for begin, opened in BEFORE.get(name, {}).items():
        if content[:len(begin)] == begin:
            return opened(content)
    line = FIRST_LINE.match(content)
    if line is None or line[1] != name.encode():
        raise _FaultError(foreign)
    if int(line[2]) != version:
        raise _FaultError(Sentence("has version {version} of the format, but this program reads "
                                   "version {readable}", version=int(line[2]), readable=version))
    end = len(content) - ROW.size
    start, length, checksum = ROW.unpack(content[max(end, 0):].ljust(ROW.size))
    if start + length != end or length < ROW.size:
        raise _cut(content)
    rows = content[start:end]
    _check(rows, checksum)
    first, length, checksum = ROW.unpack_from(rows)
    if first:                       # only the end of the seal is missing
        raise _cut(content)
    lines = content[:length]
    _check(lines, checksum)
    return lines[line.end():], rows[ROW.size:]


def _check(told: bytes, checksum: int) -> None:
    if zlib.crc32(told) != checksum:
        raise _FaultError(Sentence("is damaged: its header or its list of pieces is not what was "
                                   "written"))


def _cut(content: Content) -> _FaultError:
    return _FaultError(Sentence("is truncated or has extra data: its {count} "
                                "{count:byte is|bytes are} not what was written",
                                count=len(content)))


# What was written before all kinds had one form; see docs/stored.md.

def _table_1(content: Content) -> tuple[bytes, bytes]:
    """ECKTABLE; the length and the CRC-32 of the header; the header; the rows; the pieces."""
    length, checksum = struct.unpack("<II", content[8:16].ljust(8, b"\0"))
    begin = 16 + length
    if len(content) < begin + ROW.size:
        raise _cut(content)
    text, rows = content[16:begin], content[begin:ROW.unpack_from(content, begin)[0]]
    _check(text, checksum)
    places = re.search(rb'"places":([0-9]{1,10})', text)
    _check(rows, int(places[1]) if places else -1)
    if not rows or sum(ROW.unpack(rows[-ROW.size:])[:2]) != len(content):
        raise _cut(content)
    return text, rows


def _proof_1(content: Content) -> tuple[bytes, bytes]:
    """A first line; a line with the SHA-256 of all after it; the header, a line; a piece."""
    told = content[82:]
    return _before_piece(content, told, f"{hashlib.sha256(told).hexdigest()}\n", content[17:82])


def _book_1(content: Content) -> tuple[bytes, bytes]:
    """The header, a line that ends in a digest of the file without it; a piece."""
    told = content[:]
    end = told.find(b'"}\n')
    digest = hashlib.sha256(told[:max(0, end - 32)] + told[end:]).hexdigest()[:32]
    return _before_piece(content, told, digest, told[end - 32:end])


def _before_piece(content: Content, told: bytes, digest: str,
                  written: bytes) -> tuple[bytes, bytes]:
    """The first line of what is told at the end of a file, and a row for the rest."""
    if written != digest.encode():
        raise _FaultError(Sentence("is damaged or cut off: its digest does not fit"))
    text, _, piece = told.partition(b"\n")
    return text, ROW.pack(len(content) - len(piece), len(piece), zlib.crc32(piece))


# By kinds, how their files began, and what opens them.
BEFORE: dict[str, dict[bytes, Callable[[Content], tuple[bytes, bytes]]]] = {
    "table": {b"ECKTABLE": _table_1}, "proof": {b"eckstein proof 1\n": _proof_1},
    "book": {b'{"eckstein":"book","version":1,': _book_1}}
