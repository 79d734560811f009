"""The order of work: equal shares for all payers, short work first, and no starvation.

This is self-clocked fair queueing (Golestani, 1994) on two levels: between payers, and between the
games of each.  Work has a cost, roughly its seconds.  The cost of a payer's next work is added to
the share that the payer has had so far, and the smallest sum is next; a newcomer begins at the
share of the payer that was served last.  Work that took longer than was said is paid for
afterwards.
"""
from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from typing import Generic, NamedTuple, TypeVar

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

    def next(self, cost: Callable[[T], float],
             may: Callable[[str], bool] = lambda name: True) -> str | None:
        """The next name of those that may; of equals, the one that has waited longest."""
        return min(filter(may, self.waiting), default=None,
                   key=lambda name: self._had[name] + cost(self.waiting[name]))

    def serve(self, name: str, cost: float) -> None:
        """Add to what a name has had."""
        self._had[name] += cost
        self._now = max(self._now, self._had[name])

    def charge(self, name: str, cost: float) -> None:
        """Add to it afterwards."""
        self._had[name] = max(self._now, self._had.get(name, 0.0)) + cost

    def remove(self, name: str) -> None:
        """A name waits for nothing any more; what it has had is remembered as long as it matters.
        """
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
            payer: the payer of the work.
            game: for which of the payer's games.
            cost: about how many seconds it takes.
            work: what it is.
        """
        games = self._payers.add(payer, _Shares())
        games.add(game, deque()).append((cost, work))

    def take(self, may: Callable[[str], bool] = lambda payer: True) -> T | None:
        """The work that is next, of payers that may have some; None if there is none."""
        payer = self._payers.next(_next_cost, may)
        if payer is None:
            return None
        games = self._payers.waiting[payer]
        game = _first_game(games)
        cost, work = games.waiting[game].popleft()
        games.serve(game, cost)
        self._payers.serve(payer, cost)
        self._tidy(payer, game)
        return work

    def charge(self, payer: str, cost: float) -> None:
        """Let a payer pay for work that took so much longer than was said."""
        self._payers.charge(payer, cost)

    def drop(self, payer: str, game: str, work: T) -> None:
        """Forget work that is no longer wanted; it has to be there."""
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


def _first_game(games: _Shares[_Line[T]]) -> str:
    game = games.next(_first_cost)
    assert game is not None
    return game


def _next_cost(games: _Shares[_Line[T]]) -> float:
    return _first_cost(games.waiting[_first_game(games)])


class _Turn(NamedTuple):
    """The payer of waiting work, and the future that is set when its turn has come."""

    payer: str
    come: asyncio.Future[None]


class Places:
    """So many work at once; a client that finds no free place waits for its turn.

    Args:
        most: how many places there are.
        of_one: how many of them one payer may have; None for all.
        steady: a source of seconds.
    """

    def __init__(self, most: int, of_one: int | None = None,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._free, self._of_one, self._steady = most, of_one, steady
        self._urgent: Turns[_Turn] = Turns()
        self._turns: Turns[_Turn] = Turns()
        self.held: Counter[str] = Counter()

    def locked(self) -> bool:
        """Whether one would have to wait."""
        return self._free == 0

    def wanted(self) -> bool:
        """Whether any work waits."""
        return bool(self._urgent or self._turns)

    @contextlib.asynccontextmanager
    async def place(self, payer: str, game: str, cost: float, *,
                    urgent: bool = False) -> AsyncIterator[None]:
        """A place for a while; the arguments are those of `Turns.put`.

        Args:
            urgent: whether it comes before all that is not.
        """
        turns = self._urgent if urgent else self._turns
        await self._come(turns, payer, game, cost)
        begin = self._steady()
        try:
            yield
        finally:
            if (longer := self._steady() - begin - cost) > 0:
                turns.charge(payer, longer)
            self._leave(payer)

    async def _come(self, turns: Turns[_Turn], payer: str, game: str,
                    cost: float) -> None:
        if self._free and self._may(payer):
            self._free -= 1
            self.held[payer] += 1
            return
        turn = _Turn(payer, asyncio.get_running_loop().create_future())
        turns.put(payer, game, cost, turn)
        try:
            # Shielded, for `_leave` must not find a turn that is cancelled already.
            await asyncio.shield(turn.come)
        except asyncio.CancelledError:
            if turn.come.done():
                self._leave(payer)          # it was given a place in the same moment
            else:
                turns.drop(payer, game, turn)
            raise

    def _may(self, payer: str) -> bool:
        return self._of_one is None or self.held[payer] < self._of_one

    def _leave(self, payer: str) -> None:
        """Leave a place to the next in turn."""
        self.held[payer] -= 1
        self.held += Counter()              # without payers that hold none
        self._free += 1
        if (taken := self._urgent.take(self._may) or self._turns.take(self._may)) is not None:
            self._free -= 1
            self.held[taken.payer] += 1
            taken.come.set_result(None)
