"""Whose work is next: equal shares for all clients, short work first, and no starvation.

This is self-clocked fair queueing (Golestani, 1994) on two levels: between payers, and between the
games of each.  Work has a cost, roughly its seconds.  The cost of a payer's next work is added to
the share that he has had so far, and the smallest sum is next; a newcomer begins at the share of
the payer who was served last.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class _Shares(Generic[T]):
    """One floor: names with what they wait for, and how much each has had."""

    def __init__(self) -> None:
        self._now = 0.0
        self._had: dict[str, float] = {}
        self.waiting: dict[str, T] = {}

    def add(self, name: str, line: T) -> T:
        """What a name waits for, from now on at least this."""
        if name not in self.waiting:
            self._had[name] = max(self._now, self._had.get(name, 0.0))
            self.waiting[name] = line
        return self.waiting[name]

    def next(self, cost: Callable[[T], float]) -> str:
        """Who is next; of equals, who has waited longest."""
        return min(self.waiting, key=lambda name: self._had[name] + cost(self.waiting[name]))

    def serve(self, name: str, cost: float) -> None:
        """Add to what a name has had."""
        self._had[name] += cost
        self._now = max(self._now, self._had[name])

    def remove(self, name: str) -> None:
        """A name waits for nothing any more; what it has had is kept as long as it matters."""
        del self.waiting[name]
        self._had = {other: had for other, had in self._had.items()
                     if had > self._now or other in self.waiting}


_Line = deque[tuple[float, T]]


class Turns(Generic[T]):
    """Work that waits, by payer and game."""

    def __init__(self) -> None:
        self._payers: _Shares[_Shares[_Line[T]]] = _Shares()

    def __bool__(self) -> bool:
        return bool(self._payers.waiting)

    def put(self, payer: str, game: str, cost: float, work: T) -> None:
        """Let work wait for its turn.

        Args:
            payer: in whose name it is done.
            game: for which of his games.
            cost: about how many seconds it takes.
            work: what it is.
        """
        games = self._payers.add(payer, _Shares())
        games.add(game, deque()).append((cost, work))

    def take(self) -> T:
        """The work that is next; there has to be some."""
        payer = self._payers.next(_next_cost)
        games = self._payers.waiting[payer]
        game = games.next(_first_cost)
        cost, work = games.waiting[game].popleft()
        games.serve(game, cost)
        self._payers.serve(payer, cost)
        self._tidy(payer, game)
        return work

    def drop(self, payer: str, game: str, work: T) -> None:
        """Forget work that nobody wants any more; it has to be there."""
        line = self._payers.waiting[payer].waiting[game]
        line.remove(next(item for item in line if item[1] is work))
        self._tidy(payer, game)

    def _tidy(self, payer: str, game: str) -> None:
        games = self._payers.waiting[payer]
        if not games.waiting[game]:
            games.remove(game)
        if not games.waiting:
            self._payers.remove(payer)


def _first_cost(line: _Line[T]) -> float:
    return line[0][0]


def _next_cost(games: _Shares[_Line[T]]) -> float:
    return _first_cost(games.waiting[games.next(_first_cost)])


class Places:
    """So many work at once; a client that finds no free place waits for its turn.

    Args:
        most: how many places there are.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._turns: Turns[asyncio.Future[None]] = Turns()
        self.held: Counter[str] = Counter()

    def locked(self) -> bool:
        """Whether one would have to wait."""
        return self._free == 0

    @contextlib.asynccontextmanager
    async def place(self, payer: str, game: str, cost: float) -> AsyncIterator[None]:
        """A place for a while; the arguments are those of `Turns.put`."""
        await self._come(payer, game, cost)
        self.held[payer] += 1
        try:
            yield
        finally:
            self.held[payer] -= 1
            self.held += Counter()          # without those who have none
            self._leave()

    async def _come(self, payer: str, game: str, cost: float) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns.put(payer, game, cost, turn)
        try:
            # Shielded, for whoever leaves must not find a turn that is cancelled already.
            await asyncio.shield(turn)
        except asyncio.CancelledError:
            if turn.done():
                self._leave()               # it was given a place in the same moment
            else:
                self._turns.drop(payer, game, turn)
            raise

    def _leave(self) -> None:
        """Give a place to the next in turn."""
        if self._turns:
            self._turns.take().set_result(None)
        else:
            self._free += 1
