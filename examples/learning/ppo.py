"""Proximal policy optimisation learns a game by playing itself.

    python examples/learning/ppo.py GAME FILE [SECONDS] [SEED]

One network plays both sides of many games at once (J. Schulman et al., "Proximal policy
optimization algorithms", 2017; advantages as in "High-dimensional continuous control using
generalized advantage estimation", 2016).  What it has learned is written to FILE, by which
`zero:net=FILE` plays.  Needs JAX and Optax: `pip install 'eckstein[nets]'`.
"""
from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from eckstein.engine.zero.network import Network, Shape, forward
from eckstein.engine.zero.network_file import Header, write_network
from eckstein.lab.benchmark import held_out
from eckstein.lab.learning import BatchGame

GAMES, STEPS = 256, 32      # at once, and plies of each in an iteration
HIDDEN = 256, 256
EPOCHS, TOGETHER = 3, 1024  # how often each position is learned from, and how many in a step
RATE, LONGEST_STEP = 5e-4, 0.5
DISCOUNT, TRACE = 0.99, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
RANDOM_PLIES, MOST_PLIES = 4, 200
ILLEGAL = -1e9              # the logit of an action that is not legal

Array = Any


class Rows(NamedTuple):
    """Positions that were played: an array for each kind of fact, with a row for each game.

    Attributes:
        observations, scalars, masks: what the player to move saw.
        actions: what it did.
        likelihoods: the logarithms of the probabilities with which it did so.
        values: what it expected, -1 to 1.
        learned: whether the position is learned from: not if it is one of the benchmark.
        rewards: of the player to move, for its action.
        over: whether the game ended by that.
    """

    observations: Array
    scalars: Array
    masks: Array
    actions: Array
    likelihoods: Array
    values: Array
    learned: Array
    rewards: Array
    over: Array


def learn(game: str, seed: int = 0, **options: Any) -> Iterator[tuple[int, Network]]:
    """Play and learn without end.

    Args:
        game: its name.
        seed: of all chance; games with the same one are the same.
        options: rule options.

    Yields:
        At the start and after each iteration, how many positions were played, and the network.
    """
    batch = BatchGame(game, GAMES, seed=seed * GAMES, random_plies=RANDOM_PLIES,
                      max_plies=MOST_PLIES, **options)
    shape, left_out = Shape.of(batch, HIDDEN), held_out(game, options)
    optimiser = optax.chain(optax.clip_by_global_norm(LONGEST_STEP), optax.adam(RATE))
    act, improve = jax.jit(partial(_act, shape)), jax.jit(partial(_improve, shape, optimiser))
    weights = [jnp.asarray(array) for array in shape.first_weights(seed)]
    memory, key = optimiser.init(weights), jax.random.key(seed)
    shuffle, positions = np.random.default_rng(seed), 0
    while True:
        yield positions, Network(shape, tuple(np.asarray(array) for array in weights))
        played = []
        for _ in range(STEPS):
            key, chance = jax.random.split(key)
            seen = batch.observations.copy(), batch.scalars.copy(), batch.action_mask.copy()
            told = [np.asarray(one) for one in act(weights, chance, *seen)]
            learned = ~np.isin(batch.keys(), left_out)
            batch.step(told[0])
            played.append(Rows(*seen, *told, learned, batch.rewards.astype(np.float32),
                               batch.terminated | batch.truncated))
        _, _, ahead = act(weights, key, batch.observations, batch.scalars, batch.action_mask)
        rows = Rows(*map(np.stack, zip(*played, strict=True)))
        better = advantages(rows, np.asarray(ahead))
        flat = [column.reshape(-1, *column.shape[2:])
                for column in (*rows[:5], better + rows.values, better, rows.learned)]
        for _ in range(EPOCHS):
            order = shuffle.permutation(STEPS * GAMES)
            for some in order.reshape(-1, TOGETHER):
                weights, memory = improve(weights, memory, *(column[some] for column in flat))
        positions += STEPS * GAMES


def advantages(rows: Rows, ahead: Array) -> Array:
    """How much better each move was than expected, float32 [steps, games].

    Args:
        rows: what was played, arrays [steps, games, ...].
        ahead: what the players to move now expect, float32 [games].
    """
    found, later = np.zeros_like(rows.values), np.zeros_like(ahead)
    for i in reversed(range(len(found))):
        # The next position is the opponent's: what is good for one is bad for the other.
        goes_on = np.where(rows.over[i], 0, -DISCOUNT)
        found[i] = later = (rows.rewards[i] + goes_on * ahead - rows.values[i]
                            + TRACE * goes_on * later)
        ahead = rows.values[i]
    return found


def _logits(shape: Shape, weights: Array, observations: Array, scalars: Array, masks: Array
            ) -> tuple[Array, Array]:
    """The logarithms of the probabilities of actions, and values."""
    logits, values = forward(shape, weights, observations, scalars, jnp)
    return jax.nn.log_softmax(jnp.where(masks != 0, logits, ILLEGAL)), values


def _act(shape: Shape, weights: Array, key: Array, *seen: Array) -> tuple[Array, Array, Array]:
    """Actions by chance, the logarithms of their probabilities, and values."""
    logits, values = _logits(shape, weights, *seen)
    actions = jax.random.categorical(key, logits)
    return actions, logits[jnp.arange(len(actions)), actions], values


def _improve(shape: Shape, optimiser: Any, weights: Array, memory: Array, *rows: Array
             ) -> tuple[Array, Array]:
    """A step of the optimiser."""
    slopes = jax.grad(partial(_loss, shape))(weights, *rows)
    updates, memory = optimiser.update(slopes, memory, weights)
    return optax.apply_updates(weights, updates), memory


def _loss(shape: Shape, weights: Array, observations: Array, scalars: Array, masks: Array,
          actions: Array, likelihoods: Array, returns: Array, better: Array, learned: Array
          ) -> Array:
    """The clipped loss of the policy, that of the value, and what keeps the policy from being too
    sure too early.
    """
    logits, values = _logits(shape, weights, observations, scalars, masks)
    better = (better - better.mean()) / (better.std() + 1e-6)
    ratio = jnp.exp(logits[jnp.arange(len(actions)), actions] - likelihoods)
    policy = -jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better)
    entropy = -(jnp.exp(logits) * jnp.where(masks != 0, logits, 0)).sum(1)
    each = policy + VALUE * (values - returns) ** 2 - ENTROPY * entropy
    return (each * learned).sum() / jnp.maximum(learned.sum(), 1)


def main(game: str, file: str, seconds: float = 300, seed: int = 0) -> None:
    """Learn for so many seconds of the processor, and write the network."""
    for positions, network in learn(game, seed):
        spent = time.process_time()
        print(f"\r{spent:.0f} s, {positions:,} positions", end="", flush=True)
        if spent >= seconds:
            how = f"ppo.py, seed {seed}, {positions:,} positions"
            write_network(file, Header.of(BatchGame(game, 1), network.shape, how), network)
            break
    print()


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], *map(float, sys.argv[3:4]), *map(int, sys.argv[4:5]))
