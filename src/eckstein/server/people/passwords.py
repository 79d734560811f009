"""Passwords: what is kept of them, and how they are checked without stopping everything else."""
from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ...base.sentence import Sentence
from ..game.rulings import RefusedError

T = TypeVar("T")
LEAST, MOST = 8, 200        # characters
WAITING = 20                # checks that wait for the one that is made; of others nobody hears


class Passwords:
    """Argon2id with the parameters of its library, one at a time, in a thread of its own.

    To know neither a name nor its password takes as long as to know the name alone.
    """

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._thread = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0
        self._none: str | None = None       # of no password that anybody can type

    async def kept(self, password: str) -> str:
        """What is kept of a new password.

        Raises:
            RefusedError: if it is too short or too long, or too many are checked.
        """
        if not LEAST <= len(password) <= MOST:
            raise RefusedError("bad", Sentence("a password has {least} to {most} characters",
                                               least=LEAST, most=MOST))
        return await self._aside(lambda: self._hasher.hash(_written(password)))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether this is the password of which that is kept; if nothing is, it takes as long.

        Raises:
            RefusedError: if too many are checked.
        """
        return await self._aside(lambda: self._check(password, kept))

    def _check(self, password: str, kept: str | None) -> bool:
        if self._none is None:
            self._none = self._hasher.hash("\0")
        try:
            return self._hasher.verify(kept or self._none, _written(password)[:MOST])
        except (VerificationError, InvalidHashError):
            return False

    async def _aside(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise RefusedError("busy", Sentence("too many people sign in at once; try again"))
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let the thread go."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _written(password: str) -> str:
    """The same text for all ways to type it."""
    return unicodedata.normalize("NFKC", password)
