"""A policy and value network: what it computes, in NumPy or in anything that has its functions.

Training differentiates the same lines with JAX (lab/zero/training.py).
"""
from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import numpy as np

from ..batch.columns import Array

if TYPE_CHECKING:
    from ..batch.games import BatchGame
    from ..batch.tree_search import Leaves

MOST_UNITS, MOST_LAYERS = 1 << 14, 64
HEAD = 0.1                  # of usual first weights: a new network finds all actions nearly alike

Units = Annotated[int, msgspec.Meta(ge=1, le=MOST_UNITS)]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """How a network is built.

    Observations and scalars are its inputs.  With channels, they first go through a convolution
    of 3 x 3 squares and through residual blocks of two such; then through dense layers.

    Attributes:
        observation: planes, rows and columns.
        scalars: how many.
        actions: how many.
        hidden: the units of each dense layer.
        channels: of convolutions; 0 for none.
        blocks: how many residual blocks.
    """

    observation: tuple[int, int, int]
    scalars: int
    actions: int
    hidden: Annotated[tuple[Units, ...], msgspec.Meta(max_length=MOST_LAYERS)]
    channels: Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)] = 0
    blocks: Annotated[int, msgspec.Meta(ge=0, le=MOST_LAYERS)] = 0

    @classmethod
    def of(cls, batch: BatchGame, hidden: tuple[int, ...], channels: int = 0,
           blocks: int = 0) -> Shape:
        """For the games of a batch."""
        return cls(observation=batch.observation_shape,
                   scalars=len(batch.legend.scalars),
                   actions=batch.actions, hidden=hidden, channels=channels, blocks=blocks)

    def weights(self) -> list[tuple[int, ...]]:
        """The shapes of all arrays of weights, each layer's factors and then what is added."""
        planes, rows, columns = self.observation
        found: list[tuple[int, ...]] = []
        width = planes * rows * columns + self.scalars
        if self.channels:
            into = planes + self.scalars
            for _ in range(1 + 2 * self.blocks):
                found += [(3, 3, into, self.channels), (self.channels,)]
                into = self.channels
            width = rows * columns * self.channels
        for units in self.hidden:
            found += [(width, units), (units,)]
            width = units
        return [*found, (width, self.actions), (self.actions,), (width, 1), (1,)]

    def first_weights(self, seed: int) -> list[Array]:
        """Weights from which to train: chance (He et al., 2015); 0 for what is added, and for the
        second convolution of a block, which thus begins as the identity.
        """
        chance, shapes, found = np.random.default_rng(seed), self.weights(), list[Array]()
        seconds = {2 * i for i in range(2, 1 + 2 * self.blocks, 2)} if self.channels else set()
        for i, shape in enumerate(shapes):
            scale = 0.0 if len(shape) == 1 or i in seconds else math.sqrt(
                2 / math.prod(shape[:-1]))
            if i >= len(shapes) - 4:
                scale *= HEAD
            found.append((scale * chance.standard_normal(shape)).astype(np.float32))
        return found


def forward(shape: Shape, weights: Sequence[Any], observations: Any, scalars: Any,
            numpy: Any = np) -> tuple[Any, Any]:
    """Logits [n, actions] and values [n], from -1 to 1, for the player to move.

    Args:
        shape: how the network is built.
        weights: arrays of float32, as `Shape.weights` lists them.
        observations: 0 or 1, [n, planes, rows, columns].
        scalars: float32 [n, k].
        numpy: the module that computes: NumPy, or jax.numpy.
    """
    each = iter(weights)
    n, (_, rows, columns) = len(observations), shape.observation
    if shape.channels:
        seen = observations.transpose(0, 2, 3, 1).astype(np.float32)
        everywhere = numpy.broadcast_to(scalars[:, None, None, :],
                                        (n, rows, columns, shape.scalars))
        found = numpy.concatenate([seen, everywhere], 3)
        found = numpy.maximum(_convolved(found, next(each), next(each), numpy), 0)
        for _ in range(shape.blocks):
            inner = numpy.maximum(_convolved(found, next(each), next(each), numpy), 0)
            found = numpy.maximum(found + _convolved(inner, next(each), next(each), numpy), 0)
        found = found.reshape(n, rows * columns * shape.channels)
    else:
        seen = observations.reshape(n, math.prod(observations.shape[1:])).astype(np.float32)
        found = numpy.concatenate([seen, scalars], 1)
    for _ in shape.hidden:
        found = numpy.maximum(found @ next(each) + next(each), 0)
    logits = found @ next(each) + next(each)
    return logits, numpy.tanh(found @ next(each) + next(each))[:, 0]


def _convolved(seen: Any, factors: Any, added: Any, numpy: Any) -> Any:
    """A convolution of 3 x 3 squares; beyond the edge all is 0."""
    _, rows, columns, _ = seen.shape
    padded = numpy.pad(seen, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return added + sum(padded[:, i:i + rows, j:j + columns] @ factors[i, j]
                       for i in range(3) for j in range(3))


@dataclass(frozen=True)
class Network:
    """A network with its weights: what a `TreeSearch` can ask."""

    shape: Shape
    weights: tuple[Array, ...]

    @property
    def name(self) -> str:
        """A short text that identifies a network: a digest of its weights."""
        found = hashlib.sha256(repr(self.shape).encode())
        for array in self.weights:
            found.update(array.astype("<f4").tobytes())
        return found.hexdigest()[:8]

    def __call__(self, leaves: Leaves) -> tuple[Array, Array]:
        """Logits and values of leaves; the logits of actions that are legal in none of them are 0.

        Few inputs of a few positions are not 0, and few actions are legal there, so the factors of
        the others are left out.
        """
        shape, seen = self.shape, leaves.observations
        *weights, _, added, factors, last = self.weights
        legal = np.zeros(shape.actions, np.bool_)
        places = np.arange(leaves.legal.shape[1]) < leaves.legal_count[:, None]
        legal[leaves.legal[places]] = True
        actions = np.flatnonzero(legal)
        if shape.hidden and not shape.channels:
            seen = seen.reshape(len(seen), -1)
            active = np.flatnonzero(seen.any(0))
            rows = np.concatenate([active, np.arange(seen.shape[1], len(weights[0]))])
            weights[0], seen = weights[0].take(rows, 0), seen[:, active]
        found, values = forward(shape, [*weights, self._by_actions.take(actions, 0).T,
                                        added[actions], factors, last], seen, leaves.scalars)
        logits = np.zeros((len(seen), shape.actions), np.float32)
        logits[:, actions] = found
        return logits, values

    @cached_property
    def _by_actions(self) -> Array:
        """The factors of logits, those of an action side by side."""
        return np.ascontiguousarray(self.weights[-4].T)
