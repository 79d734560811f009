"""What a certificate of "never wins" needs: positions closed under all moves of the attacker.

How replies are found is described in search/solve/closure.py; here it is decided what is followed
next.  A solver that trusts failures finds out sooner that neither side wins, but misses wins that
are hard to find.  So it trusts none at first, which is enough for most positions.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ...base.sentence import Sentence
from .certificate import RefusedError
from .claims import FOREVER
from .entries import Entries, Packed
from .full_width import CutShortError, FullWidth
from .proof_numbers import ProofNumbers
from .rows import Rows

LITTLE = 30                 # positions of the first question about a reply
EXACT = 1 << 28             # positions of each thread that does not trust failures, at first
PIECE = 1 << 12             # entries of one report


class ClosedSet:
    """Positions in which the attacker never wins, closed under all his moves.

    Args:
        solver: knows the rules, the game as it was played, and tables of endings.
        numbers: tells what is safe.
        replies: of an earlier run that was ended; see `replies_so_far`.
    """

    def __init__(self, solver: FullWidth, numbers: ProofNumbers,
                 replies: Iterable[Sequence[int]] = ()) -> None:
        self._solver, self._numbers = solver, numbers
        self._rows = Rows("search.solve.closure", solver.board)
        for piece in replies:
            self._take_up(piece)

    def _take_up(self, piece: Sequence[int]) -> None:
        rows, search = self._rows, self._rows.search
        size = search.FIELDS + 1
        for at in range(0, len(piece), search.ROOM * size):
            part = piece[at:at + search.ROOM * size]
            room = search.array(len(part))
            room[:len(part)] = part
            rows.make_room()
            search.take_up(rows.memory, search.address(room), len(part) // size)

    def replies_so_far(self) -> Iterator[list[int]]:
        """A position's fields and the reply to it, again and again, in pieces of whole rows.

        It may be asked by another thread while `is_closed` is under way.
        """
        return self._rows.settled()

    def is_possible(self) -> bool:
        """Whether there seems to be such a set.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if the solver does not look so far ahead.
        """
        numbers, root = self._numbers, self._solver.root
        if self._rows.count:            # what follows is asked of the search that has answered
            if not numbers.forces(root, 1):
                numbers.forces(root, 1, trusting=True)
            return True
        told = self._solver.can_win(root)
        if told is not None:
            return not told
        answer = (numbers.forces(root, 1, trusting=True) or numbers.forces(root, EXACT)
                  or numbers.forces(root, trusting=True))
        if not answer:
            raise self._too_far()
        return answer < 0

    def is_closed(self) -> bool:
        """Whether there is such a set, which is found; or else the attacker can win.

        Raises:
            CutShortError, RefusedError: as above.
        """
        rows, memory, first, changes = self._rows, self._rows.memory, self._first(), -1
        if first is None:
            return False
        while changes != memory.changes:
            changes = int(memory.changes)
            memory.rounds += 1
            roots = [rows.row_of(p) for p in first]
            self._follow(roots)
            if any(rows.state(row) == rows.search.LOST for row in roots):
                return False
        rows.search.drop(memory)
        return True

    def entries(self) -> Entries:
        """All entries of the certificate, once the set is closed."""
        rows = self._rows
        return Packed(rows.widths()[:-1], ((tuple(p), (reply, FOREVER, 0))
                                           for *p, reply in rows.rows()))

    def _follow(self, todo: list[int]) -> None:
        """Follow rows, and all that were left on the way, for one round."""
        solver, rows, todo = self._solver, self._rows, list(todo)
        asked = self._numbers.prepared(solver.root, counted=False)
        rows.memory.little, rows.memory.asks = LITTLE, solver.asks_tables
        while todo:
            row = todo.pop()
            if not rows.search.is_behind(rows.memory, row):
                continue
            rows.follow(row, asked, solver.memory)
            if self._numbers.team.ended:
                raise CutShortError
            if rows.memory.too_far:
                raise self._too_far()
            solver.state = Sentence("{count} {count:entry|entries}", count=rows.count)
            todo += rows.left()

    def _first(self) -> list[Any] | None:
        """The first running positions with the hero to move; None if the attacker wins at once."""
        solver, root = self._solver, self._solver.root
        if root.side != solver.attacker:
            return [root]
        made = [solver.made(root, move, 0) for move in solver.moves(root)]
        if any(result == 1 + solver.attacker for _, _, result in made):
            return None
        return [q for q, _, result in made if not result and not solver.is_drawn(q, 0)]

    def _too_far(self) -> RefusedError:
        return RefusedError(Sentence("no search looks further ahead than {plies} plies",
                                     plies=self._numbers.search.PLIES))


def replies_of(entries: Entries) -> Iterator[list[int]]:
    """What `replies_so_far` tells of a closed set, from its entries."""
    left = iter(entries.items())
    while piece := list(islice(left, PIECE)):
        yield [number for p, (reply, _, _) in piece for number in (*p, reply)]
