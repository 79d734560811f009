"""What a certificate of "never wins" needs: positions closed under all moves of the attacker.

How replies are found is said in search/closure.py.  A search can call a position safe since what
follows repeats what came before; a closed set may go round as well.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..sentence import Sentence
from .certificate import Entries, RefusedError
from .chosen import Chosen
from .claims import FOREVER
from .numbers import Numbers
from .strategies import CutShortError, Searched

LITTLE = 30                 # positions of the first question about a reply


class Closure:
    """A set of positions in which the attacker never wins, closed under all his moves.

    Args:
        searched: knows the rules, and the game as it was played.
        numbers: tells what is safe.
        replies: of an earlier closure that was ended; see `so_far`.
    """

    def __init__(self, searched: Searched, numbers: Numbers,
                 replies: Iterable[tuple[int, ...]] = ()) -> None:
        self._searched, self._numbers = searched, numbers
        self._chosen, self._todo = Chosen("search.closure", searched.board), list[int]()
        for *fields, move in replies:
            self._chosen.make_room()
            p = searched.rules.Position(*fields)
            self._todo.append(int(self._chosen.search.take_up(p, move, self._chosen.memory)))

    def so_far(self) -> list[tuple[int, ...]]:
        """Rows of a position's fields and the reply to it.

        It may be asked by another thread while `entries` is under way.
        """
        return [row[:-2] for row in self._chosen.settled()]

    def is_possible(self) -> bool:
        """Whether there is such a set.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if the search does not look so far ahead.
        """
        if self._todo:
            return True
        told = self._searched.can_win(self._searched.root)
        if told is not None:
            return not told
        answer = self._numbers.forces(self._searched.root)
        if not answer:
            raise self._too_far()
        return answer < 0

    def entries(self) -> Entries:
        """All entries of the certificate, if there is such a set.

        Raises:
            CutShortError, RefusedError: as above.
        """
        searched, chosen = self._searched, self._chosen
        memory = self._numbers.prepared(searched.root, counted=False)
        chosen.memory.little, chosen.memory.asks = LITTLE, searched.asks
        self._todo += map(chosen.row_of, self._first())
        while self._todo:
            row = self._todo.pop()
            chosen.make_room()
            chosen.search.follow(chosen.position(row), row, memory, searched.memory, chosen.memory,
                                 0, 0)
            if self._numbers.ended:
                raise CutShortError
            if chosen.memory.too_far:
                raise self._too_far()
            searched.state = Sentence("{count} entries", count=chosen.count)
            self._todo += (row for row in chosen.left()
                           if chosen.state(row) == chosen.search.FRESH)
        return {row[:-3]: (row[-3], FOREVER, 0) for row in chosen.settled()}

    def _first(self) -> list[Any]:
        """The first running positions with the hero to move."""
        searched, root = self._searched, self._searched.root
        if root.side != searched.attacker:
            return [root]
        made = (searched.made(root, move, 0) for move in searched.moves(root))
        return [q for q, _, result in made if not result and not searched.is_drawn(q, 0)]

    def _too_far(self) -> RefusedError:
        return RefusedError(Sentence("no search looks further ahead than {plies} plies",
                                     plies=self._numbers.search.PLIES))
