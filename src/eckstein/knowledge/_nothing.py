"""What is known about playing a game that nobody has studied yet: nothing."""
from ..kernel import kernel
from ._defaults import urgency as urgency

SWING = 1000


@kernel
def plain(p):
    """All positions are alike."""
    return 0


@kernel
def evaluate(p):
    """All positions are alike."""
    return 0


@kernel
def noisy(p, moves, n):
    """No move is noisy."""
    return n
