"""What is known about playing a game that nobody has studied yet: nothing."""
from ..kernel import kernel


@kernel
def evaluate(p):
    """All positions are alike."""
    return 0


@kernel
def noisy(p, moves, n):
    """No move is noisy."""
    return n


SWING = 1000                # how much a ply may change the value; see the other modules
