"""Trees for the game `tree`, written down in few words or drawn by lot, and a search of them."""
import random

from .mazes import in_trees

TREES = in_trees("search.play.alphabeta")
Node = TREES.game.Node
NO_LIMIT = 10**9


def quiet(worth, plies=1):
    """A node of this worth from which nothing matters for some plies."""
    node = Node(worth=worth)
    for _ in range(plies):
        node = Node((node, node), worth)
    return node


def forced(plies, result=1, moves=2):
    """A node from which any way ends with this result after so many plies."""
    node = Node(result=result)
    for _ in range(plies):
        node = Node((node,) * moves)
    return node


def cycle(length, node=lambda ply: Node()):
    """The first of so many nodes that lead round and round."""
    nodes = [node(ply) for ply in range(length)]
    for ply, one in enumerate(nodes):
        object.__setattr__(one, "moves", (nodes[(ply + 1) % length],))
    return nodes[0]


def lots(seed, layers, ends, step=25):
    """The nodes of a tree, layer by layer; many are reached in several ways.

    A position is worth more the farther to the right it is, and no move leads far.  None has more
    than three moves, so that searches look at none of them less deeply.
    """
    choose, below, found = random.Random(seed), [], []
    for layer in range(layers, -1, -1):
        row = []
        for column in range(8):
            near = below[max(0, column - 1):column + 2]
            result = choose.choice([1, 2, 3]) if layer == layers and ends or (
                layer > 1 and choose.random() < ends) else 0
            row.append(Node(tuple(choose.sample(near, min(len(near), choose.choice([2, 2, 3])))),
                            worth=step * (column - 4) + choose.randrange(-4, 5), result=result,
                            forward=choose.random() < 0.15))
        below = row
        found.insert(0, row)
    return found


class Search:
    """A search with its memory and a table that stays warm."""

    def __init__(self, search=TREES, no_progress=0, repetition=0, table=None):
        self.search, self.memory = search, search.new_memory()
        self.table = search.new_table(1) if table is None else table
        search.attach(self.memory, self.table)
        self.memory.no_progress, self.memory.repetition = no_progress, repetition
        self.memory.limit = NO_LIMIT

    def __call__(self, p, depth, window=(-32000, 32000), idle=0, history=(), without=(),
                 reversible=None):
        memory = self.memory
        if isinstance(p, Node):
            p = self.search.game.Position(0, p)
        memory.nodes = memory.aborted = memory.deepest = 0
        memory.pv[0] = self.search.NONE
        memory.length, memory.path[:len(history)] = len(history), history
        memory.excluded, memory.out[:len(without)] = len(without), without
        self.search.enter(p, memory, 0, self.search.NONE, idle,
                          idle if reversible is None else reversible)
        return self.search.search(p, memory, 0, depth, *window, 0)

    @property
    def line(self):
        row = self.memory.pv[:self.search.PLIES]
        return row[:row.index(self.search.NONE)]
