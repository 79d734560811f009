"""What learners see of a game, in one array: each scalar fills a plane, after the others.

It is seen from the side of the player to move, and float32, from 0 to 1.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ...board import Board
from ...contract.encoding import Encoding
from ...engine.batch.columns import Array
from ...engine.batch.games import COMMON, BatchGame
from ...kernel.options import NO_PROGRESS, REPETITION, own_values
from ...kernel.specialise import specialise


def encoding_of(game: str, **options: Any) -> Encoding:
    """The encoding of a game under its own options."""
    return specialise("kernel", game, compiled=False, **options).encoding


def shape_of(encoding: Encoding) -> tuple[int, int, int]:
    """Planes and scalars, rows, columns."""
    return (len(encoding.PLANES) + len(COMMON) + len(encoding.SCALARS), encoding.HEIGHT,
            encoding.WIDTH)


def observed(batch: BatchGame) -> Array:
    """All games of a batch: [n, planes + scalars, rows, columns], a new array."""
    return _joined(batch.observations, batch.scalars)


def observed_board(board: Board) -> Array:
    """A board: [planes + scalars, rows, columns], as a batch shows it."""
    encoding, p = encoding_of(board.game, **own_values(board.options)), board.state
    shape = 1, len(encoding.PLANES), encoding.HEIGHT, encoding.WIDTH
    words = [0] * -(-np.prod(shape) // 8)
    encoding.draw(p, words, 0)
    planes = np.array(words, np.int64).view(np.uint8)[:np.prod(shape)].reshape(shape)
    repetition, no_progress = (int(board.options[name]) for name in (REPETITION, NO_PROGRESS))
    scalars = [board.repetitions() / repetition if repetition else 0,
               board.idle_moves / no_progress if no_progress else 0,
               *(encoding.scalar(p, i) for i in range(len(encoding.SCALARS)))]
    found: Array = _joined(planes, np.array([scalars]))[0]
    return found


def _joined(planes: Array, scalars: Array) -> Array:
    n, count, *size = planes.shape
    found = np.empty((n, count + scalars.shape[1], *size), np.float32)
    found[:, :count] = planes
    found[:, count:] = scalars[:, :, None, None]
    return found
