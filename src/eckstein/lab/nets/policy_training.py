"""Training a policy on the moves that were made, with JAX and Optax.

A policy says how likely each legal move is: the softmax of its logits (see `contract.traits`).  The
loss is the cross-entropy of the move that was made.  Rows of inputs and of traits learn as the sum
of their own weights and of those of their factors, as the rows of a net do.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from ...kernel.bits import LANES
from ..data.games import Array
from ..logs import Log, silent
from .choices import Choices
from .training import (
    BATCH,
    BIAS,
    LAST_RATE,
    SPREAD,
    SPREAD_OF_FACTORS,
    Report,
    Weights,
    batches,
    factors_of,
    numbered,
    summed,
    with_factors,
)

ROUND = 8192                # moves of a step are filled up to so many, or twice, or three times


@dataclass(frozen=True)
class Settings:
    """How a policy is trained.

    Attributes:
        epochs: how often all positions are seen.
        rate: the rate of learning at first; it falls by a cosine.
        decay: of weights, with each step in relation to the rate.
        seed: of the first weights and of the order.
        grain: of the finished policy: weights of its traits are multiples of it.
    """

    epochs: int = 2
    rate: float = 3e-3
    decay: float = 0.1
    seed: int = 1
    grain: int = 16


@dataclass(frozen=True)
class Trained:
    """A policy after training.

    Attributes:
        rows: float [inputs, LANES], those of inputs with their factors.
        bias: float [LANES].
        traits: float [traits, 2 * LANES], those of traits with their factors, in nats.
    """

    rows: Array
    bias: Array
    traits: Array


@dataclass(frozen=True)
class Quality:
    """How well a policy foretells the moves of some positions.

    Attributes:
        loss: in nats a position.
        first: the share of positions in which no move was likelier than the one that was made.
    """

    loss: float
    first: float

    def __str__(self) -> str:
        return f"held-out loss {self.loss:.4f}, best move first {self.first:.3f}"


def quality(logits: Array, seen: Choices) -> Quality:
    """The quality of logits in nats [m], one for each move of the positions."""
    if not len(seen):
        return Quality(0.0, 0.0)
    begins, of_move = seen.offsets[:-1], seen.position_of_move()
    logits = logits - np.maximum.reduceat(logits, begins)[of_move]
    made = logits[begins + seen.chosen]
    whole = np.log(np.add.reduceat(np.exp(logits), begins))
    return Quality(float((whole - made).mean()), float((made == 0).mean()))


def logits_of(rows: Any, bias: Any, traits: Any, inputs: Any, found: Any, of_move: Any) -> Any:
    """Logits in nats [m] of moves.

    The first unit of each view is always full, so its weights are the biases of traits.

    Args:
        rows, traits: as `Trained` has them, each with a last one of nothing.
        bias: see there.
        inputs: int [n, 2, most].
        found: int [m, k], the traits of moves.
        of_move: int [m], the positions of moves.
    """
    units = jnp.clip(rows[inputs].sum(2) + bias, 0, 1).at[:, :, 0].set(1)
    return (traits[found].sum(1) * units.reshape(len(inputs), -1)[of_move]).sum(1)


def first_weights(factors: Array, of_traits: Array, seed: int) -> Weights:
    """Weights to begin with; those of traits are 0, so all moves are alike."""
    chance = np.random.default_rng(seed)
    return {name: jnp.array(one, jnp.float32) for name, one in (
        ("rows", chance.normal(0, SPREAD, (len(factors), LANES))),
        ("shared", chance.normal(0, SPREAD_OF_FACTORS, (factors.max() + 1, LANES))),
        ("bias", np.full(LANES, BIAS)),
        ("traits", np.zeros((len(of_traits), 2 * LANES))),
        ("shared traits", np.zeros((of_traits.max() + 1, 2 * LANES))))}


def train(network: Any, traits: Any, learnt: Choices, held: Choices, settings: Settings,
          report: Report, log: Log = silent) -> Trained:
    """Train a policy.

    Args:
        network: what nets see of the game (see `contract.network`).
        traits: what policies see of its moves (see `contract.traits`).
        learnt: the positions to learn from, a batch at least.
        held: positions of other games, to measure by.
        settings: see there.
        report: called with the progress.
        log: called with the quality after each epoch.
    """
    factors, of_traits = factors_of(network), numbered(traits.TRAITS, traits.factors)
    steps = max(1, settings.epochs * (len(learnt) // BATCH))
    optimiser = optax.adamw(optax.cosine_decay_schedule(settings.rate, steps, LAST_RATE),
                            weight_decay=settings.decay)
    weights = first_weights(factors, of_traits, settings.seed)
    state = optimiser.init(weights)

    def loss(weights: Weights, inputs: Any, found: Any, of_move: Any, made: Any) -> Any:
        logits = logits_of(summed(weights, factors), weights["bias"], with_factors(
            weights["traits"], weights["shared traits"], of_traits), inputs, found, of_move)
        # Moves that fill up belong to a position after the last one.
        most = jax.lax.stop_gradient(jax.ops.segment_max(logits, of_move, BATCH + 1))
        whole = jax.ops.segment_sum(jnp.exp(logits - most[of_move]), of_move, BATCH + 1)
        return (most[:-1] + jnp.log(whole[:-1]) - logits[made]).mean()

    def step(weights: Weights, state: Any, *some: Any) -> tuple[Weights, Any]:
        changes, state = optimiser.update(jax.grad(loss)(weights, *some), state, weights)
        return optax.apply_updates(weights, changes), state
    learn, chance = jax.jit(step), np.random.default_rng(settings.seed)
    found = _trained(weights, factors, of_traits)
    for epoch in range(settings.epochs):
        for some in batches(len(learnt), BATCH, chance):
            weights, state = learn(weights, state, *filled(learnt.select(some), traits.TRAITS))
        found = _trained(weights, factors, of_traits)
        held_out = quality(outputs(found, held), held)
        report(f"epoch {epoch + 1}: {held_out}")
        log(epoch + 1, {"held_out_loss": held_out.loss, "first": held_out.first})
    return found


def filled(some: Choices, none: int) -> tuple[Array, ...]:
    """Inputs, traits, the position of each move and the place of the move that was made; moves
    are filled up with such that have no trait (`none`) and belong to a position after the last.
    """
    moves = len(some.traits)
    room = -(-moves // ROUND) * ROUND
    traits = np.full((room, some.traits.shape[1]), none, np.int32)
    of_move = np.full(room, len(some), np.int32)
    traits[:moves], of_move[:moves] = some.traits, some.position_of_move()
    return some.rows.astype(np.int32), traits, of_move, some.offsets[:-1] + some.chosen


def outputs(policy: Trained, seen: Choices) -> Array:
    """The logits in nats of all moves of any number of positions."""
    rows, traits = (jnp.array(np.vstack([one, np.zeros((1, one.shape[1]))]), jnp.float32)
                    for one in (policy.rows, policy.traits))
    run, bias, told = jax.jit(logits_of), jnp.array(policy.bias, jnp.float32), [np.zeros(0)]
    for some in parts(seen):
        inputs, found, of_move, _ = filled(some, len(policy.traits))
        told.append(np.asarray(run(rows, bias, traits, inputs, found, of_move),
                               np.float64)[:len(some.traits)])
    return np.concatenate(told)


def parts(seen: Choices) -> Iterator[Choices]:
    """Positions, a batch at a time."""
    for first in range(0, len(seen), BATCH):
        yield seen.select(np.arange(first, min(first + BATCH, len(seen))))


def _trained(weights: Weights, factors: Array, of_traits: Array) -> Trained:
    rows, bias, traits = (np.asarray(one, np.float64) for one in (
        summed(weights, factors)[:-1], weights["bias"],
        with_factors(weights["traits"], weights["shared traits"], of_traits)[:-1]))
    return Trained(rows, bias, traits)
