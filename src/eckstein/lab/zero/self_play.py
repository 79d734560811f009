"""Games of a network against itself, for it to learn from."""
from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from ...engine.batch.tree_search import Evaluator, TreeSearch
from ...engine.zero.network import Network
from ..data.data_file import encoded
from ..data.recording import Recorder
from .settings import Settings

UNIT = 256                  # games that a process plays at once


@dataclass(frozen=True)
class Common:
    """What all units of an iteration have in common."""

    settings: Settings
    iteration: int
    network: Network


def units_of(settings: Settings) -> list[range]:
    """The numbers of the games of each unit of an iteration."""
    games = settings.games
    return [range(first, min(first + UNIT, games)) for first in range(0, games, UNIT)]


def played(common: Common, unit: range) -> tuple[bytes, float]:
    """The games of a unit as a block of a file, and how many seconds of the processor they took."""
    return play(common, unit, common.network)


def play(common: Common, unit: range, evaluator: Evaluator) -> tuple[bytes, float]:
    """The same by an evaluator that computes what the network does.

    The games follow from the network, the seed, the iteration and the unit.
    """
    begin, settings = time.process_time(), common.settings
    chance = np.random.default_rng([settings.seed, common.iteration, unit.start])
    batch = settings.batch(len(unit), seed=int(chance.integers(1 << 62)),
                           random_plies=int(chance.integers(settings.random_plies + 1)),
                           max_plies=settings.max_plies)
    full, fast = (TreeSearch(batch, simulations, root="gumbel", considered=settings.considered,
                             seed=int(chance.integers(1 << 62)))
                  for simulations in (settings.simulations, settings.fast_simulations))
    recorder = Recorder(batch)
    while (going := batch.legal_count > 0).any():
        learned = going & (chance.random(batch.n) < settings.full_share)
        found, other = full.run(evaluator, learned), fast.run(evaluator, going & ~learned)
        recorder.step(np.where(learned, found.actions, other.actions),
                      np.where(learned, found.values, other.values), found.policy)
    games = recorder.take()
    assert games is not None
    return encoded(games), time.process_time() - begin

