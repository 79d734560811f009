"""Trained nets and policies in whole numbers, as searches take them, and what is lost by that."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...kernel.bits import FINE, FULL, LANES
from ..data.games import Array

if TYPE_CHECKING:
    from .training import Trained

SIDE_BY_SIDE = 65536


def quantised(net: Trained) -> Array:
    """int16 [inputs + 3, LANES], in the form of `net_value` in kernel/bits.py."""
    rows = np.vstack([net.rows, net.bias]) * FULL
    rows[:-1, 0], rows[-1, 0] = net.rows[:, 0] / net.steepness, 0
    ends = np.array([net.own, net.other]) / net.steepness * (1 << FINE) / FULL ** 2
    ends[:, 0] = 0
    return np.rint(np.vstack([rows, ends])).astype(np.int16)


def values(net: Array, inputs: Array) -> Array:
    """What a net in whole numbers says of positions, in hundredths of a die.

    Args:
        net: from `quantised`.
        inputs: int [n, 2, most], where the number of the row of biases stands for none.
    """
    rows = net.copy()
    rows[-3] = 0                            # where there is no input
    found = []
    for first in range(0, len(inputs), SIDE_BY_SIDE):
        units = rows[inputs[first:first + SIDE_BY_SIDE]].sum(2, dtype=np.int32) + net[-3]
        squares = np.clip(units, 0, FULL) ** 2
        total = (squares * net[-2:].astype(np.int32)).sum((1, 2))
        found.append(units[:, 0, 0] - units[:, 1, 0] + (total >> FINE))
    return np.concatenate(found) if found else np.zeros(0, np.int32)


def rows_of(net: Array) -> bytes:
    """The rows as a file of nets has them."""
    assert net.shape[1] == LANES
    return net.astype("<i2").tobytes()
