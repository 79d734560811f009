"""What a certificate of a win needs: moves after each of which less is left to be played.

It is made of what proof-number search has found, where no shortest win is known.  How moves are
found is said in search/strategy.py; here it is decided what is tried next.
"""
from __future__ import annotations

import heapq
from typing import Any

from ..kernel import specialise
from ..options import COUNTS
from ..sentence import Sentence
from .certificate import Entries
from .numbers import Numbers
from .strategies import CutShortError, Searched, path_matters

AT_ONCE = 1 << 14           # positions that are followed before somebody can be told


class Descent:
    """Moves by which the attacker wins, whatever the replies.

    Args:
        searched: knows the rules, and the game as it was played.
        numbers: has found the win, and tells which positions are won.

    Attributes:
        waited: how many positions had to wait for others, and tried one more move.
    """

    def __init__(self, searched: Searched, numbers: Numbers) -> None:
        self._searched, self._numbers, board = searched, numbers, searched.board
        own = {name: value for name, value in board.options.items() if name not in COUNTS}
        self._moves: Any = specialise("search.strategy", board.game, **own)
        self._memory = self._moves.new_memory()
        self._room = self._moves.make_room(self._memory)
        # Rows by their index: those that were met; a heap of those that wait, with how long their
        # wins take; and those of which it takes more patience to find another move.
        self._fresh: list[int] = []
        self._waiting: list[tuple[int, int]] = []
        self._stuck: list[int] = []
        self._patience, self.waited = self._moves.LITTLE, 0

    def entries(self) -> tuple[int, Entries]:
        """Within how many plies the attacker wins, and all entries of the certificate.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if no moves were found whose bounds descend.
        """
        searched, root = self._searched, self._searched.root
        replying = root.side != searched.attacker
        first = self._first()
        self._numbers.is_won(root, 1)       # the search knows now what game it is asked about
        if first is None or not self._settle([p for p, _ in first]):
            raise path_matters(root)
        entries: Entries = {tuple(p): (move, bound, allowance) for *p, move, bound, allowance
                            in self._moves.settled(self._memory)}
        most = 0
        for p, idle in first:
            _, bound, allowance = entries[tuple(map(int, p))]
            if idle > allowance:
                raise path_matters(p)
            most = max(most, int(bound))
        return most + replying, entries

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
        moves, memory = self._moves, self._memory
        rows = [int(moves.row_of(p, memory)) for p in wanted]
        self._fresh += rows
        while any(self._cell(row + moves.STATE) != moves.SETTLED for row in rows):
            row = self._next()
            if row is None:
                return False
            self._follow(row)
        return True

    def _next(self) -> int | None:
        """The row to be followed next, if any is left."""
        moves = self._moves
        while self._fresh or self._waiting or self._stuck:
            if self._fresh:
                row = self._fresh.pop()
                if self._cell(row + moves.STATE) == moves.FRESH:
                    return row
            elif self._waiting:
                _, row = heapq.heappop(self._waiting)
                if self._cell(row + moves.STATE) == moves.OPEN:
                    self.waited += 1
                    return row
            elif self._patience >= moves.PATIENCE:
                break
            else:
                self._patience *= moves.LONGER
                self._waiting = [(0, row) for row in self._stuck]
                self._stuck = []
        return None

    def _follow(self, row: int) -> None:
        """Try the next move of a position, and sort what is left of it."""
        moves, memory, searched = self._moves, self._memory, self._searched
        self._room = moves.make_room(memory, self._room)
        memory.budget, memory.patience = AT_ONCE, self._patience
        p = searched.rules.Position(*(self._cell(row + i) for i in range(moves.FIELDS)))
        moves.follow(p, row, self._numbers.memory, memory, 0, 0)
        if self._numbers.ended:
            raise CutShortError
        searched.state = Sentence("{count} entries", count=int(memory.settled))
        while (left := int(moves.taken(memory))) >= 0:
            state, bound = self._cell(left + moves.STATE), self._cell(left + moves.BOUND)
            if state == moves.FRESH:
                self._fresh.append(left)
            elif state == moves.OPEN and bound != moves.UNKNOWN:
                heapq.heappush(self._waiting, (bound, left))
            elif state == moves.OPEN:
                self._stuck.append(left)

    def _cell(self, index: int) -> int:
        return int(self._moves.cell(self._memory, index))
