"""Files of nets for alpha-beta: sealed, with one piece, the rows of weights.

A row has LANES weights of 16 bits, the lowest byte first.  There is one for each input, and then
three: see `kernel.bits.net_value`.
"""
from __future__ import annotations

import datetime
import functools
import hashlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ... import __version__
from ...base.errors import EcksteinError
from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...kernel.bits import FULL, LANES
from ...kernel.options import Value, complete, own_values
from ...kernel.specialise import specialise
from ..walks import walked

SUFFIX = ".net"
MORE = 3                    # rows besides those of inputs
BYTES = 2                   # of a weight
HIGHEST = (1 << 15) - 1     # that a unit may come to
HIGHEST_SUM = (1 << 31) - 1
WALK_PLIES = 30             # by which a numbering of inputs is known
# Older names of numberings, from when the inputs of a position were listed in another order.
RENAMED = {"49908da74e87d427": "c6f4745a00a623bc", "fdafeb7f781da063": "53e56700124d3866",
           "3b060ca1ce1a0153": "f30a4357cd8b7511"}


class NetError(EcksteinError, ValueError):
    """A net or a policy that cannot be used."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a net or a policy says of itself.

    Attributes:
        game: for which it is.
        options: the game's own options, which change its rules.
        numbering: a name for how inputs are numbered, and of a policy also traits.
        made: the day, as 2026-11-26.
        how: how it was made.
        engine: the version of Eckstein that made it.
        packed: whether the weights are compressed, as zlib does it.
    """

    game: str
    options: dict[str, Value]
    numbering: str
    made: str
    how: str
    engine: str
    packed: bool = False

    @classmethod
    def now(cls, game: str, own: Mapping[str, Value], how: str,
            numbered: str | None = None) -> Header:
        """The header of a file that is written now, by this program; of a net if it is left out how
        it is numbered.
        """
        return cls(game=game, options=dict(own),
                   numbering=numbering(game, own) if numbered is None else numbered,
                   made=datetime.date.today().isoformat(), how=how, engine=__version__,
                   packed=True)


KIND = Kind("net", 1, Header, Sentence("is not a net"))


@dataclass(frozen=True, slots=True)
class Net:
    """A net that was read and checked.

    Attributes:
        header: what it says of itself.
        rows: its weights.
    """

    header: Header
    rows: bytes

    @property
    def name(self) -> str:
        """A short text that identifies a net: a digest of the weights."""
        return hashlib.sha256(self.rows).hexdigest()[:8]


class Form(NamedTuple):
    """What sealed files of rows have of their own, those of nets or of policies.

    Attributes:
        kind: of the files.
        refused: an error, for a path and what is wrong with it.
        unknown: what is wrong where the numbering is another one.
        numbering: a name for it, by the game and its own options.
        row_count: how many rows there are, likewise.
        is_bounded: whether no sum leaves its bits, by the rows and the network of the game.
    """

    kind: Kind[Header]
    refused: Callable[[str | Path, Sentence], NetError]
    unknown: Sentence
    numbering: Callable[[str, Mapping[str, Value]], str]
    row_count: Callable[[str, Mapping[str, Value]], int]
    is_bounded: Callable[[bytes, Any], bool]

    def read(self, path: str | Path, game: str,
             options: Mapping[str, Value]) -> tuple[Header, bytes]:
        """The header and the rows of a file for a game under some options; raises as `read_net`.
        """
        def refused(fault: Sentence) -> NetError:
            return self.refused(path, fault)
        with Sealed(path, self.kind, refused) as file:
            header, own = file.header, own_values(complete(game, options))
            if (header.game, header.options) != (game, own):
                raise refused(Sentence("is for {theirs}, and this is {ours}",
                                       theirs=_named(header.game, header.options),
                                       ours=_named(game, own)))
            if RENAMED.get(header.numbering, header.numbering) != self.numbering(game, own):
                raise refused(self.unknown)
            rows = b"".join(file)
        wanted = self.row_count(game, own) * LANES * BYTES
        if header.packed:
            rows = _unpacked(rows, wanted)
        if len(rows) != wanted:
            raise refused(Sentence("has {count} bytes of weights instead of {wanted}",
                                   count=len(rows), wanted=wanted))
        if not self.is_bounded(rows, network_of(game, own)):
            raise refused(Sentence("has weights that are too large for its sums"))
        return header, rows

    def write(self, path: str | Path, header: Header, rows: bytes) -> int:
        """Write a file, whole or not at all, and return how many bytes it has."""
        return self.kind.write(path, header, [zlib.compress(rows, 9) if header.packed else rows])


def read_net(path: str | Path, game: str, options: Mapping[str, Value]) -> Net:
    """A net for a game under some options.

    Raises:
        NetError: if the file is no sound net, or one for another game or other rules.
        OSError: if it cannot be read.
    """
    return Net(*FORM.read(path, game, options))


def write_net(path: str | Path, header: Header, rows: bytes) -> int:
    """Write a net, whole or not at all, and return how many bytes the file has."""
    return FORM.write(path, header, rows)


def _unpacked(packed: bytes, wanted: int) -> bytes:
    """Weights as they were before they were compressed, or enough of them to see a fault."""
    try:
        return zlib.decompressobj().decompress(packed, wanted + 1)
    except zlib.error:
        return b""


def network_of(game: str, own: Mapping[str, Value]) -> Any:
    """What nets see of a game (see `contract.network`)."""
    options: dict[str, Any] = dict(own)
    return specialise("kernel", game, compiled=False, **options).network


def numbering(game: str, own: Mapping[str, Value]) -> str:
    """A name for how inputs are numbered: by those of all positions on a few walks."""
    return _numbering(game, tuple(sorted(own.items())))


@functools.cache
def _numbering(game: str, own: tuple[tuple[str, Value], ...]) -> str:
    network = network_of(game, dict(own))
    found = hashlib.sha256(b"%d %d" % (network.INPUTS, network.MOST))
    for board, _ in walked(game, dict(own), WALK_PLIES):
        rows = [0] * network.MOST
        white = rows[:network.inputs(network.seen(board.state), rows)]
        views = white, [network.mirrored(row) for row in white]
        found.update(repr(views[::-1] if board.state.side else views).encode())
    return found.hexdigest()[:16]


def units_fit(numbers: memoryview, most: int) -> bool:
    """Whether no unit can leave its bits, where so many inputs are on at most.

    Args:
        numbers: the rows of inputs, and at last the biases.
        most: see there.
    """
    bias = len(numbers) - LANES
    for lane in range(LANES):
        largest = max((abs(weight) for weight in numbers[lane:bias:LANES]), default=0)
        if most * largest + abs(numbers[bias + lane]) > HIGHEST:
            return False
    return True


def _is_bounded(rows: bytes, most: int) -> bool:
    """Whether no sum of a net can leave its 16 or 32 bits."""
    numbers = memoryview(rows).cast("h")
    ends = len(numbers) - (MORE - 1) * LANES
    return (units_fit(numbers[:ends], most)
            and sum(map(abs, numbers[ends:])) * FULL * FULL <= HIGHEST_SUM)


def _count(game: str, own: Mapping[str, Value]) -> int:
    return int(network_of(game, own).INPUTS) + MORE


def _named(game: str, own: Mapping[str, Value]) -> str:
    return " ".join([game, *(f"{name}={value}" for name, value in sorted(own.items()))])


FORM = Form(KIND, lambda path, fault: NetError(Sentence("the net {path} {fault}", path=path,
                                                        fault=fault)),
            Sentence("is for inputs that this version does not know"), numbering, _count,
            lambda rows, network: _is_bounded(rows, network.MOST))
