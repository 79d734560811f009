"""Trees for the game `tree`: written down in few words, or drawn by lot."""
import random

from .mazes import in_trees

Node = in_trees("games.tree").Node


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
