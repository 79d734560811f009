"""What a certificate within so many plies needs, out of what the full-width solver knows.

The solver says what is won; here each position that can arise is asked for once more.
"""
from __future__ import annotations

from typing import Any

from ...base.sentence import Sentence
from .entries import Entries
from .full_width import FullWidth, path_matters


class Strategy:
    """The moves by which the hero wins within so many plies, or is not beaten within them.

    Args:
        solver: has solved the claim.
        plies: of the claim.
        wins: whether the hero is the attacker.
    """

    def __init__(self, solver: FullWidth, plies: int, wins: bool) -> None:
        self._solver, self._wins = solver, wins
        self._hero = solver.attacker if wins else 1 - solver.attacker
        # What each position must be good for: plies, and moves without progress.
        self._need: dict[Any, tuple[int, int]] = {}
        self._moves: dict[Any, int] = {}
        self._todo: list[Any] = []
        if solver.root.side == self._hero:
            self._require(solver.root, plies, solver.idle)
        else:
            self._follow(solver.root, plies, solver.idle)

    def entries(self) -> Entries:
        """All entries of the certificate.

        Raises:
            RefusedError: if one entry cannot serve all the ways that lead to its position.
        """
        solver = self._solver
        while self._todo:
            p = self._todo.pop()
            plies, idle = self._need[p]
            self._moves[p] = move = self._move(p, plies, idle)
            q, still, result = solver.made(p, move, idle)
            if not result and not (self._is_enough(plies - 1) or solver.is_drawn(q, still)):
                self._follow(q, plies - 1, still)
            solver.state = Sentence("{count} {count:entry|entries}", count=len(self._moves))
        return {tuple(map(int, p)): (self._moves[p], *need) for p, need in self._need.items()}

    def _is_enough(self, plies: int) -> bool:
        """Whether nothing more can happen to the hero."""
        return not self._wins and plies < 1

    def _require(self, p: Any, plies: int, idle: int) -> None:
        """A position with the hero to move can arise."""
        slack = self._solver.no_progress - plies
        if slack >= idle or not self._solver.no_progress:
            idle = max(0, slack) if self._wins else 0       # no draw is near: one way is as another
        if p in self._need:
            old = self._need[p]
            new = ((min(old[0], plies), max(old[1], idle)) if self._wins
                   else (max(old[0], plies), min(old[1], idle)))
            if new == old:
                return
            plies, idle = new
        self._need[p] = plies, idle
        self._todo.append(p)

    def _follow(self, p: Any, plies: int, idle: int) -> None:
        """All that can arise after a move of the hero's opponent."""
        for move in self._solver.moves(p):
            q, still, result = self._solver.made(p, move, idle)
            if not result and not (self._is_enough(plies - 1)
                                   or not self._wins and self._solver.is_drawn(q, still)):
                self._require(q, plies - 1, still)

    def _move(self, p: Any, plies: int, idle: int) -> int:
        """A move that is good for so many plies."""
        ways = [(move, *self._solver.made(p, move, idle)) for move in self._solver.moves(p)]
        for move, _, _, result in ways:
            if result and self._wins == (result == 1 + self._solver.attacker):
                return move
        for move, q, still, result in ways:
            if not result and self._wins == self._solver.is_won(q, plies - 1, still):
                return move
        raise path_matters(p)
