"""The file of a certificate: what is claimed of which position, and the entries that prove it.

See docs/formats/proofs.md for the format.
"""
import hashlib
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from ...base.errors import EcksteinError
from ...base.sealed import Kind, Refused, Sealed
from ...base.sentence import Sentence
from ...games import check_game_name
from ...kernel.options import complete, own_values
from ...kernel.specialise import specialise
from .claims import FOREVER, Claim, read_claim
from .columns import pack, unpack
from .entries import Entries, Entry, Fields, Packed, packed

SOME = 300                  # positions of the fingerprint


Number = Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
Options = dict[str, bool | int | str]


class RefusedError(EcksteinError, ValueError):
    """A certificate that proves nothing."""


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A claim, and the position that it is made of; see docs/formats/proofs.md."""

    game: str
    options: Options
    start: list[Number]
    history: list[Number]
    claim: str
    rules: str


class Header(Subject, frozen=True, kw_only=True):
    """What a certificate says of itself."""

    entries: Number
    widths: list[Annotated[int, msgspec.Meta(ge=1, le=8)]]


KIND = Kind("proof", 2, Header, Sentence("is not a certificate"))


class Certificate(NamedTuple):
    """What is claimed, and what is to prove it; nothing of it need be true.

    Attributes:
        game, options: as a board has them; all options.
        start: the fields of the first position.
        history: the moves made from it; the claim is about the position after them.
        claim: about this position.
        entries: by the fields of their positions.
    """

    game: str
    options: dict[str, Any]
    start: tuple[int, ...]
    history: list[int]
    claim: Claim
    entries: Entries


def plain_rules(game: str, options: dict[str, Any]) -> Any:
    """The rules as they stand, not compiled."""
    own = own_values(options)
    return specialise(f"games.{game}", game, compiled=False, **own)


def moves_of(rules: Any, p: Any) -> list[int]:
    """The legal moves."""
    room = [0] * rules.MAX_MOVES
    moves: list[int] = room[:rules.generate(p, room, 0)]
    return moves


def fingerprint(rules: Any) -> str:
    """What the rules say of the first positions of a game, whatever their source looks like."""
    found, told = [rules.start()], hashlib.sha256()
    for p in found:
        told.update(repr((tuple(map(int, p)), int(rules.outcome(p)), moves_of(rules, p))).encode())
        if len(found) < SOME and not rules.outcome(p):
            found += [rules.apply(p, move) for move in moves_of(rules, p)]
    return told.hexdigest()[:32]


def write(path: str | Path, told: Certificate,
          report: Callable[[int], None] = lambda numbers: None) -> int:
    """Write the file, whole or not at all, and return how many bytes it has.

    Args:
        path: where it is to lie.
        told: what it says.
        report: called with how many numbers have been compressed, now and then.

    Raises:
        OSError: if it cannot be written.
    """
    columns = list(packed(told.entries, len(told.start)).columns())
    return KIND.write(path, Header(
        game=told.game, options=told.options, start=list(told.start), history=told.history,
        claim=str(told.claim), rules=fingerprint(plain_rules(told.game, told.options)),
        entries=len(told.entries), widths=[width for width, _ in columns]),
        _compressed(columns, report))


def _compressed(columns: list[tuple[int, Iterator[int]]],
                report: Callable[[int], None]) -> Iterator[bytes]:
    press, done = lzma.LZMACompressor(), 0
    for width, numbers in columns:
        for piece in pack(width, numbers):
            if some := press.compress(piece):
                yield some
            done += len(piece) // width
            report(done)
    yield press.flush()


def read(path: str | Path) -> Certificate:
    """A certificate from its file.

    Raises:
        OSError: if there is no such file.
        RefusedError: if it is not whole, or not of these rules.
    """
    def refused(fault: str) -> RefusedError:
        return RefusedError(Sentence("{path} {fault}", path=path, fault=fault))
    with Sealed(path, KIND, refused) as file:
        header, body = file.header, b"".join(file)
    try:
        return _certificate(header, body, refused)
    except RefusedError:
        raise
    except (ValueError, OverflowError, EOFError, lzma.LZMAError) as error:
        raise refused(Sentence("cannot be read: {error}", error=error)) from None


def _certificate(header: Header, body: bytes, refused: Refused) -> Certificate:
    game = header.game
    check_game_name(game)
    options = complete(game, header.options)
    if fingerprint(plain_rules(game, options)) != header.rules:
        raise refused(Sentence("was made by other rules than those of this program"))
    count, widths = header.entries, header.widths
    if len(widths) != len(header.start) + 3:
        raise refused(Sentence("has a header that says nothing sensible of the entries"))
    size = count * sum(widths)
    numbers = lzma.LZMADecompressor().decompress(body, size + 1)
    if len(numbers) != size:
        raise refused(Sentence("has not the {count} {count:entry|entries} that it says",
                               count=count))
    return Certificate(game, options, tuple(header.start), header.history,
                       read_claim(header.claim),
                       Packed(widths[:-3], _pairs(unpack(numbers, count, widths))))


def _pairs(rows: Iterator[tuple[int, ...]]) -> Iterator[tuple[Fields, Entry]]:
    for *p, move, bound, allowance in rows:
        yield tuple(p), (move, bound or FOREVER, allowance)
