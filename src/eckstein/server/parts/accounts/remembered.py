"""What secrets lead to, which is looked up again and again: it stays in mind for a moment."""
from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from ...store.contract import database_asked

SEEN = 10 * 60_000          # between two notes that something was used, in milliseconds
KEPT, KEPT_FOR = 20_000, 1000       # how many are in mind, and for how many milliseconds
Found = TypeVar("Found")


def digest_of(secret: str) -> str:
    """What is stored of a secret that cannot be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Remembered(Generic[Found]):
    """What is found by digests of secrets.

    Args:
        find: looks in the database.
        now: the time, in milliseconds since 1970.
    """

    def __init__(self, find: Callable[[str], Awaitable[Found | None]], now: Callable[[], int]
                 ) -> None:
        self._find, self._now = find, now
        self._known: OrderedDict[str, tuple[Found | None, int]] = OrderedDict()
        self._forgotten = 0         # how often

    async def of(self, digest: str) -> Found | None:
        """What a digest leads to, as it was a second ago at most.

        Raises:
            RefusedError: if the database does not respond.
        """
        now, forgotten = self._now(), self._forgotten
        found, looked_up = self._known.get(digest, (None, 0))
        if now - looked_up > KEPT_FOR:
            with database_asked():
                found = await self._find(digest)
            if forgotten == self._forgotten:        # or this may have changed since it was found
                self._known[digest] = found, now
                self._known.move_to_end(digest)
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
        return found

    def forget(self, digest: str) -> None:
        """It leads somewhere else now, or nowhere."""
        self._known.pop(digest, None)
        self._forgotten += 1

    def clear(self) -> None:
        """Forget all."""
        self._known.clear()
        self._forgotten += 1
