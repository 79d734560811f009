"""Training a net on positions, with JAX and Optax.

A net says how likely the mover wins: the logistic function of its output.  What it should say is
told by `lab.data.targets`; part of each batch are positions of endings, whose value a table knows.
Each row of weights learns as the sum of its own and of those of its factors (see
`contract.network`).
"""
from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from ...kernel.bits import LANES
from ..data.games import Array
from ..data.targets import excess, likelihoods, logistic, steepness
from ..logs import Log, silent
from .endings import Endings
from .reading import Positions

BATCH = 8192                # positions of a step
HIGHEST = 1.9               # weight of an input, so that sums fit into 16 bits
SPREAD, SPREAD_OF_FACTORS = 0.04, 0.04      # of the first weights
BIAS = 0.3
LAST_RATE = 0.02            # of the first one, to which the rate of learning falls
Weights = dict[str, Any]
Report = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """How a net is trained.

    Attributes:
        epochs: how often all positions are seen.
        rate: the rate of learning at first; it falls by a cosine.
        decay: of weights, with each step in relation to the rate.
        blend: how much the search's value counts against the result, from 0 to 1.
        seed: of the first weights, of the order, and of the positions of endings.
        endings: which part of a batch are positions of endings, if the game has tables of any.
    """

    epochs: int = 2
    rate: float = 3e-3
    decay: float = 2.0
    blend: float = 0.7
    seed: int = 1
    endings: float = 0.15

    def split(self, count: int) -> tuple[int, int, int]:
        """How many positions of games and how many of endings a batch has, and how many batches
        there are for so many positions of games.
        """
        few = round(BATCH * self.endings)
        return BATCH - few, few, max(1, self.epochs * (count // (BATCH - few)))


@dataclass(frozen=True)
class Trained:
    """A net after training.

    Attributes:
        rows: float [inputs, LANES], those of inputs with their factors.
        bias, own, other: float [LANES]; the last two are the weights of units in the output.
        steepness: by which hundredths of a die become an output.
    """

    rows: Array
    bias: Array
    own: Array
    other: Array
    steepness: float


def factors_of(network: Any) -> Array:
    """The factors of inputs, see `numbered`."""
    return numbered(network.INPUTS, network.factors)


def numbered(count: int, factors: Callable[[int], Sequence[Hashable]]) -> Array:
    """int [count + 1, most]: the numbers of each row's factors, filled up with the last number."""
    numbers: dict[Hashable, int] = {}
    named = [[numbers.setdefault(name, len(numbers)) for name in factors(row)]
             for row in range(count)]
    found = np.full((len(named) + 1, max([1, *map(len, named)])), len(numbers))
    for row, own in enumerate(named):
        found[row, :len(own)] = own
    return found


def first_weights(factors: Array, seed: int) -> Weights:
    """Weights to begin with.

    The first unit of each view is added to the output as it is, the mover's less the other's.
    """
    chance = np.random.default_rng(seed)
    rows = chance.normal(0, SPREAD, (len(factors), LANES))
    shared = chance.normal(0, SPREAD_OF_FACTORS, (factors.max() + 1, LANES))
    bias, own = np.full(LANES, BIAS), chance.normal(0, BIAS, LANES)
    for first in rows.T, shared.T, bias, own:
        first[0] = 0
    return {name: jnp.array(one, jnp.float32) for name, one in (
        ("rows", rows), ("shared", shared), ("bias", bias), ("own", own), ("other", -own))}


def summed(weights: Weights, factors: Array) -> Any:
    """The rows of inputs with their factors, and one of nothing for places without an input."""
    return jnp.clip(with_factors(weights["rows"], weights["shared"], factors), -HIGHEST, HIGHEST)


def with_factors(rows: Any, shared: Any, factors: Array) -> Any:
    """Rows with the weights of their factors, and a last one of nothing."""
    return (rows + shared.at[-1].set(0)[factors].sum(1)).at[-1].set(0)


def output(rows: Any, weights: Weights, inputs: Any) -> Any:
    """The outputs for inputs [n, 2, most]."""
    units = rows[inputs].sum(2) + weights["bias"]
    squares = jnp.clip(units[:, :, 1:], 0, 1) ** 2
    return (units[:, 0, 0] - units[:, 1, 0] + squares[:, 0] @ weights["own"][1:]
            + squares[:, 1] @ weights["other"][1:])


def train(network: Any, learnt: Positions, held: Positions, endings: Endings, settings: Settings,
          report: Report, log: Log = silent) -> Trained:
    """Train a net.

    Args:
        network: what nets see of the game (see `contract.network`).
        learnt: the positions to learn from, a batch at least.
        held: positions of other games, to measure by.
        endings: positions of endings; none only if `settings` says so.
        settings: see there.
        report: called with the progress.
        log: called with the loss after each epoch.
    """
    slope, factors = steepness(learnt.values, learnt.results), factors_of(network)
    aim = likelihoods(learnt.values, learnt.results, slope, settings.blend)
    many, few, steps = settings.split(len(learnt))
    optimiser = optax.adamw(optax.cosine_decay_schedule(settings.rate, steps, LAST_RATE),
                            weight_decay=settings.decay)
    weights = first_weights(factors, settings.seed)
    state = optimiser.init(weights)

    def loss(weights: Weights, inputs: Any, aim: Any) -> Any:
        told = output(summed(weights, factors), weights, inputs)
        return optax.sigmoid_binary_cross_entropy(told, aim).mean()

    def step(weights: Weights, state: Any, inputs: Any, aim: Any) -> tuple[Weights, Any]:
        changes, state = optimiser.update(jax.grad(loss)(weights, inputs, aim), state, weights)
        return optax.apply_updates(weights, changes), state
    learn, chance = jax.jit(step), np.random.default_rng(settings.seed)
    found = _trained(weights, factors, slope)
    for epoch in range(settings.epochs):
        for some in batches(len(learnt), many, chance):
            again = chance.integers(0, max(1, len(endings)), few)
            weights, state = learn(weights, state,
                                   np.concatenate([learnt.rows[some], endings.rows[again]]),
                                   np.concatenate([aim[some], endings.aims[again]]))
        found = _trained(weights, factors, slope)
        held_out = loss_of(outputs(found, held.rows), held, slope, settings.blend)
        report(f"epoch {epoch + 1}: held-out loss {held_out:.4f}")
        log(epoch + 1, {"held_out_loss": held_out})
    return found


def _trained(weights: Weights, factors: Array, slope: float) -> Trained:
    rows, bias, own, other = (np.asarray(one, np.float64) for one in (
        summed(weights, factors)[:-1], weights["bias"], weights["own"], weights["other"]))
    return Trained(rows, bias, own, other, slope)


def loss_of(told: Array, held: Positions, slope: float, blend: float) -> float:
    """How many nats a position of `held` costs more than it must, for outputs that are told."""
    return excess(logistic(told), likelihoods(held.values, held.results, slope, blend))


def batches(count: int, size: int, chance: np.random.Generator) -> Iterator[Array]:
    """All numbers below `count` but a few, in random batches of so many."""
    order = chance.permutation(count)
    for first in range(0, count - size + 1, size):
        yield order[first:first + size]


def outputs(net: Trained, inputs: Array) -> Array:
    """The outputs for any number of positions."""
    rows = jnp.array(np.vstack([net.rows, np.zeros(LANES)]), jnp.float32)
    weights = {name: jnp.array(getattr(net, name), jnp.float32)
               for name in ("bias", "own", "other")}
    run = jax.jit(output)
    return np.concatenate([np.asarray(run(rows, weights, inputs[first:first + BATCH]))
                           for first in range(0, len(inputs), BATCH)] or [np.zeros(0)])
