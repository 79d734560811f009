"""The tree of moves that solves a puzzle.

Solver and defender take turns.  The solver's part has every move that still wins in time, the
quickest first.  The defender's has the replies, those that resist longest first, and of these the
ones that leave fewest ways to win: the first is what is played against the solver.  A tree that
would have more than MOST moves keeps only the replies that resist longest, and, if these are still
too many, only the first one.
"""
from __future__ import annotations

from typing import Any

from ....base.errors import EcksteinError
from ....board import Board
from ....engine.exact import Exact

MOST = 20
EVERY, LONGEST, FIRST = range(3)        # which replies are kept


class _TooLargeError(EcksteinError):
    """The tree has more than MOST moves."""


def solution(exact: Exact, board: Board, move: int, plies: int) -> list[Any] | None:
    """The tree that begins with a move; None if even the smallest is too large.

    Args:
        exact: answers questions.
        board: the puzzle's position; unchanged.
        move: the one that wins.
        plies: within which it does.

    Raises:
        UnsettledError: if a question takes too long.
    """
    for kept in (EVERY, LONGEST, FIRST):
        try:
            return [_Builder(exact, board.copy(), kept).follow(move, plies)]
        except _TooLargeError:
            continue
    return None


class _Builder:
    """Builds one tree on a board."""

    def __init__(self, exact: Exact, board: Board, kept: int) -> None:
        self._exact, self._board, self._kept = exact, board, kept
        self._solver, self._moves = int(board.state.side), 0

    def follow(self, move: int, plies: int) -> list[Any]:
        """A move of the solver that wins within so many plies, and what follows."""
        board = self._board
        text = self._text(move)
        board.push(move)
        replies = [] if board.is_game_over() else self._replies(plies - 1)
        board.pop()
        return [text, replies]

    def _replies(self, plies: int) -> list[Any]:
        board, known = self._board, list[tuple[int, int, str, int]]()
        for move in board.legal_moves:
            lasts = self._exact.length(board, move, plies, self._solver) or 1
            known.append((1 - lasts, 0, board.text(move), move))
        longest = min(lasts for lasts, *_ in known)
        if self._kept != EVERY:
            known = [reply for reply in known if reply[0] == longest]
        known = [(lasts, self._ways(move, plies - 1) if lasts == longest else 0, text, move)
                 for lasts, _, text, move in known]
        known.sort()
        if self._kept == FIRST:
            del known[1:]
        return [self._answer(move, plies) for *_, move in known]

    def _ways(self, move: int, plies: int) -> int:
        """How many moves still win in time after a reply."""
        self._board.push(move)
        ways = (0 if self._board.is_game_over()
                else len(self._exact.winning_moves(self._board, plies)))
        self._board.pop()
        return ways

    def _answer(self, move: int, plies: int) -> list[Any]:
        """A reply, and every move of the solver that still wins in time."""
        board, text = self._board, self._text(move)
        board.push(move)
        ways = []
        if not board.is_game_over():
            ways = [(self._exact.length(board, way, plies - 1, self._solver) or 1, board.text(way),
                     way)
                    for way in self._exact.winning_moves(board, plies - 1)]
        told = [self.follow(way, plies - 1) for *_, way in sorted(ways)]
        board.pop()
        return [text, told]

    def _text(self, move: int) -> str:
        self._moves += 1
        if self._moves > MOST:
            raise _TooLargeError
        return self._board.text(move)
