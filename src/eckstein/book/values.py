"""Values of positions: hundredths of a die for the player to move, and forced wins beyond MATED.

MATE - n is a win in n plies, n - MATE a loss, as in searches.
"""
from ..search._results import MATE, MATED

__all__ = ["MATE", "MATED", "before", "is_decided", "mate_of"]


def before(value: int) -> int:
    """What a move is worth to who makes it, by the value of the position that it leads to.

    A forced end is one ply farther away.
    """
    if is_decided(value):
        return -value - 1 if value < 0 else 1 - value
    return -value


def is_decided(value: int) -> bool:
    """Whether somebody wins by force."""
    return abs(value) > MATED


def mate_of(value: int) -> int | None:
    """Moves to the end, negative for a loss; None if nobody wins by force."""
    if not is_decided(value):
        return None
    moves = (MATE - abs(value) + 1) // 2
    return moves if value > 0 else -moves
