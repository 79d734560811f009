"""What a proof that is under way has found out, in a file, so that it can go on after an end.

Tables of the searches, and the positions of a closed set with their replies.  A certificate is
checked in the end whatever stands here; that a claim is false rests on the searches alone, so that
a file that was damaged or made by other searches is refused.  The file is written whole or not at
all, also while searches write to their tables: an entry that is half written counts as none there.

The file: MAGIC; a line of JSON; the replies in pieces, and an empty piece; the tables in pieces, if
they are kept; and the SHA-256 digest of all that came before.  Each piece is compressed, with its
length as four bytes before it.  A piece of replies has eight bytes for each number, the lowest
first.
"""
from __future__ import annotations

import hashlib
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from ...base.errors import EcksteinError
from ...base.files import save_pieces
from ...base.sentence import Sentence
from ...board import Board
from .certificate import Number, Options, fingerprint, plain_rules
from .claims import Claim

MAGIC = b"eckstein unfinished proof 3\n"
PIECE = 1 << 22             # bytes of a table that are compressed together
LENGTH, DIGEST = 4, 32      # bytes
FAST = 1                    # level of compression


class UnfinishedError(EcksteinError, ValueError):
    """A file from which no proof can go on."""


class _Header(msgspec.Struct):
    """The line of JSON: which proof it is, by what it was made, with which settings, how far."""

    game: str
    options: Options
    start: list[Number]
    history: list[Number]
    claim: str
    rules: str
    searches: str
    settings: dict[str, int]
    depth: Number
    tables: list[Number]


class Found(NamedTuple):
    """What was found out, apart from the tables.

    Attributes:
        depth: for how many plies a win is ruled out.
        replies: a position's fields and the reply to it, again and again, in pieces of whole rows.
    """

    depth: int = 0
    replies: Iterable[Sequence[int]] = ()


class Unfinished:
    """The file of an unfinished proof.

    Args:
        path: where it lies, or will.
        board, claim: what is to be proved.
        settings: what else must be the same for the proof to go on.
        search: the search at full width, specialised.
        tables: of the searches; they are read and filled where they lie.
    """

    def __init__(self, path: Path, board: Board, claim: Claim, settings: dict[str, int],
                 search: Any, tables: Sequence[Any]) -> None:
        self.path = path
        first = board.copy()
        while first.ply:
            first.pop()
        self._about = {"game": board.game, "options": board.options,
                       "start": list(map(int, first._p)),
                       "history": list(map(int, board.move_stack)), "claim": str(claim)}
        self._made_by = {"rules": fingerprint(plain_rules(board.game, board.options)),
                         "searches": _sources(search)}
        self._settings = settings
        # Rows of Python are too slow to be kept, and nobody lets them search for long.
        self._tables = [memoryview(table).cast("B") for table in tables
                        if not isinstance(table, list)]

    def save(self, found: Found) -> None:
        """Write the file.

        Raises:
            OSError: if it cannot be written.
        """
        save_pieces(self.path, self._pieces(found))

    def _pieces(self, found: Found) -> Iterator[bytes]:
        told = hashlib.sha256()
        for piece in self._content(found):
            told.update(piece)
            yield piece
        yield told.digest()

    def _content(self, found: Found) -> Iterator[bytes]:
        header = {**self._about, **self._made_by, "settings": self._settings, "depth": found.depth,
                  "tables": [len(table) for table in self._tables]}
        yield MAGIC + msgspec.json.encode(header) + b"\n"
        for piece in found.replies:
            if piece:
                yield _pressed(_in_order(array("q", piece)).tobytes())
        yield _pressed(b"")
        for table in self._tables:
            for at in range(0, len(table), PIECE):
                yield _pressed(table[at:at + PIECE])

    def release(self) -> None:
        """Keep no tables any more, and let go of them."""
        self._tables = []

    def load(self) -> Found | None:
        """Fill the tables and return the rest, if there is a file.

        Raises:
            OSError: if it cannot be read.
            UnfinishedError: if it is damaged, or was kept for another proof or by another version.
        """
        try:
            file = self.path.open("rb")
        except FileNotFoundError:
            return None
        with file:
            try:
                return self._loaded(_Reader(file))
            except UnfinishedError:
                raise
            except (ValueError, OverflowError, EOFError, zlib.error, RecursionError):
                raise UnfinishedError(Sentence(
                    "{path} is damaged; delete it, and the proof begins anew",
                    path=self.path)) from None

    def _loaded(self, file: _Reader) -> Found:
        if file.read(len(MAGIC)) != MAGIC:
            raise UnfinishedError(Sentence("{path} is no unfinished proof of this version; name "
                                           "another --out, or delete it", path=self.path))
        header = msgspec.json.decode(file.line(), type=_Header)
        if any(getattr(header, name) != value for name, value in self._about.items()):
            raise UnfinishedError(Sentence(
                "{path} is about something else ({claim}); name another --out, or delete it",
                path=self.path, claim=header.claim))
        if any(getattr(header, name) != value for name, value in self._made_by.items()):
            raise UnfinishedError(Sentence("{path} was kept by another version of the program; "
                                           "delete it, and the proof begins anew", path=self.path))
        if header.settings != self._settings:
            raise UnfinishedError(Sentence(
                "{path} was begun with {settings}; say the same, or delete it", path=self.path,
                settings=" ".join(f"--{name.replace('_', '-')} {value}"
                                  for name, value in header.settings.items())))
        replies = []
        while piece := file.piece():
            numbers = array("q")
            numbers.frombytes(piece)
            replies.append(_in_order(numbers))
        if header.tables not in ([], [len(table) for table in self._tables]):
            raise ValueError("tables of other sizes")
        for table in self._tables if header.tables else ():
            for at in range(0, len(table), PIECE):
                table[at:at + PIECE] = file.piece()
        file.check()
        return Found(header.depth, replies)


def _in_order(numbers: array[int]) -> array[int]:
    """Numbers as they lie in the file, or the other way round."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _pressed(piece: bytes | memoryview) -> bytes:
    """A piece as it lies in the file."""
    pressed = zlib.compress(piece, FAST)
    return len(pressed).to_bytes(LENGTH, "little") + pressed


class _Reader:
    """Reads the parts of a file, and sums them up."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._told = file, hashlib.sha256()

    def _heard(self, content: bytes) -> bytes:
        self._told.update(content)
        return content

    def read(self, count: int) -> bytes:
        return self._heard(self._file.read(count))

    def line(self) -> bytes:
        return self._heard(self._file.readline())

    def piece(self) -> bytes:
        return zlib.decompress(self.read(int.from_bytes(self.read(LENGTH), "little")))

    def check(self) -> None:
        """Raise ValueError unless the digest fits."""
        if self._file.read(DIGEST + 1) != self._told.digest():
            raise ValueError("the digest does not fit")


def _sources(search: Any) -> str:
    """A digest of how searches and rules are written, on which depends what the tables mean."""
    told = hashlib.sha256()
    for path in (*sorted(Path(search.__file__).parent.glob("*.py")), Path(search.game.__file__)):
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()[:32]

