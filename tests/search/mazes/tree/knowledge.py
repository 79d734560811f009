"""What is known about trees: what their nodes say."""
from ...kernel import inner, kernel

SWING = 1000


@kernel
def plain(p):
    """What the node says, for the player to move."""
    return -p.node.worth if p.side else p.node.worth


evaluate = plain


@kernel
def noisy(p, moves, n):
    """Append the moves to loud nodes."""
    for move, node in enumerate(p.node.moves):
        if node.loud:
            moves[n] = move
            n += 1
    return n


@inner
def urgency(p, move):
    """What the node says."""
    return p.node.moves[move].urgent
