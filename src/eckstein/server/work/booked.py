"""What the opening book knows of a position and its moves."""
from __future__ import annotations

from ...book import BookError, find
from ...book.values import mate_of
from ..wire.http_boards import BookAnswer, BookedMove, BookRequest
from .views import board_of


def booked_moves(wish: BookRequest) -> BookAnswer:
    """The moves of the book with their values; none where there is no book that can be used.

    Raises:
        ValueError: with a sentence about the position or the moves.
    """
    board = board_of(wish)
    try:
        known = find(board)
    except BookError:       # which names a file of this machine, and that is nobody else's business
        known = None
    if known is None:
        return BookAnswer([])
    sign = 1 if board.turn == "white" else -1
    moves = []
    for one in known.moves:
        mate = mate_of(one.value)
        moves.append(BookedMove(one.text, board.notation(one.move),
                                sign * one.value if mate is None else None,
                                None if mate is None else sign * mate, one.below))
    return BookAnswer(moves, known.header.nodes)
