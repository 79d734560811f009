"""What is true of knowledge that says nothing else: `specialise` fills gaps in its modules."""
from ...kernel import inner
from ...kernel.types import Position

URGENT_FIRST = True
SEES_WINS = False


@inner
def urgency(p: Position, move: int) -> int:
    """No move is known to be good."""
    return 0


@inner
def odds(p: Position, side: int) -> int:
    """Neither player is known to be better off."""
    return 0
