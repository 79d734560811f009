"""What is known about playing a game that has not been studied yet: nothing."""
from ...kernel import kernel
from ...kernel.types import Array, Position
from .knowledge import urgency as urgency

SWING = 1000


@kernel
def plain(p: Position) -> int:
    """All positions are alike."""
    return 0


@kernel
def evaluate(p: Position) -> int:
    """All positions are alike."""
    return 0


@kernel
def noisy(p: Position, moves: Array, n: int) -> int:
    """No move is noisy."""
    return n
