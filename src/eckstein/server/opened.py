"""What sessions and tokens hold open: it ends when they do, wherever that happens.

The database alone says which have ended, and is asked again and again: a token may be revoked at
another server, by an operator, or by its time.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Sequence, Set

from .parts.accounts.events import Session, Token
from .store.contract import StoreError

LOOK_SECONDS = 1.0          # between two looks; a secret is remembered as long (`Remembered`)
AT_ONCE = 500               # that are looked up together


class Opened:
    """All that is held open at this server.

    Args:
        alive: gives which of some sessions and tokens have not ended at a time.
        now: the time, in milliseconds since 1970.
    """

    def __init__(self, alive: Callable[[Sequence[str], int], Awaitable[Set[str]]],
                 now: Callable[[], int]) -> None:
        self._alive, self._now = alive, now
        self._ends: dict[str, set[Callable[[], None]]] = {}

    @contextlib.contextmanager
    def by(self, login: Session | Token, end: Callable[[], None]) -> Iterator[None]:
        """Something is open meanwhile.

        Args:
            login: by which it was opened.
            end: is called soon after the login has ended, perhaps more than once.
        """
        ends = self._ends.setdefault(login.digest, set())
        ends.add(end)
        try:
            yield
        finally:
            ends.discard(end)
            if not ends:
                del self._ends[login.digest]

    async def look(self) -> None:
        """End what was opened by sessions and tokens that have ended.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        digests = list(self._ends)
        for start in range(0, len(digests), AT_ONCE):
            some = digests[start:start + AT_ONCE]
            alive = await self._alive(some, self._now())
            for digest in some:
                if digest not in alive:
                    for end in list(self._ends.get(digest, ())):
                        end()

    async def tend(self) -> None:
        """Look, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(StoreError, OSError):      # the next look may succeed
                await self.look()
