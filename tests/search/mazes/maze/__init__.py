"""Walks on small random graphs, full of cycles: a game that is made to mislead searches.

White and Black move one token in turn, each along ways of his own; where it arrives may decide the
game.  In every second graph there is a half from which nobody comes back, and to enter it is
progress for good.  In the others some nodes are progress that is soon undone.
"""
import random
from typing import NamedTuple

from ...kernel import kernel, lookup
from ...kernel.bits import mix

TITLE, LETTER = "Maze", "M"
GRAPHS, NODES, WAYS = 60, 12, 3
FORWARD = 5
MAX_MOVES, MOVE_CODES, PASS = WAYS, WAYS, -1


def _graph(seed):
    choose = random.Random(seed)
    half = NODES if seed % 2 else NODES // 2
    ways = [choose.randrange(0 if node < half else half, NODES)
            if k == 0 or choose.random() < 0.6 else -1
            for node in range(NODES) for _ in range(2) for k in range(WAYS)]
    return half, ways, [choose.choice([0] * 9 + [1, 2, 3]) for _ in range(NODES)]


_ALL = [_graph(seed) for seed in range(GRAPHS)]
HALF = lookup(half for half, _, _ in _ALL)
WAY = lookup(way for _, ways, _ in _ALL for way in ways)
END = lookup(end for _, _, ends in _ALL for end in ends)


class Position(NamedTuple):
    """Where the token is."""

    side: int
    node: int
    graph: int


@kernel
def start():
    """The first node of the first graph."""
    return Position(0, 0, 0)


@kernel
def generate(p, moves, n):
    """Append the ways from here."""
    for k in range(WAYS):
        if WAY[((p.graph * NODES + p.node) * 2 + p.side) * WAYS + k] >= 0:
            moves[n] = k
            n += 1
    return n


@kernel
def apply(p, move):
    """Go that way."""
    way = ((p.graph * NODES + p.node) * 2 + p.side) * WAYS + move
    return Position(1 - p.side, WAY[way], p.graph)


@kernel
def outcome(p):
    """What the node decides."""
    return END[p.graph * NODES + p.node]


@kernel
def key(p):
    """A 63-bit identity of the position."""
    return mix(mix(1, p.graph), p.node * 2 + p.side)


@kernel
def progress(p, move, q):
    """Into the half of no return, or to a node that is reached again and again."""
    if HALF[p.graph] == NODES:
        return q.node % FORWARD == 0
    return p.node < HALF[p.graph] <= q.node


@kernel
def irreversible(p, move, q):
    """Where there is a half of no return."""
    return HALF[p.graph] < NODES
