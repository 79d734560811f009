"""Game trees that a test writes down: a position is a node, and a move leads to one of its nodes.

The interpreted life takes any object for a field of a position.
"""
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from ...kernel import kernel
from ...kernel.bits import mix

TITLE, LETTER = "Tree", "T"
MAX_MOVES = MOVE_CODES = 48
PASS = -1

_names = count()


@dataclass(eq=False, repr=False, frozen=True, slots=True)
class Node:
    """A place in a tree, and the move that leads there; reached in two ways it is one position.

    Attributes:
        moves: where the player to move may go.
        worth: what is known about it, for White.
        result: how the game ends here; 0 if it goes on.
        forward, undone: whether the move to here is progress, and whether that can be undone.
        loud, urgent: whether it is noisy, and how soon to look at it.
        check: whether the player to move here is in check.
    """

    moves: tuple = ()
    worth: int = 0
    result: int = 0
    forward: bool = False
    undone: bool = False
    loud: bool = False
    urgent: int = 0
    check: bool = False
    name: int = field(default_factory=lambda: next(_names))


class Position(NamedTuple):
    """Where the game stands."""

    side: int
    node: Node


@kernel
def start():
    """A node with two ends."""
    return Position(0, Node((Node(result=1), Node(result=2))))


@kernel
def generate(p, moves, n):
    """Append the ways from here."""
    for move in range(len(p.node.moves)):
        moves[n] = move
        n += 1
    return n


@kernel
def apply(p, move):
    """Go that way."""
    return Position(1 - p.side, p.node.moves[move])


@kernel
def outcome(p):
    """What the node says."""
    return p.node.result


@kernel
def key(p):
    """A 63-bit identity of the position."""
    return mix(mix(mix(1, p.node.name), p.side), 7)


@kernel
def progress(p, move, q):
    """What the node says."""
    return q.node.forward


@kernel
def irreversible(p, move, q):
    """What the node says."""
    return not q.node.undone


@kernel
def in_check(p):
    """What the node says."""
    return p.node.check
