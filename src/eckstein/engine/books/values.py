"""Values of positions: hundredths of a die for the player to move, and forced wins beyond MATED.

MATE - n is a win in n plies, n - MATE a loss, as in searches.
"""
from ...board.score import Score
from ...search.play._results import MATE, MATED

__all__ = ["MATE", "MATED", "before", "is_decided", "score_of"]


def before(value: int) -> int:
    """What a move is worth to the mover, by the value of the position that it leads to.

    A forced end is one ply farther away.
    """
    if is_decided(value):
        return -value - 1 if value < 0 else 1 - value
    return -value


def is_decided(value: int) -> bool:
    """Whether one side wins by force."""
    return abs(value) > MATED


def score_of(value: int) -> Score:
    """What a value of a book means to the player to move."""
    if not is_decided(value):
        return Score(value)
    won = Score.won_in(MATE - abs(value))
    return won if value > 0 else -won
