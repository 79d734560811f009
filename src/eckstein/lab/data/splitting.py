"""Splits of data by games: the same game is never in two parts, in whatever files it lies."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...base.sentence import Sentence
from .games import DataError, Games


def split(games: Games, parts: Mapping[str, float], seed: int = 0) -> dict[str, Games]:
    """Games in parts, of which each game belongs to one by its start and moves alone.

    So games that are alike are in the same part, and more games change nothing for those that
    were there before.

    Args:
        games: all of them.
        parts: their names and sizes, which need not add up to 1.
        seed: another one gives other parts.

    Returns:
        The games of each part, in their order.

    Raises:
        DataError: if the sizes cannot be.
    """
    sizes = np.array(list(parts.values()), float)
    if not (len(sizes) and np.isfinite(sizes).all() and (sizes >= 0).all() and sizes.sum() > 0):
        raise DataError(Sentence("the sizes of parts are numbers from 0 up, and one at least is "
                                 "above 0, not {sizes}", sizes=", ".join(map(str, parts.values()))))
    ends = np.cumsum(sizes) / sizes.sum()
    places = games.keys(seed) / 2.0**64
    part = np.minimum(np.searchsorted(ends, places, side="right"), len(ends) - 1)
    return {name: games.select(part == i) for i, name in enumerate(parts)}
