"""What the opening book knows of a position and its moves."""
from __future__ import annotations

from ...board import WHITE
from ...engine.books import BookError, find
from ...engine.books.values import score_of
from ...wire.http_boards import BookAnswer, BookedMove, BookRequest
from .lines import board_of


def booked_moves(wish: BookRequest) -> BookAnswer:
    """The moves of the book with their values; none where there is no book that can be used.

    Raises:
        ValueError: with a sentence about the position or the moves.
    """
    board = board_of(wish)
    try:
        known = find(board)
    except BookError:       # it names a file of this machine, which is private
        known = None
    if known is None:
        return BookAnswer([])
    moves = []
    for one in known.moves:
        score = score_of(one.value).seen_by(WHITE, board.turn)
        moves.append(BookedMove(one.text, board.notation(one.move), score.value, score.mate,
                                one.below))
    return BookAnswer(moves, known.header.nodes)
