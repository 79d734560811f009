"""What a certificate of "never wins" needs: positions closed under all moves of the attacker.

Each position with the hero to move gets a reply after which the attacker cannot force a win: so
says proof-number search, in a game that lack of progress never ends.  That is a property of
positions, whatever led there, and from each that has it the hero can keep to those that have it.
Where a table of endings knows the position, it answers instead.  So no reply is ever taken back.
(A search can call a position safe since what follows repeats what came before; a closed set may go
round as well.)

Replies that lead to few new positions are asked about first, each for a little while; only where
none is known to be safe by then are they asked about for longer.  Most answers take a hundred
positions, and some take millions.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..sentence import Sentence
from .certificate import Entries, RefusedError
from .claims import FOREVER
from .numbers import Numbers
from .strategies import NO_LIMIT, Searched

LITTLE, LONGER = 1000, 8    # positions of the first question; then so many times as many


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
        self._wins = 1 + searched.attacker
        self._replies: dict[Any, int] = {
            searched.rules.Position(*fields): move for *fields, move in replies}

    def so_far(self) -> list[tuple[int, ...]]:
        """Rows of a position's fields and the reply to it.

        It may be asked by another thread while `entries` is under way.
        """
        return [(*map(int, p), move) for p, move in self._replies.copy().items()]

    def is_possible(self) -> bool:
        """Whether there is such a set.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if the search does not look so far ahead.
        """
        if self._replies:
            return True
        answer = self._forces(self._searched.root)
        if not answer:
            raise self._too_far()
        return answer < 0

    def entries(self) -> Entries:
        """All entries of the certificate, if there is such a set.

        Raises:
            CutShortError, RefusedError: as above.
        """
        root = self._searched.root
        todo = [root] if root.side != self._searched.attacker else self._after(root) or []
        for p, move in self._replies.items():
            todo += [q for q in self._following(p, move) or () if q not in self._replies]
        while todo:
            p = todo.pop()
            if p not in self._replies:
                self._replies[p], following = self._reply(p)
                todo += following
                self._searched.state = Sentence("{count} entries", count=len(self._replies))
        return {tuple(map(int, p)): (move, FOREVER, 0) for p, move in self._replies.items()}

    def _reply(self, p: Any) -> tuple[int, list[Any]]:
        """A safe move, and what it leads to."""
        ways = []
        for move in self._searched.moves(p):
            following = self._following(p, move)
            if following is not None:
                new = sum(r not in self._replies for r in following)
                if not new:
                    return move, following
                ways.append((new, move, following))
        ways.sort(key=lambda way: way[0])
        limit = LITTLE
        while ways:
            left = []
            for way in ways:
                _, move, following = way
                answer = self._forces(self._searched.rules.apply(p, move), limit)
                if answer < 0:
                    return move, following
                if not answer and self._numbers.memory.aborted:
                    left.append(way)
            ways, limit = left, limit * LONGER
        raise self._too_far()

    def _forces(self, p: Any, limit: int = NO_LIMIT) -> int:
        """Whether the attacker can force a win; see `Numbers.forces`."""
        told = self._searched.can_win(p)
        if told is None:
            return self._numbers.forces(p, limit)
        return 1 if told else -1

    def _following(self, p: Any, move: int) -> list[Any] | None:
        """What a reply leads to, with the hero to move again; None if it loses at once or next."""
        q, _, result = self._searched.made(p, move, 0)
        if result == self._wins:
            return None
        return [] if result or self._searched.is_drawn(q, 0) else self._after(q)

    def _after(self, p: Any) -> list[Any] | None:
        """The running positions after all moves of the attacker; None if one of them wins."""
        following = []
        for move in self._searched.moves(p):
            q, _, result = self._searched.made(p, move, 0)
            if result == self._wins:
                return None
            if not result and not self._searched.is_drawn(q, 0):
                following.append(q)
        return following

    def _too_far(self) -> RefusedError:
        return RefusedError(Sentence("no search looks further ahead than {plies} plies",
                                     plies=self._numbers.search.PLIES))
