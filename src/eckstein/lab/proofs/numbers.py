"""Proof-number search, put to questions about one game as it was played."""
from __future__ import annotations

from typing import Any

from ...board import Board
from .strategies import NO_LIMIT, CutShortError
from .together import Together

ALONE = 1 << 16             # positions; for fewer it does not pay to call the other threads


class Numbers:
    """One table for all questions, so that what one has found out serves the others.

    Attributes:
        search: the template, specialised.
        memory: of the thread that gave the last answer.
        table: what it has learnt.
        nodes: positions made so far.

    Args:
        search: as above.
        board: the position of the claim.
        attacker: 0 White, 1 Black.
        megabytes: the size of the table.
        threads: how many look for an answer together.
    """

    def __init__(self, search: Any, board: Board, attacker: int, megabytes: int,
                 threads: int = 1) -> None:
        self.search, self._board, self._attacker = search, board, attacker
        self.table = search.new_table(max(1, megabytes))
        self._together = Together([search.new_memory() for _ in range(threads)], search.STOP)
        self.memory = self._together.memories[0]
        for turn, memory in enumerate(self._together.memories):
            memory.turn, memory.repetition = turn, int(board.options["repetition"])
        self._history = board.keys()[:-1]
        self._before = 0

    @property
    def nodes(self) -> int:
        return self._before + self._together.nodes

    @property
    def ended(self) -> bool:
        """Whether `stop` has come."""
        return self._together.ended

    def stop(self) -> None:
        """End the answer that is under way, and all that follow."""
        self._together.stop()

    def release(self) -> None:
        """Let go of the table; nothing can be asked any more."""
        self.table = None

    def wins(self, limit: int = NO_LIMIT) -> int:
        """Whether the attacker can force a win in the game of the claim, as `forces` says it."""
        return self._answer(self._board._p, limit, self._board.idle_moves,
                            int(self._board.options["no_progress"]))

    def prepared(self, p: Any, counted: bool) -> Any:
        """The memory of a search that can be asked about what may follow a position.

        Args:
            p: the position.
            counted: whether who asks counts moves without progress himself; none has been made yet.
                Then what the last answer has found out is used, whether it counted them or not; if
                it was a trusting one (search/play/proof.py), only its proofs are.  Otherwise the
                search is as trusting as the last one was.
        """
        memory = self._together.memories[0]
        if counted:
            memory.heeds, memory.trusting = memory.heeds or memory.trusting, 0
        else:
            memory.heeds, memory.no_progress = 0, 0
        self.search.prepare(p, memory, self.table, int(p.side) != self._attacker, 0, self._history)
        self.search.begin_at(self.search.game.Position(*map(int, p)), memory)
        if counted:
            memory.no_progress = int(self._board.options["no_progress"])
        return memory

    def forces(self, p: Any, limit: int = NO_LIMIT, trusting: bool = False) -> int:
        """Whether the attacker can force a win, in a game that lack of progress never ends.

        Args:
            p: a running position that is not barred.
            limit: after how many positions of each thread to give up, nearly.
            trusting: whether failures count as if they held on any path (search/play/proof.py).
            Then
                "no" is likely, and a closed set must show whether it is right.

        Returns:
            1 for yes; -1 for no; 0 if the limit came first, or if the search looks no further
            ahead: then `memory.aborted` is not set.

        Raises:
            CutShortError: if it was stopped.
        """
        answer = self._answer(p, limit, 0, 0, trusting)
        if self.ended:
            raise CutShortError
        return answer

    def _answer(self, p: Any, limit: int, idle: int, no_progress: int,
                trusting: bool = False) -> int:
        self._before = self.nodes
        for memory in self._together.memories:
            memory.nodes, memory.no_progress = 0, no_progress
            memory.trusting, memory.heeds = int(trusting), 0
        lost = int(p.side) != self._attacker

        def ask(memory: Any) -> int:
            return int(self.search.prove(p, memory, self.table, limit, lost, idle,
                                         self._history)[0])
        if limit < ALONE or len(self._together.memories) == 1:
            self.memory = self._together.memories[0]
            return ask(self.memory)
        answer, self.memory = self._together.first(ask)
        return answer
