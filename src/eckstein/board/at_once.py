"""Wins with the next move."""
from . import Board


def wins_at_once(board: Board) -> bool:
    """Whether the player to move has a move that wins.

    Args:
        board: any board; it is left as it is.
    """
    mover = board.turn
    for move in list(board.legal_moves):
        board.push(move)
        end = board.outcome()
        board.pop()
        if end and end.winner is mover:
            return True
    return False
