"""What a certificate of a win needs: moves after each of which less is left to be played.

It is made of what proof-number search has found, where no shortest win is known.

Each position with the attacker to move gets a move, and is **settled** once all that can follow is:
its bound is two plies more than the largest of theirs.  So bounds descend, and what is settled
stays so.  Of the moves that the search calls won, one that leads to settled positions only is taken
first, and then that of the shortest win.

The search may have overwritten parts of its proofs, and have found other wins there, so that a move
leads by way of others to where it was made.  Then nothing on this round is ever settled.  When all
else is done, positions that are still waiting try their next best move as well, those that are
nearest to the end first.
"""
from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..sentence import Sentence
from .certificate import Entries
from .numbers import Numbers
from .strategies import Searched, path_matters

LITTLE, LONGER = 1000, 8    # positions of the first question; then so many times as many
PATIENCE = 1 << 30          # positions: longer questions are not asked


@dataclass
class Way:
    """A move of the attacker, and what follows it.

    Attributes:
        p: the position.
        move: the move.
        following: all running positions after a reply, with the moves without progress there, if
            there were none before the move.
        wins: whether the game is won with the move.
        idle: the moves without progress after it, 0 or 1.
        plies: how long the win takes, as far as the search knows; 0 if it need not be asked.
        missing: how many of the positions that follow are still to be settled.
    """

    p: Any
    move: int
    following: list[tuple[Any, int]]
    wins: bool
    idle: int
    plies: int = 0
    missing: int = 0


class Descent:
    """Moves by which the attacker wins, whatever the replies.

    Args:
        searched: knows the rules, and the game as it was played.
        numbers: has found the win, and tells which positions are won.
    """

    def __init__(self, searched: Searched, numbers: Numbers) -> None:
        self._searched, self._numbers = searched, numbers
        self._wins = 1 + searched.attacker
        self._entries: Entries = {}
        self._untried: dict[Any, Iterator[Way]] = {}    # of positions that are not settled
        self._waiting: dict[Any, list[Way]] = {}        # for a position to be settled
        self._todo: list[Any] = []
        self._tried: list[tuple[int, Any]] = []         # a heap of positions that could try more

    def entries(self) -> tuple[int, Entries]:
        """Within how many plies the attacker wins, and all entries of the certificate.

        Raises:
            CutShortError: if it was stopped.
            RefusedError: if no moves were found whose bounds descend.
        """
        searched, root = self._searched, self._searched.root
        idle = searched.board.idle_moves if searched.no_progress else 0
        first: list[tuple[Any, int]] | None = [(root, idle)]
        replying = root.side != searched.attacker
        if replying:
            first = self._after_replies(root, idle)
        if first is None or not self._settle([p for p, _ in first]):
            raise path_matters(root)
        for p, still in first:
            if still > self._entries[p][2]:
                raise path_matters(p)
        most = max((int(self._entries[p][1]) for p, _ in first), default=0)
        return most + replying, {tuple(map(int, p)): told for p, told in self._entries.items()}

    def _settle(self, wanted: list[Any]) -> bool:
        """Settle positions, and all that can follow; whether that could be done."""
        self._todo += wanted
        while any(p not in self._entries for p in wanted):
            if self._todo:
                p = self._todo.pop()
                if p not in self._entries and p not in self._untried:
                    self._untried[p] = self._ways(p)
                    self._try_next(p)
            elif self._tried:
                _, p = heapq.heappop(self._tried)
                if p not in self._entries:
                    self._try_next(p)
            else:
                return False
        return True

    def _try_next(self, p: Any) -> None:
        """Let the next move of a position wait for all that can follow it."""
        way = next(self._untried[p], None)
        if way is None:
            return
        heapq.heappush(self._tried, (way.plies, p))
        missing = {q for q, _ in way.following if q not in self._entries}
        way.missing = len(missing)
        for q in missing:
            self._waiting.setdefault(q, []).append(way)
        self._todo += missing
        if not missing:
            self._conclude(way)

    def _conclude(self, way: Way) -> None:
        """Settle a position by a move after which all is settled, and others that waited for it."""
        ready = [way]
        while ready:
            way = ready.pop()
            told = self._told(way)
            if told is None or way.p in self._entries:
                continue
            self._entries[way.p] = way.move, *told
            del self._untried[way.p]
            for other in self._waiting.pop(way.p, ()):
                other.missing -= 1
                if other.missing == 0:
                    ready.append(other)
        self._searched.state = Sentence("{count} entries", count=len(self._entries))

    def _told(self, way: Way) -> tuple[int, int] | None:
        """The bound and the allowance of a move after which all is settled.

        None if it takes too many moves without progress.
        """
        limit = self._searched.no_progress
        if way.wins:
            return 1, max(0, limit - 1)
        bound, most = 2, limit - 1 - way.idle if limit else 0
        for p, idle in way.following:
            _, theirs, allowance = self._entries[p]
            bound = max(bound, 2 + int(theirs))
            if idle == 2:
                most = min(most, allowance - 2)
            elif idle > allowance:
                return None
        return (bound, most) if most >= 0 else None

    def _ways(self, p: Any) -> Iterator[Way]:
        """The moves that may win, the most promising first."""
        ways = []
        for move in self._searched.moves(p):
            way = self._way(p, move)
            if way is not None and way.wins:
                yield way
                return
            if way is not None:
                ways.append(way)
        rest = []
        for way in ways:
            if all(q in self._entries for q, _ in way.following):
                yield way
            else:
                rest.append(way)
        yield from self._won(rest)

    def _won(self, ways: list[Way]) -> Iterator[Way]:
        """Those that the search calls won; it is asked for longer and longer about each."""
        limit = LITTLE
        while ways and limit <= PATIENCE:
            won, left = [], []
            for way in ways:
                answer = self._numbers.is_won(self._searched.rules.apply(way.p, way.move), limit)
                if answer > 0:
                    way.plies = int(self._numbers.memory.plies)
                    won.append(way)
                elif not answer:
                    left.append(way)
            yield from sorted(won, key=lambda way: way.plies)
            ways, limit = left, limit * LONGER

    def _way(self, p: Any, move: int) -> Way | None:
        """A move with what follows, if no reply to it ends the game otherwise than claimed."""
        q, idle, result = self._searched.made(p, move, 0)
        if result:
            return Way(p, move, [], True, idle) if result == self._wins else None
        following = None if self._searched.is_drawn(q, 0) else self._after_replies(q, idle)
        return None if following is None else Way(p, move, following, False, idle)

    def _after_replies(self, p: Any, idle: int) -> list[tuple[Any, int]] | None:
        """The running positions after all replies, with the moves without progress there.

        None if a reply ends the game otherwise than claimed.
        """
        following = []
        for move in self._searched.moves(p):
            q, still, result = self._searched.made(p, move, idle)
            if (result and result != self._wins) or (not result and self._searched.is_drawn(q, 0)):
                return None
            if not result:
                following.append((q, still))
        return following
