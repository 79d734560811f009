"""A trained policy in whole numbers, as the tree search takes it, and what is lost by that."""
from __future__ import annotations

import numpy as np

from ...kernel.bits import FULL, LANES, LOGIT_FINE, NAT
from ..data.games import Array
from .choices import Choices
from .policy_training import Trained, parts

LARGEST = (1 << 15) - 1


def quantised(policy: Trained, grain: int) -> Array:
    """int16 [inputs + 1 + 2 * traits, LANES], in the form of `policy_units` in kernel/bits.py.

    Args:
        policy: see there.
        grain: weights of traits are multiples of it: the larger, the smaller the file.
    """
    units = np.vstack([policy.rows, policy.bias]) * FULL
    units[:, 0] = 0
    units[-1, 0] = FULL
    traits = policy.traits.reshape(-1, LANES) * (NAT << LOGIT_FINE) / FULL / grain
    most = LARGEST // grain
    return np.vstack([np.clip(np.rint(units), -LARGEST, LARGEST),
                      np.clip(np.rint(traits), -most, most) * grain]).astype(np.int16)


def logits(policy: Array, seen: Choices, inputs: int) -> Array:
    """What a policy in whole numbers says of moves [m], in nats.

    Args:
        policy: from `quantised`.
        seen: the positions.
        inputs: how many inputs there are.
    """
    rows, bias = np.vstack([policy[:inputs], np.zeros((1, LANES))]).astype(np.int32), policy[inputs]
    traits = np.vstack([policy[inputs + 1:].reshape(-1, 2 * LANES),
                        np.zeros((1, 2 * LANES))]).astype(np.int64)
    told = [np.zeros(0)]
    for some in parts(seen):
        units = np.clip(rows[some.rows].sum(2) + bias, 0, FULL).reshape(len(some), -1)
        found = (traits[some.traits].sum(1) * units[some.position_of_move()]).sum(1)
        told.append((found >> LOGIT_FINE) / NAT)
    return np.concatenate(told)
