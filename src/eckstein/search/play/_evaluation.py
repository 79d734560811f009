"""What a position is worth as it stands: by a net where the search has one, else by knowledge."""
from ...kernel import inline, inner, knowledge, network
from ...kernel.bits import net_value
from ...kernel.types import Memory, Position
from ._results import MATED


@inner
def by_either(p: Position, memory: Memory) -> int:
    """The value for the player to move, in hundredths of a die.

    Args:
        p: a running position.
        memory: a record with `net`, the address of a net's rows or 0, and room for `inputs`.
    """
    if memory.net == 0:
        return knowledge.evaluate(p)
    count = network.inputs(p, memory.inputs)
    value = net_value(memory.net, memory.inputs, count, network.MOST, network.INPUTS)
    return max(-MATED, min(MATED, value))


@inline
def by_knowledge(p: Position, memory: Memory) -> int:
    """The game has no net."""
    return knowledge.evaluate(p)


evaluate = by_either if network.INPUTS else by_knowledge
