"""What a position is to teach: a likelihood of winning, by a search's value and the game's result.

A steepness makes a value a likelihood, by the logistic function.
"""
from __future__ import annotations

import numpy as np

from .games import Array

STEEPNESSES = np.arange(0.0005, 0.02, 0.0001)
LEAST = 1e-6


def logistic(x: Array) -> Array:
    """The likelihood of winning for an output."""
    found: Array = 1 / (1 + np.exp(-x))
    return found


def excess(told: Array, wanted: Array) -> float:
    """How many nats a position costs more than it must, where likelihoods are told."""
    def cost(p: Array) -> float:
        p = np.clip(p.astype(np.float64), LEAST, 1 - LEAST)
        return float(-(wanted * np.log(p) + (1 - wanted) * np.log(1 - p)).mean())
    return cost(told) - cost(wanted)


def steepness(values: Array, results: Array) -> float:
    """How steeply values become likelihoods, so that they fit the results best.

    Args:
        values: [n], in hundredths of a die.
        results: [n]: 1 where the mover has won, 0 where he has lost, 0.5 for a draw.
    """
    return float(min(STEEPNESSES, key=lambda one: excess(logistic(one * values), results)))


def likelihoods(values: Array, results: Array, slope: float, blend: float | Array) -> Array:
    """What is to be said of positions: float32 [n], likelihoods of winning.

    Args:
        values, results: see `steepness`.
        slope: the steepness.
        blend: how much values count against results, from 0 to 1; one for all, or [n].
    """
    found: Array = (blend * logistic(slope * values) + (1 - blend) * results).astype(np.float32)
    return found
