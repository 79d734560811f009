"""What speaks for each move before it is searched: a policy where the search has one, else urgency.

A policy gives each move a logit (see `contract.traits`), and its weight is the exponential of it:
the softmax, in whole numbers, which are the same in all lives.
"""
from ...kernel import game, inner, lookup, network, traits
from ...kernel.bits import LANES, LOGIT_FINE, NAT, UNITS, policy_logit, policy_units
from ...kernel.types import Array, Memory, Position
from ._evaluation import BYTES, in_pairs, laid_out
from ._tree import ONE, hope

FARTHEST = 10 * NAT         # behind the best logit; the weight of a move is never 0
FIRST_TRAIT = network.INPUTS + 1
NO_LOGIT = -1 << 60
STEP_DOWN = 4540188453729421605     # the exponential of -1 / NAT, in parts of 2 ** 62


def _shares() -> list[int]:
    """ONE times the exponential of 0, -1, -2, ... as logits, by whole numbers alone."""
    share, found = 1 << 62, []
    for _ in range(FARTHEST + 1):
        found.append(share * ONE + (1 << 61) >> 62)
        share = share * STEP_DOWN >> 62
    return found


SHARE = lookup(_shares())


def prior_fields() -> dict[str, int]:
    """What `weigh` needs in a memory: names and sizes, as for `record`.

    Beside `policy`, the address of a policy's rows or 0, there are the units that it `sees`, the
    `traits` of a move, and the `hopes` of all moves.
    """
    return {"policy": 0, "sees": UNITS, "traits": traits.MOST, "hopes": game.MAX_MOVES}


def new_policy(rows: bytes) -> Array:
    """The rows of a policy where the search can read them (see `policy_units` in kernel/bits.py).

    Args:
        rows: LANES numbers of 16 bits each, the lowest byte first: those of inputs for one view,
            the biases, and two for each trait, of the mover's units and of the other's.
    """
    size = BYTES * LANES
    paired, rest = in_pairs(rows)
    return laid_out(paired + 2 * rest[:size] + rest[size:])


@inner
def by_policy(p: Position, memory: Memory, count: int) -> int:
    """See `weigh`: the weight of the best move is ONE."""
    count_of_inputs = network.inputs(network.seen(p), memory.inputs)
    policy_units(memory.policy, memory.inputs, count_of_inputs, network.INPUTS, p.side, memory.sees)
    best = NO_LOGIT
    for i in range(count):
        logit = 0
        for k in range(traits.traits(p, memory.moves[i], memory.traits)):
            logit += policy_logit(memory.policy, FIRST_TRAIT + memory.traits[k], memory.sees)
        memory.hopes[i] = logit >> LOGIT_FINE
        best = max(best, memory.hopes[i])
    whole = 0
    for i in range(count):
        memory.hopes[i] = SHARE[min(best - memory.hopes[i], FARTHEST)]
        whole += memory.hopes[i]
    return whole


@inner
def weigh(p: Position, memory: Memory, count: int) -> int:
    """Write into `memory.hopes` the weight of each move in the priors, 1 or more.

    Args:
        p: a running position.
        memory: a record with `prior_fields` and `evaluation_fields`, and the moves of p.
        count: how many there are.

    Returns:
        The sum of the weights.
    """
    if memory.policy and memory.informed:
        return by_policy(p, memory, count)
    whole = 0
    for i in range(count):
        memory.hopes[i] = hope(p, memory, memory.moves[i])
        whole += memory.hopes[i]
    return whole
