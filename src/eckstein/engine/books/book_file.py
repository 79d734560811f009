"""The file of a book: sealed, with one piece, its positions.

docs/formats/books.md describes every field.  A position is told by the last 40 bits of its key, so
a file needs no texts of positions or moves; a legal move is in the book if the position after it
is.
"""
from __future__ import annotations

import functools
import hashlib
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ...base.errors import EcksteinError
from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...base.user_paths import books_folder, data_folder
from ...board import Board
from ...kernel.options import COUNTS, changed_rules, write
from ...kernel.specialise import label

SUFFIX = ".book"
KEY = (1 << 40) - 1         # the bits of a key that are kept
KEY_BYTES = 5
MOST_BELOW = 0xFFFF
OPEN = 16                   # books that are kept in memory
WALKS, WALK_PLIES = 16, 20  # by which rules are known

Chosen = tuple[tuple[str, bool | str], ...]
About = tuple[str, Mapping[str, bool | str]]        # a game, and options that are not usual


class BookError(EcksteinError, ValueError):
    """A file that is no sound book, or not the one that is wanted."""


class Entry(NamedTuple):
    """What a book says of a position.

    Attributes:
        value: hundredths of a die for the player to move, or a forced win as searches score it.
        below: how many other positions of the book can follow; 0 if nothing is known of its moves.
    """

    value: int
    below: int


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of itself; see docs/formats/books.md."""

    game: str
    options: dict[str, bool | str]
    rules: str
    made: str
    how: str
    engine: str
    nodes: int
    positions: int


KIND = Kind("book", 2, Header, Sentence("is not an opening book"))


class Book:
    """A book that was read.

    Attributes:
        header: what it is, and how it was made.
        entries: by the last bits of the key (`key_of`).
    """

    def __init__(self, header: Header, entries: Mapping[int, Entry]) -> None:
        self.header, self.entries = header, entries


def key_of(board: Board) -> int:
    """What tells a position from the others of a book."""
    return board.key & KEY


def write_book(path: Path, header: Header, entries: Mapping[int, Entry]) -> None:
    """Write a book, whole or not at all.

    Args:
        path: where; the folder must exist.
        header: its count of positions is set here.
        entries: by the last bits of the key.

    Raises:
        OSError: if it cannot be written.
    """
    keys = sorted(entries)
    found = [entries[key] for key in keys]
    rows = b"".join(key.to_bytes(KEY_BYTES, "big") for key in keys)
    # Column by column, since that can be compressed.
    body = zlib.compress(b"".join([
        *(rows[column::KEY_BYTES] for column in range(KEY_BYTES)),
        *(struct.pack(f"<{len(found)}h", *(one.value for one in found))[byte::2]
          for byte in range(2)),
        *(struct.pack(f"<{len(found)}H", *(min(one.below, MOST_BELOW) for one in found))[byte::2]
          for byte in range(2))]), 9)
    KIND.write(path, msgspec.structs.replace(header, positions=len(keys)), [body])


def read_book(path: Path, wanted: About | None = None) -> Book:
    """The book in a file.

    Args:
        path: the file.
        wanted: of which game and under which options it should be, if that is known.

    Raises:
        FileNotFoundError: if there is no such file.
        BookError: if it is damaged, or of another version.
    """
    about = wanted

    def refused(fault: str) -> BookError:
        return _fault(path, fault, about)
    with Sealed(path, KIND, refused) as file:
        header, count = file.header, file.header.positions
        about = header.game, header.options
        try:
            columns = zlib.decompress(b"".join(file))
        except zlib.error as error:
            raise refused(Sentence("cannot be decompressed ({error})", error=error)) from None
    if len(columns) != (KEY_BYTES + 4) * count:
        raise refused(Sentence("does not have the {count} {count:position|positions} that its "
                               "header tells of", count=count))
    column = [columns[first * count:(first + 1) * count] for first in range(KEY_BYTES + 4)]
    values = struct.unpack(f"<{count}h", _woven(column[KEY_BYTES:KEY_BYTES + 2]))
    belows = struct.unpack(f"<{count}H", _woven(column[KEY_BYTES + 2:]))
    keys = (int.from_bytes(key, "big") for key in zip(*column[:KEY_BYTES], strict=True))
    return Book(header, dict(zip(keys, map(Entry, values, belows), strict=True)))


def open_book(game: str, options: Mapping[str, Any]) -> Book | None:
    """The user's book of a game under these options; else the one of the package; else None.

    A book is about the usual draws by repetition and lack of progress alone.

    Raises:
        BookError: if it is damaged, or of other rules.
    """
    if any(options[name] != default for name, (default, _) in COUNTS.items()):
        return None
    chosen = changed_rules(game, options)
    for path in (own_path(game, chosen), shipped_path(game, chosen)):
        try:
            there = path.stat()
        except OSError:
            continue
        return _opened(path, (there.st_mtime_ns, there.st_size), game, chosen)
    return None


@functools.lru_cache(OPEN)
def _opened(path: Path, state: tuple[int, int], game: str, chosen: Chosen) -> Book:
    """The book in a file, read once for each state of it."""
    book = read_book(path, (game, dict(chosen)))
    check_wanted(path, book.header, game, chosen)
    return book


def check_wanted(path: Path, header: Header, game: str, chosen: Chosen) -> None:
    """Check that a book is of this game, under these options and by the rules as they are.

    Raises:
        BookError: if it is not.
    """
    if (header.game, header.options) != (game, dict(chosen)):
        raise _fault(path, Sentence("is a book of {has}, not of {wanted}",
                                    has=rules_named(header.game, header.options),
                                    wanted=rules_named(game, dict(chosen))), None)
    if header.rules != rules_digest(game, chosen):
        raise _fault(path, Sentence("was made by other rules than those of this program"),
                     (game, header.options))


def own_path(game: str, chosen: Chosen) -> Path:
    """Where the user's book lies, or would lie."""
    return data_folder() / "books" / _name(game, chosen)


def shipped_path(game: str, chosen: Chosen) -> Path:
    """Where the book lies if the package has it."""
    return books_folder() / _name(game, chosen)


def _name(game: str, chosen: Chosen) -> str:
    return label(game, chosen).replace("=", "-") + SUFFIX


def rules_named(game: str, options: Mapping[str, Any]) -> str:
    """Game and options as the words of a sentence."""
    return " ".join(filter(None, [game, write(game, dict(options))]))


@functools.cache
def rules_digest(game: str, chosen: Chosen) -> str:
    """A name for rules by what they do: where a few walks lead, and how many moves there are."""
    options: dict[str, Any] = dict(chosen)
    found = hashlib.sha256()
    for walk in range(WALKS):
        board = Board(game, **options)
        for step in range(WALK_PLIES):
            moves = list(board.legal_moves)
            found.update(f"{board.key} {len(moves)}\n".encode())
            if not moves:
                break
            at = (board.key >> walk) % len(moves) if step else walk * len(moves) // WALKS
            board.push(moves[at])
    return found.hexdigest()[:32]


def _woven(columns: list[bytes]) -> bytes:
    return bytes(byte for pair in zip(*columns, strict=True) for byte in pair)


def command(game: str, options: Mapping[str, Any]) -> str:
    """The command that makes a book."""
    return " ".join(["eckstein book make", game,
                     *(f"-o {word}" for word in write(game, dict(options)).split())])


def _fault(path: Path, what: str, about: About | None) -> BookError:
    if about is None:
        return BookError(Sentence("{path} {fault}", path=path, fault=what))
    return BookError(Sentence("{path} {fault}; make it anew with: {command}", path=path, fault=what,
                              command=f"{command(*about)} --force"))
