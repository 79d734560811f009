"""The file of a certificate: what is claimed of which position, and the entries that prove it.

See docs/proofs.md for the format.
"""
import hashlib
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from ...base.errors import EcksteinError
from ...base.files import save_bytes
from ...base.sentence import Sentence
from ...games import check_game_name
from ...kernel.options import COUNTS, complete
from ...kernel.specialise import specialise
from .claims import FOREVER, Claim, read_claim
from .columns import pack, unpack
from .entries import Entries, Entry, Fields, Packed, packed

MAGIC = b"eckstein proof 1\n"
DIGEST = 65                 # bytes of a line with a digest
SOME = 300                  # positions of the fingerprint


Number = Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
Options = dict[str, bool | int | str]


class RefusedError(EcksteinError, ValueError):
    """A certificate that proves nothing."""


class Header(msgspec.Struct):
    """The line that tells what a file holds; docs/proofs.md says what each field means."""

    game: str
    options: Options
    start: list[Number]
    history: list[Number]
    claim: str
    rules: str
    entries: Number
    widths: list[Annotated[int, msgspec.Meta(ge=1, le=8)]]


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
    own = {name: value for name, value in options.items() if name not in COUNTS}
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
        report: told how many numbers have been compressed, now and then.

    Raises:
        OSError: if it cannot be written.
    """
    widths, body, press, done = list[int](), list[bytes](), lzma.LZMACompressor(), 0
    for width, numbers in packed(told.entries, len(told.start)).columns():
        widths.append(width)
        for piece in pack(width, numbers):
            body.append(press.compress(piece))
            done += len(piece) // width
            report(done)
    body.append(press.flush())
    header = Header(told.game, told.options, list(told.start), told.history, str(told.claim),
                    fingerprint(plain_rules(told.game, told.options)), len(told.entries), widths)
    content = msgspec.json.encode(header) + b"\n" + b"".join(body)
    digest = hashlib.sha256(content).hexdigest().encode() + b"\n"
    save_bytes(path, MAGIC + digest + content)
    return len(MAGIC) + len(digest) + len(content)


def read(path: str | Path) -> Certificate:
    """A certificate from its file.

    Raises:
        OSError: if there is no such file.
        RefusedError: if it is not whole, or not of these rules.
    """
    content = Path(path).read_bytes()
    if not content.startswith(MAGIC):
        raise RefusedError(Sentence("it is no certificate of this version, which begins with "
                                    "the line {line!r}", line=MAGIC.decode().strip()))
    digest, told = content[len(MAGIC):len(MAGIC) + DIGEST], content[len(MAGIC) + DIGEST:]
    if digest != hashlib.sha256(told).hexdigest().encode() + b"\n":
        raise RefusedError(Sentence("it is damaged or cut off: its digest does not fit"))
    head, _, body = told.partition(b"\n")
    try:
        return _certificate(msgspec.json.decode(head, type=Header), body)
    except RefusedError:
        raise
    except (ValueError, OverflowError, EOFError, lzma.LZMAError, RecursionError) as error:
        raise RefusedError(Sentence("it cannot be read: {error}", error=error)) from None


def _certificate(header: Header, body: bytes) -> Certificate:
    game = header.game
    check_game_name(game)
    options = complete(game, header.options)
    if fingerprint(plain_rules(game, options)) != header.rules:
        raise RefusedError(Sentence("it was made for other rules of {game} than those that are "
                                    "here", game=game))
    return Certificate(game, options, tuple(header.start), header.history,
                       read_claim(header.claim), _entries(body, header))


def _entries(body: bytes, header: Header) -> Packed:
    """Column after column, each number in as many bytes as the header says."""
    count, widths = header.entries, header.widths
    if len(widths) != len(header.start) + 3:
        raise RefusedError(Sentence("its header says nothing sensible of the entries"))
    size, reader = count * sum(widths), lzma.LZMADecompressor()
    numbers = reader.decompress(body, size + 1)
    if len(numbers) != size:
        raise RefusedError(Sentence("it has not the {count} {count:entry|entries} that it says",
                                    count=count))
    return Packed(widths[:-3], _pairs(unpack(numbers, count, widths)))


def _pairs(rows: Iterator[tuple[int, ...]]) -> Iterator[tuple[Fields, Entry]]:
    for *p, move, bound, allowance in rows:
        yield tuple(p), (move, bound or FOREVER, allowance)
