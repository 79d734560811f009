"""Exact answers about short wins in positions that nothing was played before."""
from __future__ import annotations

import sys
from itertools import islice
from typing import Any

from ..base.errors import EcksteinError
from ..board import Board
from ..kernel.options import own_values
from ..kernel.specialise import specialise

MEGABYTES = 16


class UnsettledError(EcksteinError):
    """The answer would have taken more positions than were allowed."""


class Exact:
    """The search at full width (search/play/bounded.py), put to questions about one game.

    Args:
        board: of the game and options; what was played on it does not matter.
        limit: positions that an answer may take.
        compiled: whether to search with compiled code.
        megabytes: the size of its table.
    """

    def __init__(self, board: Board, limit: int, compiled: bool = True,
                 megabytes: float = MEGABYTES) -> None:
        own = own_values(board.options)
        self._search: Any = specialise("search.play.bounded", board.game, compiled=compiled, **own)
        self._memory = self._search.new_memory()
        self._table = self._search.new_table(megabytes)
        self._search.set_history(self._memory, self._table, board.options, 0, ())
        self._limit = limit

    def clear(self) -> None:
        """Forget all that was learnt, so that the next answers take what they take at first."""
        self._search.forget(self._table)
        self._memory.killers[:] = [0] * len(self._memory.killers)

    def shortest(self, board: Board, plies: int, attacker: int) -> int:
        """The plies of the attacker's shortest win within so many, 0 if there is none.

        Args:
            board: a running position.
            plies: from 1.
            attacker: 0 White, 1 Black; either may be to move.

        Raises:
            UnsettledError: if that takes too long.
        """
        return max(0, self._solve(board.state, plies, attacker))

    def length(self, board: Board, move: int, plies: int, attacker: int) -> int | None:
        """The plies of the attacker's shortest win that begins with a move; None if there is none.

        Args:
            board: a running position; unchanged.
            move: a legal one, of either player.
            plies: within how many from this move on, from 1.
            attacker: 0 White, 1 Black.

        Raises:
            UnsettledError: if that takes too long.
        """
        found = self._solve(board.rules.apply(board.state, move), plies - 1, attacker)
        return None if found == self._search.NO_WIN else 1 + found

    def wins(self, board: Board, plies: int, attacker: int, move: int | None = None) -> bool:
        """Whether the attacker has won, or can force a win within so many plies.

        Args:
            board: unchanged.
            plies: from 0.
            attacker: 0 White, 1 Black.
            move: a legal one, after which that is asked.

        Raises:
            UnsettledError: if that takes too long.
        """
        p = board.state if move is None else board.rules.apply(board.state, move)
        if result := int(board.rules.outcome(p)):
            return result == 1 + attacker
        if plies < 1:
            return False
        return self._solve(p, plies, attacker, max(0, plies - 2)) > 0

    def winning_moves(self, board: Board, plies: int, most: int = sys.maxsize) -> list[int]:
        """The moves after which the player to move wins within so many plies, this one included.

        Args:
            board: a running position; unchanged.
            plies: from 1.
            most: stop after so many.

        Raises:
            UnsettledError: if that takes too long.
        """
        side = int(board.state.side)
        winning = (move for move in board.legal_moves if self.wins(board, plies - 1, side, move))
        return list(islice(winning, most))

    def _solve(self, p: Any, plies: int, attacker: int, ruled_out: int = 0) -> int:
        """What `solve` of the search says; UnsettledError if that takes too long."""
        self._memory.limit = self._limit
        found = int(self._search.solve(p, self._memory, plies, attacker, ruled_out))
        if found == self._search.UNKNOWN:
            raise UnsettledError
        return found
