"""The tree of a tree search: its nodes, which of them a walk goes on to, and what comes back up.

The tree is a struct of arrays in one array of integers: field f of node n is at f * room + n.  The
children of a node lie side by side.  A **trail** is the nodes of a walk from a root, one for each
ply.  Certain results are backed up, too (MCTS-Solver: Winands, Björnsson and Saito, 2008).

Here `field` is one of VISITS to WAITING, `node` an index below `memory.nodes`, `proven` one of OPEN
to LOST, and a `value` goes from -SCALE (lost) to SCALE (won) for the player to move.
"""
import math

from ...kernel import inner, knowledge
from ...kernel.bits import load, store
from ...kernel.codes import DRAW
from ...kernel.types import Memory, Position
from .playout import playout

# The fields of a node.  TOTAL is the sum of its VISITS values for the player that moved there;
# FIRST is its first child; PRIOR is its share of ONE in the hopes for its parent's moves; PROVEN is
# the certain result for the player to move.  WAITING, only in trees with leaves that are valued
# outside (`memory.waits`), is how many walks through the node wait for a value.
VISITS, TOTAL, FIRST, CHILDREN, MOVE, PRIOR, PROVEN, WAITING = range(8)
OPEN, WON, DRAWN, LOST = range(4)

SCALE = 1 << 16             # the value of a win; a draw is 0
ONE = 1 << 16
DECIDED = 400               # an evaluation so high is worth half a win
REDUCTION = SCALE // 5      # how much worse than its parent an unvisited move is taken to be
SHARPEST = 3                # a move this urgent or more has 2**SHARPEST times the prior of another

urgency = knowledge.urgency


@inner
def get(memory: Memory, field: int, node: int) -> int:
    """A field of a node."""
    return load(memory.tree, field * memory.room + node)


@inner
def put(memory: Memory, field: int, node: int, value: int) -> None:
    """Set a field of a node to an integer."""
    store(memory.tree, field * memory.room + node, value)


@inner
def add_node(memory: Memory, move: int, prior: int, proven: int) -> None:
    """Add a node at the end of the tree; its prior goes from 0 to ONE."""
    node = memory.nodes
    memory.nodes += 1
    for field in (VISITS, TOTAL, FIRST, CHILDREN):
        put(memory, field, node, 0)
    put(memory, MOVE, node, move)
    put(memory, PRIOR, node, prior)
    put(memory, PROVEN, node, proven)
    if memory.waits:
        put(memory, WAITING, node, 0)


@inner
def certain(result: int, side: int) -> int:
    """The result of a game, which may be running, for a player."""
    if result == 0:
        return OPEN
    if result == DRAW:
        return DRAWN
    return WON if result == 1 + side else LOST


@inner
def hope(p: Position, memory: Memory, move: int) -> int:
    """The weight of a move in the priors, 1 to 2 ** (2 * SHARPEST): more the more urgent it is."""
    if not memory.informed:
        return 1
    return 1 << SHARPEST + max(-SHARPEST, min(SHARPEST, urgency(p, move)))


@inner
def settle(memory: Memory, node: int) -> None:
    """Conclude from its children whether the result of a node is certain."""
    first, best = get(memory, FIRST, node), LOST
    for child in range(first, first + get(memory, CHILDREN, node)):
        proven = get(memory, PROVEN, child)
        if proven == LOST:
            put(memory, PROVEN, node, WON)
            return
        if proven == OPEN:
            best = OPEN
        elif proven == DRAWN and best == LOST:
            best = DRAWN
    put(memory, PROVEN, node, best)


@inner
def select(memory: Memory, node: int) -> int:
    """The child that promises most, by its values so far and its prior.

    A child that has not been visited is expected to be somewhat worse than the node as a whole.
    Walks that wait count as lost, so that the next ones take other paths (virtual losses: Chaslot,
    Winands and van den Herik, 2008).
    """
    visits = get(memory, VISITS, node)
    unknown = -get(memory, TOTAL, node) / max(visits, 1) - REDUCTION
    if memory.waits:
        visits += get(memory, WAITING, node)
    weight = memory.explore * math.sqrt(visits) / 100 / ONE * SCALE
    first = get(memory, FIRST, node)
    best, chosen = -1e18, first
    for child in range(first, first + get(memory, CHILDREN, node)):
        proven = get(memory, PROVEN, child)
        if proven == WON:
            continue
        visits, lost = get(memory, VISITS, child), 0
        if memory.waits:
            lost = get(memory, WAITING, child)
            visits += lost
        value = unknown
        if proven == DRAWN:
            value = 0.0
        elif visits:
            value = (get(memory, TOTAL, child) - lost * SCALE) / visits
        promise = value + weight * get(memory, PRIOR, child) / (1 + visits)
        if promise > best:
            best, chosen = promise, child
    return chosen


@inner
def occurrences(memory: Memory, key: int, ply: int) -> int:
    """How often the position with this key at a ply has occurred; once on the path is enough."""
    for i in range(ply - 2, -1, -2):
        if memory.keys[i] == key:
            return memory.repetition
    times = 1
    for i in range(memory.length):
        if memory.past[i] == key:
            times += 1
    return times


@inner
def drawn(memory: Memory, ply: int, idle: int) -> bool:
    """Whether a running position at a ply is a draw because of what came before it."""
    if 0 < memory.no_progress <= idle:
        return True
    return memory.repetition > 0 and (
        occurrences(memory, memory.keys[ply], ply) >= memory.repetition)


@inner
def squashed(score: int) -> int:
    """A score of the evaluation as a value: steep near 0, and flat where the game is decided."""
    value = SCALE * abs(score) // (abs(score) + DECIDED)
    return value if score > 0 else -value


@inner
def sure(proven: int) -> int:
    """The value of a certain result, DRAWN, LOST or WON."""
    return SCALE if proven == WON else -SCALE if proven == LOST else 0


@inner
def estimate(p: Position, memory: Memory) -> int:
    """The value of a running position: by its evaluation, or by a random game of so many plies."""
    if memory.rollout == 0:
        return squashed(knowledge.evaluate(p))
    return sure(certain(playout(p, memory, memory.rollout), p.side))


@inner
def backup(memory: Memory, ply: int, value: int) -> None:
    """Add the value of the position at the end of the trail, at this ply, to all nodes above it."""
    for i in range(ply, -1, -1):
        node = memory.trail[i]
        put(memory, VISITS, node, get(memory, VISITS, node) + 1)
        put(memory, TOTAL, node, get(memory, TOTAL, node) - value)
        value = -value
        if i and get(memory, PROVEN, node):
            parent = memory.trail[i - 1]
            settle(memory, parent)
            if get(memory, PROVEN, parent):
                value = sure(get(memory, PROVEN, parent))
