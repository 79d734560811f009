"""Premoves: what a player can decide upon while the opponent thinks."""
from __future__ import annotations

from dataclasses import replace

from ..notation.moves import Effect, speak_move
from . import Board
from .description import Description

Way = tuple[tuple[str, ...], ...]


def premoves(board: Board) -> list[Description]:
    """The moves that the waiting player has after at least one reply of the opponent's.

    Args:
        board: any board; it is left as it is.

    Returns:
        Each way once, sorted by text, and nothing else of it: battles, losses and the end of the
        game depend on the opponent's move.  Without the pass, which is not a choice.
    """
    waiting, after = board.turn, board.copy()
    texts: set[str] = set()
    found: dict[Way, Description] = {}
    for move in board.legal_moves:
        after.push(move)
        for answer in after.legal_moves if after.turn != waiting else ():
            text = after.text(answer)
            if text not in texts:
                texts.add(text)
                notation = speak_move(after._context(), answer, Effect())
                told = replace(after.describe(answer), notation=notation)
                # A capture has another text than the same way to an empty square.
                known = found.setdefault(way_of(told), told)
                if len(told.removed) < len(known.removed):
                    found[way_of(told)] = told
        after.pop()
    return sorted((_alone(move) for move in found.values() if move.steps[0].kind != "pass"),
                  key=lambda move: move.text)


def way_of(move: Description) -> Way:
    """What two moves have in common that are the same apart from what they do to others."""
    return tuple((step.kind, step.origin or step.piece, step.target or "") for step in move.steps)


def _alone(move: Description) -> Description:
    """A move without what it does to others."""
    sent = tuple(gone for gone in move.removed if gone.why == "returned")
    return replace(move, battles=(), removed=sent, check=0, check_word="", threats=(),
                   winner=None, reason=None)
