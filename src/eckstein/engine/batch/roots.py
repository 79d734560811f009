"""The moves of many roots: which of them are candidates, and what a search says of them in the end.

Arrays have a row for each game and a column for each of its moves; `filled` tells which are moves.

How candidates are chosen, halved and judged is from Danihelka, Guez, Schrittwieser and Silver,
"Policy improvement by planning with Gumbel", 2022.
"""
from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from .columns import Array

OFFSET = 50                 # c_visit
LEAST = 1e-12               # of a prior before its logarithm is taken
WIN, OPEN, LOSS = 2, 1, 0   # classes of moves, of which only the best one matters


@dataclass(frozen=True)
class Moves:
    """What is known of the moves of k roots.

    Attributes:
        filled: bool [k, m].
        visits: int64 [k, m].
        values: float64 [k, m]: for the player to move at the root; 0 where nothing is known.
        certain: bool [k, m]: whether such a value is certain.
        priors: float64 [k, m], which add up to 1.
        raw: float64 [k]: the value of each root before it was searched.
    """

    filled: Array
    visits: Array
    values: Array
    certain: Array
    priors: Array
    raw: Array

    def logits(self) -> Array:
        """The logarithms of the priors; the least there is where there is no move."""
        found: Array = np.where(self.filled, np.log(np.maximum(self.priors, LEAST)), -np.inf)
        return found

    def seen(self) -> Array:
        """bool [k, m]: the moves of whose values something is known."""
        found: Array = self.certain | (self.visits > 0)
        return found

    def judged(self, scale: float) -> Array:
        """How much the value of each move speaks for it, in the units of logits.

        Moves that were not visited have the mean of the root's own value and of those that were.
        """
        seen = self.seen()
        weights = np.where(seen, self.priors, 0)
        whole, count = weights.sum(1), self.visits.sum(1)
        mean = (weights * self.values).sum(1) / np.maximum(whole, LEAST)
        mixed = (self.raw + count * mean) / (1 + count)
        values = np.where(seen, self.values, mixed[:, None])
        found: Array = (OFFSET + self.visits.max(1, keepdims=True)) * scale * (values + 1) / 2
        return found

    def classes(self) -> Array:
        """bool [k, m]: the moves that matter: those that surely win; or all that do not lose; or
        all.
        """
        kinds = np.where(self.certain & (self.values > 0), WIN,
                         np.where(self.certain & (self.values < 0), LOSS, OPEN))
        kinds = np.where(self.filled, kinds, -1)
        found: Array = kinds == kinds.max(1, keepdims=True)
        return found


def order_of(heights: Array) -> Array:
    """The rank of each move, 0 for the highest; the first of equals comes first."""
    return np.argsort(np.argsort(-heights, 1, kind="stable"), 1, kind="stable")


def by_visits(moves: Moves) -> tuple[Array, Array]:
    """The best move, int64 [k], and the policy, float64 [k, m], by how often moves were visited."""
    visits = np.where(moves.classes(), moves.visits + LEAST, 0)
    best = np.where(moves.classes(), moves.visits + (moves.values + 1) / 4, -1).argmax(1)
    return best, visits / visits.sum(1, keepdims=True)


def by_judgement(moves: Moves, gumbels: Array, scale: float) -> tuple[Array, Array]:
    """The same by logits and values; the best move is one of those that were visited most."""
    heights = np.where(moves.classes(), moves.logits() + moves.judged(scale), -np.inf)
    most = np.where(moves.classes(), moves.visits, -1)
    last = most == most.max(1, keepdims=True)
    best = np.where(last, heights + gumbels, -np.inf).argmax(1)
    policy = np.exp(heights - heights.max(1, keepdims=True))
    return best, policy / policy.sum(1, keepdims=True)


@functools.cache
def plan(simulations: int, candidates: int) -> tuple[tuple[int, int], ...]:
    """How candidates are halved: each time how many there are, and simulations for all of them."""
    if candidates == 1:
        return ((1, simulations),)
    rounds, left, found = math.ceil(math.log2(candidates)), simulations, list[tuple[int, int]]()
    while left:
        each = max(1, simulations // (rounds * candidates))
        found.append((candidates, min(left, each * candidates)))
        left -= found[-1][1]
        candidates = max(2, candidates // 2)
    return tuple(found)
