"""What a certificate of a win needs: moves after each of which less is left to be played.

It is made of what the proof-number solver has found, where no shortest win is known.  How moves
are found is told in search/solve/descent.py; here it is decided what is tried next.
"""
from __future__ import annotations

import heapq
from typing import Any

from ...base.sentence import Sentence
from .entries import Entries, Packed
from .full_width import CutShortError, FullWidth, path_matters
from .proof_numbers import ProofNumbers
from .rows import Rows


class Descent:
    """Moves by which the attacker wins, whatever the replies.

    Args:
        solver: knows the rules, and the game as it was played.
        numbers: has found the win, and tells which positions are won.
        patience: for how many positions it asks about other moves where those tried do not do; as
            long as the search thinks fit if left out.

    Attributes:
        waited: how many positions had to wait for others, and tried one more move.
    """

    def __init__(self, solver: FullWidth, numbers: ProofNumbers,
                 patience: int | None = None) -> None:
        self._solver, self._numbers = solver, numbers
        self._rows = Rows("search.solve.descent", solver.board)
        # Rows: those that were met; a heap of those that wait, with how long their wins take; and
        # those of which it takes more patience to find another move.
        self._fresh: list[int] = []
        self._waiting: list[tuple[int, int]] = []
        self._stuck: list[int] = []
        self._patience, self.waited = self._rows.search.LITTLE, 0
        self._most = self._rows.search.PATIENCE if patience is None else patience

    def entries(self) -> tuple[int, Entries]:
        """Within how many plies the attacker wins, and all entries of the certificate.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if no moves with descending bounds were found.
        """
        root, first = self._solver.root, self._first()
        if first is None or not self._settle([p for p, _ in first]):
            raise path_matters(root)
        rows = self._rows
        entries = Packed(rows.widths()[:-3], (
            (tuple(p), (move, bound, allowance)) for *p, move, bound, allowance in rows.rows()))
        most = 0
        for p, idle in first:
            _, bound, allowance = entries[p]
            if idle > allowance:
                raise path_matters(p)
            most = max(most, int(bound))
        return most + (root.side != self._solver.attacker), entries

    def _first(self) -> list[tuple[Any, int]] | None:
        """The first positions with the attacker to move, with the moves without progress there.

        None if a reply ends the game otherwise than claimed.
        """
        solver, root = self._solver, self._solver.root
        if root.side == solver.attacker:
            return [(root, solver.idle)]
        first = []
        for move in solver.moves(root):
            q, still, result = solver.made(root, move, solver.idle)
            if result not in (0, 1 + solver.attacker) or solver.is_drawn(q, 0):
                return None
            if not result:
                first.append((q, still))
        return first

    def _settle(self, wanted: list[Any]) -> bool:
        """Settle positions, and all that can follow; whether that could be done."""
        rows, asked = self._rows, self._numbers.prepared(self._solver.root, counted=True)
        roots = [rows.row_of(p) for p in wanted]
        self._fresh += roots
        while any(rows.state(row) != rows.search.SETTLED for row in roots):
            row = self._next()
            if row is None:
                return False
            rows.memory.patience = self._patience
            rows.follow(row, asked)
            if self._numbers.team.ended:
                raise CutShortError
            self._solver.state = Sentence("{count} {count:entry|entries}", count=rows.count)
            self._sort()
        return True

    def _next(self) -> int | None:
        """The row to be followed next, if any is left."""
        rows, search = self._rows, self._rows.search
        while self._fresh or self._waiting or self._stuck:
            if self._fresh:
                row = self._fresh.pop()
                if rows.state(row) == search.FRESH:
                    return row
            elif self._waiting:
                _, row = heapq.heappop(self._waiting)
                if rows.state(row) == search.OPEN:
                    self.waited += 1
                    return row
            elif self._patience >= self._most:
                break
            else:
                self._patience *= search.LONGER
                self._waiting, self._stuck = [(0, row) for row in self._stuck], []
        return None

    def _sort(self) -> None:
        """Sort the rows that were left."""
        rows, search = self._rows, self._rows.search
        for row in rows.left():
            state, bound = rows.state(row), rows.cell(row + search.BOUND)
            if state == search.FRESH:
                self._fresh.append(row)
            elif state == search.OPEN and bound != search.UNKNOWN:
                heapq.heappush(self._waiting, (bound, row))
            elif state == search.OPEN:
                self._stuck.append(row)
