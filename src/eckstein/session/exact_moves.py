"""The sentences about what tables of endings, or the opening book, know of all legal moves."""
from __future__ import annotations

from itertools import groupby

from ..base.sentence import message_of
from ..board import WHITE, Board
from ..board.score import moves_in
from ..engine.books import BookError, find
from ..engine.books.values import score_of
from ..engine.tables import NoTableError, TableError, Value, certain
from ..words import phrase
from .sentences import Sentences, score_told, tell_moves


def tell_valued_moves(board: Board) -> Sentences:
    """All legal moves in the notation for people, by their values where these are known.

    Where no table and no book knows any, or what was played before makes them uncertain, the moves
    are merely listed.
    """
    try:
        found = certain(board) if board.legal_moves else None
    except NoTableError:
        return _by_book(board)
    except TableError as error:
        return [tell_moves(board), phrase("No table is used: {reason}.", reason=message_of(error))]
    if found is None:
        return [tell_moves(board)]
    told = [phrase("{count} {count:move|moves}, by the table {ending}:",
                   count=len(board.legal_moves),
                   ending=found.ending.name)]
    for (result, count), moves in groupby(found.moves, key=lambda one: _told(one.value)):
        texts = sorted(board.notation(one.move) for one in moves)
        told.append(_group(result, count, "  ".join(texts)))
    known = {one.move for one in found.moves}
    if doubted := sorted(board.notation(move) for move in board.legal_moves if move not in known):
        told.append(phrase("Uncertain after what was played: {list}.", list="  ".join(doubted)))
    return told


def _by_book(board: Board) -> Sentences:
    """All legal moves, with the values that the opening book has."""
    try:
        known = find(board)
    except BookError as error:
        return [tell_moves(board), phrase("No book is used: {reason}.", reason=message_of(error))]
    if known is None:
        return [tell_moves(board)]
    told = [phrase("{count} {count:move|moves}, by the opening book, with values in dice, "
                   "positive for White:",
                   count=len(board.legal_moves)),
            "  ".join(f"{board.notation(one.move)} "
                      f"{score_told(score_of(one.value).seen_by(WHITE, board.turn))}"
                      for one in known.moves)]
    inside = {one.move for one in known.moves}
    if others := sorted(board.notation(move) for move in board.legal_moves if move not in inside):
        told.append(phrase("Not in the book: {list}.", list="  ".join(others)))
    return told


def _told(value: Value) -> tuple[str, int]:
    """The result, and in how many moves it comes."""
    return value.result, moves_in(value.plies or 0)


def _group(result: str, count: int, moves: str) -> str:
    """The moves with one value."""
    if result == "won":
        return phrase("Won in {moves}: {list}.", moves=count, list=moves)
    if result == "lost":
        return phrase("Lost in {moves}: {list}.", moves=count, list=moves)
    return phrase("Drawn: {list}.", list=moves)
