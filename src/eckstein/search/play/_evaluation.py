"""What a position is worth as it stands: by a net where the search has one, else by knowledge.

A move changes few of the rows that a net adds up, so the sums of a position, its **units**, are
found from those of the position before it (efficiently updatable networks: Nasu, 2018), for which
they are found when they are first needed.  Each ply of the line that is searched keeps its own.
"""
from array import array as words_of
from typing import Any

from ...kernel import array, inline, inner, knowledge, network
from ...kernel.bits import (
    BIASES,
    CONSTANT,
    HALF,
    LANES,
    NOTHING,
    TOGETHER,
    UNITS,
    WEIGHTS,
    changed_value,
    load_fields,
    net_value,
)
from ...kernel.types import Array, Memory, Position
from ._results import MATED

BYTES = 2                   # of a number of a net
UNKNOWN, SEEN, SUMMED = range(3)    # of a ply: nothing, what nets see, and its units, too


def evaluation_fields(plies: int) -> dict[str, int]:
    """What `evaluate` needs in a memory: names and sizes, as for `record`.

    Beside `net`, the address of a net's rows or 0, and `inputs`, there are for each ply how much is
    `known` of its position (see UNKNOWN), what nets see of it, in `sights`, and its `units`.
    """
    kept = plies if network.FIELDS else 1
    return {"net": 0, "inputs": 2 * (network.MOST + 2 * TOGETHER), "known": kept,
            "sights": max(1, network.FIELDS) * kept, "units": UNITS * kept}


def new_net(rows: bytes) -> Array:
    """The rows of a net where the search can read them (see `net_value` in kernel/bits.py).

    Args:
        rows: LANES numbers of 16 bits each, the lowest byte first: those of inputs for one view,
            the biases, and the weights of the mover's units and of the other's.
    """
    size = BYTES * LANES
    paired, rest = in_pairs(rows)
    bias, own, other = (rest[size * i:size * (i + 1)] for i in range(3))
    total = sum(memoryview(own + other).cast("h"))
    more = {NOTHING: bytes(2 * size), BIASES: bias + bias, WEIGHTS: own + other,
            WEIGHTS + 1: other + own,
            CONSTANT: (HALF * total).to_bytes(4, "little", signed=True) + bytes(2 * size - 4)}
    return laid_out(paired + b"".join(more[i] for i in range(len(more))))


def in_pairs(rows: bytes) -> tuple[bytes, bytes]:
    """The rows of inputs for both views, and the rows behind those of inputs."""
    size, first = BYTES * LANES, network.INPUTS
    single = [rows[size * i:size * (i + 1)] for i in range(first)]
    return (b"".join(single[i] + single[network.mirrored(i)] for i in range(first)),
            rows[size * first:])


def laid_out(rows: bytes) -> Array:
    """Bytes, a multiple of eight, where the search can read them."""
    words = words_of("q", rows)
    found = array(len(words))
    found[:] = words
    return found


@inner
def see(p: Position, memory: Memory, ply: int) -> Any:
    """What nets see of a position; that is kept."""
    seen = network.seen(p)
    for k in range(network.FIELDS):
        memory.sights[ply * network.FIELDS + k] = seen[k]
    return seen


@inner
def note_position(p: Position, memory: Memory, ply: int) -> None:
    """Note that the line comes to a position which is not evaluated."""
    if memory.net:
        see(p, memory, ply)
        memory.known[ply] = SEEN


@inner
def note_beginning(memory: Memory, ply: int) -> None:
    """Note that nothing is known of the positions before this ply."""
    if ply:
        memory.known[ply - 1] = UNKNOWN


@inner
def summed(seen: Any, side: int, memory: Memory, ply: int) -> int:
    """The value by all inputs; the units are kept."""
    count = network.inputs(seen, memory.inputs)
    return net_value(memory.net, memory.inputs, count, memory.units, ply, network.INPUTS, side)


@inner
def by_changes(p: Position, memory: Memory, ply: int) -> int:
    """The value of p by the changes from the position before it, if that is known."""
    seen = see(p, memory, ply)
    memory.known[ply] = SUMMED
    if ply == 0 or memory.known[ply - 1] == UNKNOWN:
        return summed(seen, p.side, memory, ply)
    before = load_fields(seen, memory.sights, (ply - 1) * network.FIELDS)
    if memory.known[ply - 1] == SEEN:
        summed(before, 1 - p.side, memory, ply - 1)
        memory.known[ply - 1] = SUMMED
    count = network.changes(before, seen, memory.inputs)
    for k in range(2 * count, 2 * (count + TOGETHER - 1)):
        memory.inputs[k] = network.INPUTS
    return changed_value(memory.net, memory.inputs, count, memory.units, ply - 1, ply,
                         network.INPUTS, p.side)


@inner
def anew(p: Position, memory: Memory, ply: int) -> int:
    """The value of p by all its inputs."""
    return summed(network.seen(p), p.side, memory, 0)


by_net = by_changes if network.FIELDS else anew


@inner
def by_either(p: Position, memory: Memory, ply: int) -> int:
    """The value for the player to move, in hundredths of a die.

    Args:
        p: a running position.
        memory: a record with `evaluation_fields`.
        ply: of the position; that before it was evaluated, or given to `come_to`.
    """
    if memory.net == 0:
        return knowledge.evaluate(p)
    return max(-MATED, min(MATED, by_net(p, memory, ply)))


@inline
def by_knowledge(p: Position, memory: Memory, ply: int) -> int:
    """The game has no net."""
    return knowledge.evaluate(p)


@inline
def skip_position(p: Position, memory: Memory, ply: int) -> None:
    """No line is kept."""


@inline
def skip_beginning(memory: Memory, ply: int) -> None:
    """No line is kept."""


evaluate = by_either if network.INPUTS else by_knowledge
come_to = note_position if network.FIELDS else skip_position
begin_at = note_beginning if network.FIELDS else skip_beginning
