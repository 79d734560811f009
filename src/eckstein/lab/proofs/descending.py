"""What a certificate of a win needs: moves after each of which less is left to be played.

It is made of what proof-number search has found, where no shortest win is known.  How moves are
found is said in search/solve/descent.py; here it is decided what is tried next.
"""
from __future__ import annotations

import heapq
from typing import Any

from ...base.sentence import Sentence
from .chosen import Chosen
from .entries import Entries, Packed
from .numbers import Numbers
from .strategies import CutShortError, Searched, path_matters


class Descent:
    """Moves by which the attacker wins, whatever the replies.

    Args:
        searched: knows the rules, and the game as it was played.
        numbers: has found the win, and tells which positions are won.
        patience: for how many positions it asks about other moves where those tried do not do; as
            long as the search thinks fit if left out.

    Attributes:
        waited: how many positions had to wait for others, and tried one more move.
    """

    def __init__(self, searched: Searched, numbers: Numbers, patience: int | None = None) -> None:
        self._searched, self._numbers = searched, numbers
        self._chosen = Chosen("search.solve.descent", searched.board)
        # Rows: those that were met; a heap of those that wait, with how long their wins take; and
        # those of which it takes more patience to find another move.
        self._fresh: list[int] = []
        self._waiting: list[tuple[int, int]] = []
        self._stuck: list[int] = []
        self._patience, self.waited = self._chosen.search.LITTLE, 0
        self._most = self._chosen.search.PATIENCE if patience is None else patience

    def entries(self) -> tuple[int, Entries]:
        """Within how many plies the attacker wins, and all entries of the certificate.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if no moves were found whose bounds descend.
        """
        root, first = self._searched.root, self._first()
        if first is None or not self._settle([p for p, _ in first]):
            raise path_matters(root)
        chosen = self._chosen
        entries = Packed(chosen.widths()[:-3], (
            (tuple(p), (move, bound, allowance)) for *p, move, bound, allowance in chosen.rows()))
        most = 0
        for p, idle in first:
            _, bound, allowance = entries[p]
            if idle > allowance:
                raise path_matters(p)
            most = max(most, int(bound))
        return most + (root.side != self._searched.attacker), entries

    def _first(self) -> list[tuple[Any, int]] | None:
        """The first positions with the attacker to move, with the moves without progress there.

        None if a reply ends the game otherwise than claimed.
        """
        searched, root = self._searched, self._searched.root
        idle = searched.board.idle_moves if searched.no_progress else 0
        if root.side == searched.attacker:
            return [(root, idle)]
        first = []
        for move in searched.moves(root):
            q, still, result = searched.made(root, move, idle)
            if result not in (0, 1 + searched.attacker) or searched.is_drawn(q, 0):
                return None
            if not result:
                first.append((q, still))
        return first

    def _settle(self, wanted: list[Any]) -> bool:
        """Settle positions, and all that can follow; whether that could be done."""
        chosen, memory = self._chosen, self._numbers.prepared(self._searched.root, counted=True)
        rows = [chosen.row_of(p) for p in wanted]
        self._fresh += rows
        while any(chosen.state(row) != chosen.search.SETTLED for row in rows):
            row = self._next()
            if row is None:
                return False
            chosen.make_room()
            chosen.memory.patience = self._patience
            chosen.search.follow(chosen.position(row), row, memory, chosen.memory, 0, 0)
            if self._numbers.ended:
                raise CutShortError
            self._searched.state = Sentence("{count} {count:entry|entries}", count=chosen.count)
            self._sort()
        return True

    def _next(self) -> int | None:
        """The row to be followed next, if any is left."""
        chosen, search = self._chosen, self._chosen.search
        while self._fresh or self._waiting or self._stuck:
            if self._fresh:
                row = self._fresh.pop()
                if chosen.state(row) == search.FRESH:
                    return row
            elif self._waiting:
                _, row = heapq.heappop(self._waiting)
                if chosen.state(row) == search.OPEN:
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
        chosen, search = self._chosen, self._chosen.search
        for row in chosen.left():
            state, bound = chosen.state(row), chosen.cell(row + search.BOUND)
            if state == search.FRESH:
                self._fresh.append(row)
            elif state == search.OPEN and bound != search.UNKNOWN:
                heapq.heappush(self._waiting, (bound, row))
            elif state == search.OPEN:
                self._stuck.append(row)
