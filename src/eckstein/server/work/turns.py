"""The order of work: equal shares for all payers, short work first, and no starvation.

This is self-clocked fair queueing (Golestani, 1994) at each level of a tree: between networks,
addresses and people (see `ops/sharing.py`), and between the games of each.  Work has a cost,
roughly its seconds.  The cost of the next work of a branch is added to the share that the branch
has had so far, and the smallest sum is next; a newcomer begins at the share of the branch that was
served last.  Work that took longer than was said is paid for afterwards.
"""
from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from typing import Generic, NamedTuple, TypeVar

from ..ops.sharing import TreePath, Usage, who_gives_way
from .contract import OverloadedError

T = TypeVar("T")
PAYER = 2                   # levels of a path down to those that places are divided among


class _Branch(Generic[T]):
    """A node of the tree: work that waits here, or branches, and how much each of them has had."""

    def __init__(self) -> None:
        self.line: deque[tuple[float, T]] = deque()
        self.below: dict[str, _Branch[T]] = {}
        self._now = 0.0
        self._had: dict[str, float] = {}

    def __bool__(self) -> bool:
        return bool(self.line or self.below)

    def branch(self, name: str) -> _Branch[T]:
        """One of its branches, a new one if there is none."""
        if name not in self.below:
            self._had[name] = max(self._now, self._had.get(name, 0.0))
            self.below[name] = _Branch()
        return self.below[name]

    def next(self, may: Callable[[TreePath], bool], here: TreePath = ()
             ) -> tuple[float, TreePath] | None:
        """The cost and the path of the next work; of equals, of what has waited longest."""
        if len(here) == PAYER and not may(here):
            return None
        if self.line:
            return self.line[0][0], here
        found = [(self._had[name] + first[0], first) for name, branch in self.below.items()
                 if (first := branch.next(may, (*here, name))) is not None]
        return min(found, key=lambda one: one[0])[1] if found else None

    def charge(self, name: str, cost: float, *, served: bool = False) -> None:
        """Add to what a branch has had, when it is served or afterwards."""
        self._had[name] = cost + (self._had[name] if served else
                                  max(self._now, self._had.get(name, 0.0)))
        if served:
            self._now = max(self._now, self._had[name])

    def tidy(self, name: str) -> None:
        """Drop a branch without work; what it has had is remembered as long as it matters."""
        if not self.below[name]:
            del self.below[name]
            self._had = {other: had for other, had in self._had.items()
                         if had > self._now or other in self.below}


class Turns(Generic[T]):
    """Work that waits, in a tree."""

    def __init__(self) -> None:
        self._root = _Branch[T]()

    def __bool__(self) -> bool:
        return bool(self._root)

    def put(self, path: TreePath, cost: float, work: T) -> None:
        """Let work wait for its turn.

        Args:
            path: for which payer, and for which of the payer's games.  No path begins another.
            cost: about how many seconds it takes.
            work: what it is.
        """
        branch = self._root
        for name in path:
            branch = branch.branch(name)
        branch.line.append((cost, work))

    def take(self, may: Callable[[TreePath], bool] = lambda payer: True) -> T | None:
        """The work that is next, of payers that may have some; None if there is none."""
        found = self._root.next(may)
        if found is None:
            return None
        cost, path = found
        branches = self._branches(path)
        _, work = branches[-1].line.popleft()
        for branch, name in zip(branches, path, strict=False):
            branch.charge(name, cost, served=True)
        self._tidy(path, branches)
        return work

    def charge(self, path: TreePath, cost: float) -> None:
        """Let a payer pay for work that took so much longer than was said."""
        branch: _Branch[T] | None = self._root
        for name in path:
            if branch is None:
                return
            branch.charge(name, cost)
            branch = branch.below.get(name)

    def drop(self, path: TreePath, work: T) -> None:
        """Forget work that is no longer wanted; it has to be there."""
        branches = self._branches(path)
        line = branches[-1].line
        line.remove(next(item for item in line if item[1] is work))
        self._tidy(path, branches)

    def _branches(self, path: TreePath) -> list[_Branch[T]]:
        """All branches on the way, the root first."""
        branches = [self._root]
        for name in path:
            branches.append(branches[-1].below[name])
        return branches

    def _tidy(self, path: TreePath, branches: list[_Branch[T]]) -> None:
        for branch, name in zip(reversed(branches[:-1]), reversed(path), strict=True):
            branch.tidy(name)


class _Turn(NamedTuple):
    """Waiting work: its path, whether it gives way, and the future that is set when its turn has
    come.
    """

    path: TreePath
    gives_way: bool
    come: asyncio.Future[None]


class Places:
    """So many work at once; a client that finds no free place waits for its turn.

    Args:
        most: how many places there are.
        of_one: how many of them one payer may have; None for all.
        waiting: how much work may wait; None for any.
        steady: a source of seconds.
    """

    def __init__(self, most: int, of_one: int | None = None, waiting: int | None = None,
                 steady: Callable[[], float] = time.monotonic) -> None:
        self._free, self._of_one, self._waiting, self._steady = most, of_one, waiting, steady
        self._urgent: Turns[_Turn] = Turns()
        self._turns: Turns[_Turn] = Turns()
        self._line: dict[_Turn, Turns[_Turn]] = {}      # all that wait, in the order of coming
        self._used = Usage(steady)
        self.held: Counter[TreePath] = Counter()

    def locked(self) -> bool:
        """Whether one would have to wait."""
        return self._free == 0

    def wanted(self) -> bool:
        """Whether any work waits."""
        return bool(self._line)

    @contextlib.asynccontextmanager
    async def place(self, path: TreePath, cost: float, *, urgent: bool = False,
                    gives_way: bool = True) -> AsyncIterator[None]:
        """A place for a while; path and cost are those of `Turns.put`.

        Args:
            urgent: whether it comes before all that is not, and waits however many wait.
            gives_way: whether it is refused, also later, when too many wait.

        Raises:
            OverloadedError: if it has given way.
        """
        turns = self._urgent if urgent else self._turns
        await self._come(turns, _Turn(path, gives_way and not urgent,
                                      asyncio.get_running_loop().create_future()), cost)
        begin = self._steady()
        try:
            yield
        finally:
            used = self._steady() - begin
            if used > cost:
                turns.charge(path, used - cost)
            self._used.add(path, used)
            self._leave(path)

    async def _come(self, turns: Turns[_Turn], turn: _Turn, cost: float) -> None:
        if self._free and self._may(turn.path):
            self._free -= 1
            self.held[turn.path] += 1
            return
        if turn.gives_way and self._waiting is not None and len(self._line) >= self._waiting:
            self._make_room(turn.path)
        turns.put(turn.path, cost, turn)
        self._line[turn] = turns
        try:
            # Shielded, for `_leave` must not find a turn that is cancelled already.
            await asyncio.shield(turn.come)
        except asyncio.CancelledError:
            if not turn.come.done():
                self._drop(turn)
            elif turn.come.exception() is None:
                self._leave(turn.path)      # it was given a place in the same moment
            raise

    def _make_room(self, newcomer: TreePath) -> None:
        """Let the heaviest of all that wait give way.

        Raises:
            OverloadedError: if that is the newcomer.
        """
        held = [*((path, None) for path in self.held.elements()),
                *((turn.path, turn if turn.gives_way else None) for turn in self._line)]
        heaviest = who_gives_way(held, newcomer, self._used.of)
        if heaviest is None:
            raise OverloadedError
        self._drop(heaviest)
        heaviest.come.set_exception(OverloadedError())

    def _drop(self, turn: _Turn) -> None:
        self._line.pop(turn).drop(turn.path, turn)

    def _may(self, path: TreePath) -> bool:
        return self._of_one is None or self._of_one > sum(
            count for held, count in self.held.items() if held[:PAYER] == path[:PAYER])

    def _leave(self, path: TreePath) -> None:
        """Leave a place to the next in turn."""
        self.held[path] -= 1
        self.held += Counter()              # without payers that hold none
        self._free += 1
        if (taken := self._urgent.take(self._may) or self._turns.take(self._may)) is not None:
            del self._line[taken]
            self._free -= 1
            self.held[taken.path] += 1
            taken.come.set_result(None)
