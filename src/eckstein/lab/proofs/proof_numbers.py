"""The proof-number solver (search/play/proof.py), asked about one game as it was played."""
from __future__ import annotations

from typing import Any

from ...board import Board
from .full_width import NO_LIMIT, CutShortError
from .team import Team

ALONE = 1 << 16             # positions; for fewer it does not pay to call the other threads


class ProofNumbers:
    """One table for all questions, so that what one has found out serves the others.

    Attributes:
        search: the template, specialised.
        memory: of the thread that gave the last answer.
        table: what it has learnt; without it nothing can be asked.
        team: its threads.

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
        self.team = Team(search, threads)
        self.memory = self.team.memories[0]
        for memory in self.team.memories:
            memory.repetition = int(board.options["repetition"])
        self._no_progress, self._history = int(board.options["no_progress"]), board.keys()[:-1]

    def wins(self, limit: int = NO_LIMIT) -> int:
        """Whether the attacker can force a win in the game of the claim, as `forces` says it."""
        return self._answer(self._board.state, limit, self._board.idle_moves, self._no_progress)

    def forces(self, p: Any, limit: int = NO_LIMIT, trusting: bool = False) -> int:
        """Whether the attacker can force a win, in a game that lack of progress never ends.

        Args:
            p: a running position that is not barred.
            limit: after how many positions of each thread to give up, nearly.
            trusting: whether failures count as if they held on any path.  Then "no" is likely, and
                a closed set must show whether it is right.

        Returns:
            1 for yes; -1 for no; 0 if the limit came first, or if the search looks no further
            ahead: then `memory.aborted` is not set.

        Raises:
            CutShortError: if it was stopped.
        """
        answer = self._answer(p, limit, trusting=trusting)
        if self.team.ended:
            raise CutShortError
        return answer

    def _answer(self, p: Any, limit: int, idle: int = 0, no_progress: int = 0,
                trusting: bool = False) -> int:
        for memory in self.team.memories:
            memory.no_progress, memory.trusting, memory.heeds = no_progress, int(trusting), 0
        lost = int(p.side) != self._attacker

        def ask(memory: Any) -> int:
            return int(self.search.prove(p, memory, self.table, limit, lost, idle,
                                         self._history)[0])
        answer, self.memory = self.team.first(ask, alone=limit < ALONE)
        return answer

    def prepared(self, p: Any, counted: bool) -> Any:
        """The memory of a search that can be asked about what may follow a position.

        Args:
            p: the position.
            counted: whether the caller counts moves without progress; none has been made yet.
                Then what the last answer has found out is used, whether it counted them or not; if
                it was a trusting one, only its proofs are.  Otherwise the search is as trusting as
                the last one was.
        """
        memory = self.team.memories[0]
        if counted:
            memory.heeds, memory.trusting = memory.heeds or memory.trusting, 0
        else:
            memory.heeds, memory.no_progress = 0, 0
        self.search.prepare(p, memory, self.table, int(p.side) != self._attacker, 0, self._history)
        self.search.set_root(self.search.game.Position(*map(int, p)), memory)
        if counted:
            memory.no_progress = self._no_progress
        return memory
