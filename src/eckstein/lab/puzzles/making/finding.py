"""Whether a position makes a puzzle: exactly one move wins, or exactly one does not lose.

A position is a task to win within N plies if one move does, no move wins sooner, and no other move
wins within N + MARGIN plies.  It is a task not to lose if all moves but one lose within N plies,
and the one does not lose within N + HOLDS.  All of that is proved by search at full width; where a
proof would take too long, there is no puzzle.
"""
from __future__ import annotations

from typing import NamedTuple

from ....board import Board
from ....engine.exact import Exact, UnsettledError
from ..puzzle import HOLDS, MARGIN, Task

LOOK_AHEAD = 7              # plies
THREATS = 2, 4, 6           # plies within which a player may lose
FEWEST = 3                  # legal moves


class Found(NamedTuple):
    """A task: "win" or "save", the one move, and the plies."""

    task: Task
    move: int
    plies: int


def find(look: Exact, exact: Exact, board: Board) -> Found | None:
    """The task that a running position sets, if it sets one.

    Args:
        look: answers the first questions, whether there is anything, within few positions.
        exact: answers all others.
        board: unchanged.

    Raises:
        UnsettledError: if that would take too long.
    """
    if len(board.legal_moves) < FEWEST:
        return None
    try:
        plies = look.shortest(board, LOOK_AHEAD, int(board.state.side))
    except UnsettledError:
        plies = 0
    if not plies:
        return _save(look, exact, board)
    # A win in an even number of plies is one that the loser brings about by his own last move.
    return _win(exact, board, plies) if plies % 2 else None


def _win(exact: Exact, board: Board, plies: int) -> Found | None:
    moves = exact.winning_moves(board, plies, most=2)
    if len(moves) != 1 or len(exact.winning_moves(board, plies + MARGIN, most=2)) != 1:
        return None
    return Found("win", moves[0], plies)


def _save(look: Exact, exact: Exact, board: Board) -> Found | None:
    other = 1 - int(board.state.side)
    lost: list[int] = []
    held: list[int] = []
    for move in board.legal_moves:
        (lost if look.wins(board, THREATS[-1] - 1, other, move) else held).append(move)
        if len(held) > 1:
            return None
    if not held:
        return None
    plies = next(plies for plies in THREATS
                 if all(exact.wins(board, plies - 1, other, move) for move in lost))
    if exact.wins(board, plies + HOLDS - 1, other, held[0]):
        return None
    return Found("save", held[0], plies)
