"""What a proof that is under way has found out, in a file, so that it can go on after an end.

Tables of the searches, and the positions of a closed set with their replies.  A certificate is
checked in the end whatever stands here; that a claim is false rests on the searches alone, so that
a file that was damaged or made by other searches is refused.  The file is written whole or not at
all, also while searches write to their tables: an entry that is half written counts as none there.

It is sealed, and its pieces are compressed: first the replies, with eight bytes for each number,
the lowest first; then the tables, if they are kept.
"""
from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...base.errors import EcksteinError
from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...board import Board
from .certificate import Number, Subject, fingerprint, plain_rules
from .claims import Claim

PIECE = 1 << 22             # bytes of a table that are compressed together
FAST = 1                    # level of compression


class CheckpointError(EcksteinError, ValueError):
    """A file from which no proof can go on."""


class Header(Subject, frozen=True, kw_only=True):
    """Which proof it is, by which searches, with which settings, how far, and sizes of tables."""

    searches: str
    settings: dict[str, int]
    depth: Number
    tables: list[Number]


KIND = Kind("unfinished proof", 4, Header, Sentence("is not an unfinished proof"))


class Findings(NamedTuple):
    """What was found out, apart from the tables.

    Attributes:
        depth: for how many plies a win is ruled out.
        replies: a position's fields and the reply to it, again and again, in pieces of whole rows.
    """

    depth: int = 0
    replies: Iterable[Sequence[int]] = ()


class Checkpoint:
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
        self._header = Header(
            game=board.game, options=board.options, start=list(map(int, first.state)),
            history=list(map(int, board.move_stack)), claim=str(claim),
            rules=fingerprint(plain_rules(board.game, board.options)), searches=_sources(search),
            settings=settings, depth=0, tables=[])
        # Rows of Python are not stored: they are slow, and never search for long.
        self._tables = [memoryview(table).cast("B") for table in tables
                        if not isinstance(table, list)]

    def save(self, found: Findings) -> None:
        """Write the file.

        Raises:
            OSError: if it cannot be written.
        """
        header = replace(self._header, depth=found.depth, tables=list(map(len, self._tables)))
        KIND.write(self.path, header, self._pieces(found))

    def _pieces(self, found: Findings) -> Iterator[bytes]:
        for piece in found.replies:
            if piece:
                yield zlib.compress(_in_order(array("q", piece)).tobytes(), FAST)
        for table in self._tables:
            for at in range(0, len(table), PIECE):
                yield zlib.compress(table[at:at + PIECE], FAST)

    def release(self) -> None:
        """Keep no tables any more, and let go of them."""
        self._tables = []

    def load(self) -> Findings | None:
        """Fill the tables and return the rest, if there is a file.

        Raises:
            OSError: if it cannot be read.
            CheckpointError: if it is damaged, or was kept for another proof or by another version.
        """
        try:
            with Sealed(self.path, KIND, self._refused) as file:
                return self._loaded(file)
        except FileNotFoundError:
            return None
        except CheckpointError:
            raise
        except (ValueError, zlib.error) as error:
            raise self._refused(Sentence("cannot be read: {error}", error=error)) from None

    def _loaded(self, file: Sealed[Header]) -> Findings:
        self._check(file.header)
        sizes = [len(table) for table in self._tables] if file.header.tables else []
        replies = len(file) - sum(-(-size // PIECE) for size in sizes)
        if file.header.tables != sizes or replies < 0:
            raise self._refused(Sentence("has tables of other sizes"))
        found, pieces = [], map(zlib.decompress, file)
        for piece in islice(pieces, replies):
            numbers = array("q")
            numbers.frombytes(piece)
            found.append(_in_order(numbers))
        for table in self._tables if sizes else ():
            for at in range(0, len(table), PIECE):
                table[at:at + PIECE] = next(pieces)
        return Findings(file.header.depth, found)

    def _check(self, header: Header) -> None:
        """Check that a file with this header is about the same proof, by the same searches."""
        own = self._header
        if (header.game, header.options, header.start, header.history, header.claim) != (
                own.game, own.options, own.start, own.history, own.claim):
            raise self._refused(Sentence("is about something else ({claim})", claim=header.claim))
        if (header.rules, header.searches) != (own.rules, own.searches):
            raise self._refused(Sentence("was kept by another version of the program"))
        if header.settings != own.settings:
            raise self._refused(Sentence(
                "was begun with {settings}, and goes on only with the same",
                settings=" ".join(f"--{name.replace('_', '-')} {value}"
                                  for name, value in header.settings.items())))

    def _refused(self, fault: str) -> CheckpointError:
        return CheckpointError(Sentence("{path} {fault}; name another --out, or delete it to begin "
                                        "anew", path=self.path, fault=fault))


def _in_order(numbers: array[int]) -> array[int]:
    """Numbers as they lie in the file, or the other way round."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _sources(search: Any) -> str:
    """A digest of how searches and rules are written, on which depends what the tables mean."""
    told = sha256()
    searches, rules = Path(search.__file__).parent.parent, Path(search.game.__file__)
    for path in (*sorted(searches.rglob("*.py")), *sorted(rules.parent.glob("*.py"))):
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()[:32]
