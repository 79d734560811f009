"""What a certificate of "never wins" needs: positions closed under all moves of the attacker.

How replies are found is said in search/solve/closure.py; here it is decided what is followed next.
Who trusts failures finds out sooner that nobody wins, but misses wins that are hard to find.  So
the search trusts none at first, which is enough for most positions.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ...base.sentence import Sentence
from .certificate import RefusedError
from .chosen import Chosen
from .claims import FOREVER
from .entries import Entries, Packed
from .numbers import Numbers
from .strategies import CutShortError, Searched

LITTLE = 30                 # positions of the first question about a reply
EXACT = 1 << 28             # positions of each thread that does not trust failures, at first
PIECE = 1 << 12             # entries that are told together


class Closure:
    """A set of positions in which the attacker never wins, closed under all his moves.

    Args:
        searched: knows the rules, and the game as it was played.
        numbers: tells what is safe.
        replies: of an earlier closure that was ended; see `so_far`.
    """

    def __init__(self, searched: Searched, numbers: Numbers,
                 replies: Iterable[Sequence[int]] = ()) -> None:
        self._searched, self._numbers = searched, numbers
        self._chosen = Chosen("search.solve.closure", searched.board)
        for piece in replies:
            self._take_up(piece)

    def _take_up(self, piece: Sequence[int]) -> None:
        chosen, search = self._chosen, self._chosen.search
        size = search.FIELDS + 1
        for at in range(0, len(piece), search.ROOM * size):
            part = piece[at:at + search.ROOM * size]
            room = search.array(len(part))
            room[:len(part)] = part
            chosen.make_room()
            search.take_up(chosen.memory, search.address(room), len(part) // size)

    def so_far(self) -> Iterator[list[int]]:
        """A position's fields and the reply to it, again and again, in pieces of whole rows.

        It may be asked by another thread while `is_closed` is under way.
        """
        return self._chosen.settled()

    def is_possible(self) -> bool:
        """Whether there seems to be such a set.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if the search does not look so far ahead.
        """
        numbers, root = self._numbers, self._searched.root
        if self._chosen.count:          # what follows is asked of the search that has answered
            if not numbers.forces(root, 1):
                numbers.forces(root, 1, trusting=True)
            return True
        told = self._searched.can_win(root)
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
        chosen, memory, first, changes = self._chosen, self._chosen.memory, self._first(), -1
        if first is None:
            return False
        while changes != memory.changes:
            changes = int(memory.changes)
            memory.rounds += 1
            rows = [chosen.row_of(p) for p in first]
            self._follow(rows)
            if any(chosen.state(row) == chosen.search.LOST for row in rows):
                return False
        chosen.search.drop(memory)
        return True

    def entries(self) -> Entries:
        """All entries of the certificate, once the set is closed."""
        chosen = self._chosen
        return Packed(chosen.widths()[:-1], ((tuple(p), (reply, FOREVER, 0))
                                             for *p, reply in chosen.rows()))

    def _follow(self, rows: list[int]) -> None:
        """Follow rows, and all that were left on the way, for one round."""
        searched, chosen = self._searched, self._chosen
        memory = self._numbers.prepared(searched.root, counted=False)
        chosen.memory.little, chosen.memory.asks = LITTLE, searched.asks
        todo = list(rows)
        while todo:
            row = todo.pop()
            if not chosen.search.is_behind(chosen.memory, row):
                continue
            chosen.make_room()
            chosen.search.follow(chosen.position(row), row, memory, searched.memory, chosen.memory,
                                 0, 0)
            if self._numbers.ended:
                raise CutShortError
            if chosen.memory.too_far:
                raise self._too_far()
            searched.state = Sentence("{count} {count:entry|entries}", count=chosen.count)
            todo += chosen.left()

    def _first(self) -> list[Any] | None:
        """The first running positions with the hero to move; None if the attacker wins at once."""
        searched, root = self._searched, self._searched.root
        if root.side != searched.attacker:
            return [root]
        made = [searched.made(root, move, 0) for move in searched.moves(root)]
        if any(result == 1 + searched.attacker for _, _, result in made):
            return None
        return [q for q, _, result in made if not result and not searched.is_drawn(q, 0)]

    def _too_far(self) -> RefusedError:
        return RefusedError(Sentence("no search looks further ahead than {plies} plies",
                                     plies=self._numbers.search.PLIES))


def replies_of(entries: Entries) -> Iterator[list[int]]:
    """What `so_far` tells of a closed set, from its entries."""
    left = iter(entries.items())
    while piece := list(islice(left, PIECE)):
        yield [number for p, (reply, _, _) in piece for number in (*p, reply)]
