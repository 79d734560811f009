"""Asking a book about a position and the moves from it."""
from __future__ import annotations

from typing import NamedTuple

from ...board import Board
from .book_file import Book, Header, key_of, open_book
from .values import before


class BookMove(NamedTuple):
    """A legal move that a book has.

    Attributes:
        move: as `Board.push` takes it.
        text: its plain text.
        value: for the mover, as `Entry.value`.
        below: how many positions of the book can follow it, the one that it leads to included.
    """

    move: int
    text: str
    value: int
    below: int


class Known(NamedTuple):
    """What a book knows about a position.

    Attributes:
        header: of the book.
        value: for the player to move, as `Entry.value`.
        moves: those that the book has, the best first.
    """

    header: Header
    value: int
    moves: list[BookMove]


def find(board: Board) -> Known | None:
    """What the book says; None where it says nothing, or there is no book.

    It says nothing where a move of it would bring back a position that has been on the board, for
    its values assume that nothing was played before.

    Args:
        board: not changed.

    Raises:
        BookError: if the book is damaged, or of other rules.
    """
    book = open_book(board.game, board.options)
    if book is None or not board.legal_moves:
        return None
    entry = book.entries.get(key_of(board))
    if entry is None or not entry.below:
        return None
    moves = moves_of(book, board)
    seen = set(board.keys())
    if any(after in seen for _, after in moves):
        return None
    return Known(book.header, entry.value, [one for one, _ in moves])


def moves_of(book: Book, board: Board) -> list[tuple[BookMove, int]]:
    """The moves that lead to positions of a book, the best first, with the keys of these."""
    found: list[tuple[BookMove, int]] = []
    ahead = board.copy()
    for move in list(board.legal_moves):
        ahead.push(move)
        entry, key = book.entries.get(key_of(ahead)), ahead.key
        ahead.pop()
        if entry is not None:
            found.append((BookMove(move, board.text(move), before(entry.value), entry.below + 1),
                          key))
    found.sort(key=lambda one: (-one[0].value, -one[0].below, one[0].text))
    return found


def line(board: Board, move: int) -> list[int]:
    """A move, and the best moves of the book after it, as far as it goes."""
    ahead, moves = board.copy(), [move]
    ahead.push(move)
    while (known := find(ahead)) is not None:
        moves.append(known.moves[0].move)
        ahead.push(moves[-1])
    return moves
