"""Files of networks: sealed, with the weights of an array in each piece."""
from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np

from ... import __version__
from ...base.errors import EcksteinError
from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...kernel.options import Value, complete, defaults, own_values, write
from ..batch.games import BatchGame
from ..batch.numbering import numbering
from .network import Network, Shape

SUFFIX = ".network"


class NetworkError(EcksteinError, ValueError):
    """A file that is no sound network, or one of another game."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of its network.

    Attributes:
        game: the game of the positions that it knows.
        options: rule options that are not at their defaults.
        numbering: a name for how actions are numbered.
        planes, scalars: what its inputs show.
        shape: how it is built.
        how: how it was made, such as a command.
        engine: the version of Eckstein that wrote it.
    """

    game: str
    options: dict[str, Value]
    numbering: str
    planes: tuple[str, ...]
    scalars: tuple[str, ...]
    shape: Shape
    how: str
    engine: str

    @classmethod
    def of(cls, batch: BatchGame, shape: Shape, how: str) -> Header:
        """For the games of a batch, written by this program."""
        usual = defaults(batch.game)
        return cls(game=batch.game, options={name: value for name, value in batch.options.items()
                                             if value != usual[name]},
                   numbering=numbering(batch.game, batch.options), planes=batch.legend.planes,
                   scalars=batch.legend.scalars, shape=shape, how=how, engine=__version__)


KIND = Kind("network", 1, Header, Sentence("is not a file of a policy and value network"))


def write_network(path: str | Path, header: Header, network: Network) -> int:
    """Write a file, whole or not at all, and return how many bytes it has.

    Raises:
        OSError: if it cannot be written.
    """
    return KIND.write(path, header, (array.astype("<f4").tobytes() for array in network.weights))


def read_network(path: str | Path) -> tuple[Header, Network]:
    """What a file says, and its network.

    Raises:
        NetworkError: if it is damaged, of another version, or not a file of a network.
        OSError: if it cannot be read.
    """
    def refused(fault: Sentence) -> NetworkError:
        return NetworkError(Sentence("{path} {fault}", path=path, fault=fault))
    with Sealed(path, KIND, refused) as file:
        shapes = file.header.shape.weights()
        pieces = list(file)
    if [len(piece) for piece in pieces] != [4 * math.prod(shape) for shape in shapes]:
        raise refused(Sentence("is damaged: its weights do not fit its layers"))
    weights = [np.frombuffer(piece, "<f4").astype(np.float32).reshape(shape)
               for piece, shape in zip(pieces, shapes, strict=True)]
    if not all(np.isfinite(array).all() for array in weights):
        raise refused(Sentence("is damaged: some of its weights are no finite numbers"))
    return file.header, Network(file.header.shape, tuple(weights))


def network_for(path: str | Path, batch: BatchGame) -> Network:
    """A network that knows the games of a batch.

    Raises:
        NetworkError: if it was made for others; and as `read_network`.
        OSError: if it cannot be read.
    """
    header, network = read_network(path)
    theirs = " ".join([header.game, *(f"{name}={value}" for name, value in header.options.items())])
    ours = " ".join(filter(None, [batch.game, write(batch.game, batch.options)]))
    try:
        own = own_values(complete(header.game, header.options))
    except ValueError:          # a game or an option that is not here
        own = None
    if header.game != batch.game or own != own_values(batch.options):
        raise NetworkError(Sentence("{path} is a network for {theirs}, and this is a game of "
                                    "{ours}", path=path, theirs=theirs, ours=ours))
    wanted, shape = Header.of(batch, network.shape, header.how), network.shape
    if ((header.numbering, header.planes, header.scalars)
            != (wanted.numbering, wanted.planes, wanted.scalars)
            or shape != Shape.of(batch, shape.hidden, shape.channels, shape.blocks)):
        raise NetworkError(Sentence(
            "{path} sees positions or numbers moves otherwise than this program; Eckstein "
            "{version}, which wrote it, can play by it", path=path, version=header.engine))
    return network
