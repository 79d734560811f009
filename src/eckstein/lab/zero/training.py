"""Training of a network by JAX and Optax."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from ...engine.batch.columns import Array
from ...engine.batch.tree_search import Evaluator, Leaves
from ...engine.tree_search import DECIDED
from ...engine.zero.network import Network, Shape, forward
from ..data.replaying import Samples
from .settings import Settings

ILLEGAL = -1e9              # the logit of an action that is not legal


class Batch(NamedTuple):
    """Positions with their targets.

    Attributes:
        observations, scalars, masks: as in `Samples`.
        policies: float32 [b, actions]; all 0 where no policy is to be learned.
        values: float32 [b], from -1 to 1.
    """

    observations: Array
    scalars: Array
    masks: Array
    policies: Array
    values: Array


class Trainer:
    """A network in training.

    Args:
        settings: how it is trained.
        shape: how it is built.
        arrays: what `arrays` told of an earlier trainer, which goes on here; a new network if None.
    """

    def __init__(self, settings: Settings, shape: Shape,
                 arrays: Sequence[Array] | None = None) -> None:
        self._settings, self._shape = settings, shape
        optimiser, self._step = _compiled_step(shape, settings.learning_rate,
                                               settings.weight_decay, settings.averaging)
        weights = [jnp.asarray(array) for array in shape.first_weights(settings.seed)]
        # The weights, their average, the state of the optimiser, and how many steps were made.
        self._state: Any = (weights, weights, optimiser.init(weights), jnp.zeros((), jnp.int32))
        if arrays is not None:
            self._state = jax.tree.unflatten(jax.tree.structure(self._state),
                                             [jnp.asarray(array) for array in arrays])

    def arrays(self) -> list[Array]:
        """All that is needed to go on."""
        return [np.asarray(leaf) for leaf in jax.tree.leaves(self._state)]

    def network(self) -> Network:
        """The network as it is now, by the moving average of its weights."""
        return Network(self._shape, tuple(np.asarray(array) for array in self._state[1]))

    def train(self, batches: Iterable[Batch]) -> tuple[float, float]:
        """A step for each batch.

        Returns:
            The mean losses of policy and value, before the steps; 0 if there are none.
        """
        losses: list[Any] = [self._step_by(batch) for batch in batches]
        policy, value = np.mean(losses or [(0.0, 0.0)], axis=0).tolist()
        return policy, value

    def _step_by(self, batch: Batch) -> Array:
        rows = np.resize(np.arange(len(batch.values)), self._settings.batch_size)   # filled up
        self._state, losses = self._step(self._state, *(column[rows] for column in batch))
        return np.asarray(losses)


def of_self_play(samples: Samples, search_share: float) -> Batch:
    """What positions of self-play are to teach; `search_share` is that of `Settings`."""
    assert samples.policies is not None
    return Batch(samples.observations, samples.scalars, samples.masks, samples.policies,
                 value_targets(samples, search_share))


def value_targets(samples: Samples, search_share: float) -> Array:
    """What values are to become: float32 [b], the results mixed with what the search said."""
    told = samples.values.astype(np.float32)
    searched = told / (DECIDED + np.abs(told))
    return ((1 - search_share) * samples.results + search_share * searched).astype(np.float32)


def losses_of(shape: Shape, weights: Any, observations: Any, scalars: Any, masks: Any,
              policies: Any, values: Any) -> Any:
    """The losses of policy and value: cross entropy, where a policy is to be learned, and the
    squared error.
    """
    logits, told = forward(shape, weights, observations, scalars, jnp)
    chances = jax.nn.log_softmax(jnp.where(masks != 0, logits, ILLEGAL))
    taught = policies.sum(1) > 0
    policy = -(policies * chances).sum() / jnp.maximum(taught.sum(), 1)
    return jnp.stack([policy, jnp.mean((told - values) ** 2)])


@cache
def _compiled_step(shape: Shape, rate: float, decay: float, averaging: float) -> tuple[Any, Any]:
    """An optimiser, and a step of it, which is compiled when it is first made."""
    optimiser = optax.adamw(rate, weight_decay=decay)
    return optimiser, jax.jit(partial(_step, shape, optimiser, averaging))


def _step(shape: Shape, optimiser: Any, averaging: float, state: Any, *batch: Any) -> Any:
    def loss(given: Any) -> Any:
        losses = losses_of(shape, given, *batch)
        return losses.sum(), losses
    weights, averages, memory, steps = state
    slopes, losses = jax.grad(loss, has_aux=True)(weights)
    updates, memory = optimiser.update(slopes, memory, weights)
    weights = optax.apply_updates(weights, updates)
    kept = jnp.minimum(averaging, (1 + steps) / (10 + steps))   # the first weights are forgotten
    averages = jax.tree.map(lambda old, new: kept * old + (1 - kept) * new, averages, weights)
    return (weights, averages, memory, steps + 1), losses


def on_accelerator(network: Network) -> Evaluator | None:
    """The network on a GPU or the like; None where there is none, and NumPy is faster."""
    return None if jax.default_backend() == "cpu" else compiled(network)


def compiled(network: Network) -> Evaluator:
    """The network as JAX compiles it, for batches of a power of two."""
    weights = [jnp.asarray(array) for array in network.weights]
    jitted = jax.jit(partial(forward, network.shape, numpy=jnp))

    def evaluate(leaves: Leaves) -> tuple[Array, Array]:
        count = len(leaves)
        rows = np.resize(np.arange(count), 1 << max(0, count - 1).bit_length())
        logits, values = jitted(weights, leaves.observations[rows], leaves.scalars[rows])
        return np.asarray(logits)[:count], np.asarray(values)[:count]
    return evaluate


