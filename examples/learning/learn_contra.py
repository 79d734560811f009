"""A small network learns Contra by playing itself: run it with a number of seconds, or without.

An actor-critic with one hidden layer, in NumPy alone, plays both sides of many games at once.  All
that it learns comes from the rewards of these games.
"""
from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from eckstein.lab.learning import BatchGame

GAMES, STEPS, HIDDEN = 256, 16, 128
RATE, DECAY = 2e-3, 0.95    # of learning; how much later rewards count
ENTROPY, VALUE = 0.01, 0.5  # weights in the loss
MOMENTA = 0.9, 0.999        # of Adam

Array = Any


class Network:
    """Priors of actions and a value, for the player to move."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        chance = np.random.default_rng(seed)

        def layer(rows: int, columns: int, scale: float) -> Array:
            return (scale * chance.standard_normal((rows, columns))).astype(np.float32)
        self.weights = [layer(inputs, HIDDEN, 0.15), np.zeros(HIDDEN, np.float32),
                        layer(HIDDEN, actions, 0.01), np.zeros(actions, np.float32),
                        layer(HIDDEN, 1, 0.01), np.zeros(1, np.float32)]
        self._first = [np.zeros_like(one) for one in self.weights]
        self._second = [np.zeros_like(one) for one in self.weights]
        self._updates = 0

    def __call__(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The probabilities of actions, values, and the hidden layer."""
        w1, b1, wp, bp, wv, bv = self.weights
        hidden = np.maximum(seen @ w1 + b1, 0)
        logits = np.where(masks, hidden @ wp + bp, -1e9)
        logits -= logits.max(1, keepdims=True)
        chances = np.exp(logits)
        return (chances / chances.sum(1, keepdims=True), np.tanh(hidden @ wv + bv)[:, 0], hidden)

    def learn(self, seen: Array, masks: Array, actions: Array, returns: Array) -> None:
        """One step towards actions that did better than expected, and towards true values."""
        chances, values, hidden = self(seen, masks)
        n, rows = len(seen), np.arange(len(seen))
        better = returns - values
        better = (better - better.mean()) / (better.std() + 1e-6)
        policy = chances * better[:, None]
        policy[rows, actions] -= better
        log = np.log(np.maximum(chances, 1e-9))
        policy += ENTROPY * chances * (log - (chances * log).sum(1, keepdims=True))
        policy /= n
        value = (VALUE * (values - returns) * (1 - values * values) / n)[:, None]
        _, _, wp, _, wv, _ = self.weights
        back = (policy @ wp.T + value @ wv.T) * (hidden > 0)
        self._update([seen.T @ back, back.sum(0), hidden.T @ policy, policy.sum(0),
                      hidden.T @ value, value.sum(0)])

    def _update(self, slopes: list[Array]) -> None:
        self._updates += 1
        one, two = MOMENTA
        rate = RATE * (1 - two ** self._updates) ** 0.5 / (1 - one ** self._updates)
        for weight, first, second, slope in zip(self.weights, self._first, self._second, slopes,
                                                strict=True):
            first += (1 - one) * (slope - first)
            second += (1 - two) * (slope * slope - second)
            weight -= rate * first / (np.sqrt(second) + 1e-8)


def seen_by(batch: BatchGame) -> Array:
    """The planes of all games as rows of numbers."""
    return batch.observations.reshape(batch.n, -1).astype(np.float32)


def drawn(chances: Array, chance: np.random.Generator) -> Array:
    """An action for each row, by its probabilities."""
    sums = chances.cumsum(1)
    return (sums < chance.random((len(sums), 1)) * sums[:, -1:]).sum(1)


def learn(seconds: float, seed: int = 0, report: Any = None) -> Network:
    """Play and learn for so many seconds of the processor's time.

    Args:
        seconds: how long.
        seed: of all chance.
        report: called now and then with the seconds so far and the network.
    """
    batch = BatchGame("contra", GAMES, seed=seed, random_plies=4)
    network = Network(seen_by(batch).shape[1], batch.actions, seed)
    chance = np.random.default_rng(seed)
    begin, told = time.process_time(), 0.0
    while (spent := time.process_time() - begin) < seconds:
        if report and spent >= told:
            report(spent, network)
            told += max(1.0, seconds / 20)
        steps = []
        for _ in range(STEPS):
            seen, masks = seen_by(batch), batch.action_mask != 0
            chances, values, _ = network(seen, masks)
            actions = drawn(chances, chance)
            batch.step(actions)
            steps.append((seen, masks, actions, values, batch.rewards.astype(np.float32),
                          batch.terminated.copy()))
        _, ahead, _ = network(seen_by(batch), batch.action_mask != 0)
        returns = []
        for *_, rewards, over in reversed(steps):
            # The next position is the opponent's: what is good for him is bad for the mover.
            ahead = np.where(over, rewards, -DECAY * ahead)
            returns.append(ahead)
        network.learn(*(np.concatenate(parts) for parts in list(zip(*steps, strict=True))[:3]),
                      np.concatenate(returns[::-1]))
    return network


def score(network: Network, games: int = 400, seed: int = 1) -> float:
    """The share of the points that the network takes from random play, half as each side."""
    batch = BatchGame("contra", games, seed=seed, autoreset="off")
    ours = np.arange(games) % 2         # the side that the network plays in each game
    while (running := batch.reason == 0).any():
        chances, _, _ = network(seen_by(batch), batch.action_mask != 0)
        batch.step(np.where(batch.player == ours, chances.argmax(1), batch.sample()), running)
    return float(np.mean(np.where(batch.winner < 0, 0.5, batch.winner == ours)))


def main() -> None:
    """Show a learning curve."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    print("seconds  points against random play")
    network = learn(seconds, report=lambda spent, now: print(
        f"{spent:7.0f}  {score(now):.3f}", flush=True))
    print(f"{seconds:7.0f}  {score(network):.3f}")


if __name__ == "__main__":
    main()
