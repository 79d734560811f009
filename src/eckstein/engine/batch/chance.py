"""The chance of each game of a batch: 62 bits, which a seed begins and each draw stirs."""
from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy as np

from .columns import Array

Seeds = SupportsIndex | Iterable[SupportsIndex]
BITS = np.uint64((1 << 62) - 1)
# The constants of SplitMix64.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)
MIXERS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def seeds_of(seed: Any, n: int) -> list[Any]:
    """The seeds of n games: from one on, or those that are given."""
    if isinstance(seed, SupportsIndex) and not getattr(seed, "shape", ()):      # no array
        return [operator.index(seed) + i for i in range(n)]
    return list(seed)


def chances(seed: Seeds | None, n: int) -> Array:
    """The chance of n games, int64.

    Args:
        seed: of game i the seed + i, or n seeds; None for others every time.

    Raises:
        TypeError: if these are no integers.
        ValueError: if they are not n.
    """
    if seed is None:
        return np.random.default_rng().integers(1 << 62, size=n, dtype=np.int64)
    try:
        seeds = [operator.index(one) for one in seeds_of(seed, n)]
    except TypeError:
        raise TypeError(f"a seed is a whole number, or one for each game, not {seed!r}") from None
    if len(seeds) != n:
        raise ValueError(f"there are {n} games, and {len(seeds)} seeds")
    return stirred(np.array([one % (1 << 64) for one in seeds], np.uint64))


def stirred(x: Array) -> Array:
    """Numbers of 62 bits, int64, that tell nothing of those that they come from."""
    x = x * GOLDEN + GOLDEN
    x = (x ^ x >> SHIFTS[0]) * MIXERS[0]
    x = (x ^ x >> SHIFTS[1]) * MIXERS[1]
    found: Array = ((x ^ x >> SHIFTS[2]) & BITS).astype(np.int64)
    return found
