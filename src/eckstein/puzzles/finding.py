"""Whether a position makes a puzzle: exactly one move wins, or exactly one does not lose.

A position is a task to win within N plies if one move does, no move wins sooner, and no other move
wins within N + MARGIN plies.  It is a task not to lose if all moves but one lose within N plies,
and the one does not lose within N + HOLDS.  All of that is proved by search at full width; where a
proof would take too long, there is no puzzle.
"""
from __future__ import annotations

from typing import NamedTuple

from ..board import Board
from .exact import Exact, UnsettledError
from .puzzle import Task

MARGIN, HOLDS = 2, 4
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
        look: answers whether there is a win at all, within few positions.
        exact: answers all other questions.
        board: unchanged.

    Raises:
        UnsettledError: if that would take too long.
    """
    if len(board.legal_moves) < FEWEST:
        return None
    try:
        plies = look.shortest(board, LOOK_AHEAD, int(board._p.side))
    except UnsettledError:
        plies = 0
    return _win(exact, board, plies) if plies else _save(exact, board)


def _win(exact: Exact, board: Board, plies: int) -> Found | None:
    moves = exact.winning_moves(board, plies, most=2)
    if len(moves) != 1 or len(exact.winning_moves(board, plies + MARGIN, most=2)) != 1:
        return None
    return Found("win", moves[0], plies)


def _save(exact: Exact, board: Board) -> Found | None:
    other = 1 - int(board._p.side)
    open_moves = list(board.legal_moves)
    for plies in THREATS:
        open_moves = _not_lost(exact, board, open_moves, plies, other)
        if not open_moves:
            return None
        if len(open_moves) == 1:
            holds = _not_lost(exact, board, open_moves, plies + HOLDS, other)
            return Found("save", holds[0], plies) if holds else None
    return None


def _not_lost(exact: Exact, board: Board, moves: list[int], plies: int, other: int) -> list[int]:
    """Those moves after which the other player does not win within so many plies."""
    found = []
    for move in moves:
        board.push(move)
        try:
            if not exact.wins(board, plies - 1, other):
                found.append(move)
        finally:
            board.pop()
    return found
