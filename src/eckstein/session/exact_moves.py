"""The sentences about what tables of endings know of all legal moves."""
from __future__ import annotations

from itertools import groupby

from ..board import Board
from ..tables import NoTableError, TableError, Value, certain
from ..words import phrase
from .sentences import Sentences, tell_moves


def tell_valued_moves(board: Board) -> Sentences:
    """All legal moves in the notation for people, by their values where a table knows them.

    Where none does, or what was played before makes the value uncertain, they are merely listed.
    """
    try:
        found = certain(board) if board.legal_moves else None
    except NoTableError:
        return [tell_moves(board)]
    except TableError as error:
        return [tell_moves(board), phrase("No table is used: {reason}.", reason=str(error))]
    if found is None:
        return [tell_moves(board)]
    told = [phrase("{count} moves, by the table {ending}:", count=len(board.legal_moves),
                   ending=found.ending.name)]
    for value, moves in groupby(found.moves, key=lambda one: one.value):
        texts = sorted(board.notation(one.move) for one in moves)
        told.append(_group(value, "  ".join(texts)))
    known = {one.move for one in found.moves}
    if doubted := sorted(board.notation(move) for move in board.legal_moves if move not in known):
        told.append(phrase("Uncertain after what was played: {list}.", list="  ".join(doubted)))
    return told


def _group(value: Value, moves: str) -> str:
    """The moves with one value."""
    if value.result == "won":
        return phrase("Won in {plies}: {list}.", plies=value.plies, list=moves)
    if value.result == "lost":
        return phrase("Lost in {plies}: {list}.", plies=value.plies, list=moves)
    return phrase("Drawn: {list}.", list=moves)
