"""Proof-number search, put to questions about one game as it was played."""
from __future__ import annotations

from typing import Any

from ..board import Board
from .strategies import NO_LIMIT, CutShortError


class Numbers:
    """One table for all questions, so that what one has found out serves the others.

    Attributes:
        search: the template, specialised.
        memory: its memory.
        table: what it has learnt.
        nodes: positions made so far.

    Args:
        search: as above.
        board: the position of the claim.
        attacker: 0 White, 1 Black.
        megabytes: the size of the table.
    """

    def __init__(self, search: Any, board: Board, attacker: int, megabytes: int) -> None:
        self.search, self._board, self._attacker = search, board, attacker
        self.memory, self.table = search.new_memory(), search.new_table(max(1, megabytes))
        self.memory.repetition = int(board.options["repetition"])
        self._history = board.keys()[:-1]
        self._before, self._ended = 0, False

    @property
    def nodes(self) -> int:
        return self._before + int(self.memory.nodes)

    def stop(self) -> None:
        """End the answer that is under way, and all that follow."""
        self._ended = True
        self.memory.signals[self.search.STOP] = 1

    def wins(self, limit: int = NO_LIMIT) -> int:
        """Whether the attacker can force a win in the game of the claim, as `forces` says it."""
        self.memory.no_progress = int(self._board.options["no_progress"])
        return self._answer(self._board._p, limit, self._board.idle_moves)

    def forces(self, p: Any, limit: int = NO_LIMIT) -> int:
        """Whether the attacker can force a win, in a game that lack of progress never ends.

        Args:
            p: a running position that is not barred.
            limit: after how many positions to give up, nearly.

        Returns:
            1 for yes; -1 for no; 0 if the limit came first, or if the search looks no further
            ahead: then `memory.aborted` is not set.

        Raises:
            CutShortError: if it was stopped.
        """
        self.memory.no_progress = 0
        answer = self._answer(p, limit, 0)
        if self._ended:
            raise CutShortError
        return answer

    def _answer(self, p: Any, limit: int, idle: int) -> int:
        self._before, self.memory.nodes = self.nodes, 0
        lost = int(p.side) != self._attacker
        answer, _ = self.search.prove(p, self.memory, self.table, limit, lost, idle, self._history)
        return int(answer)
