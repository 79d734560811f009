"""Passwords: what is kept of them, and how they are checked beside everything else."""
from __future__ import annotations

import contextlib
import functools
import os
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ...base.sentence import Sentence
from ..game.rulings import RefusedError
from ..work.contract import OverloadedError, TooSlowError, Work

T = TypeVar("T")
LEAST, MOST = 8, 200        # characters
SECONDS, COST = 20.0, 1.0   # that a check may take, and about takes on a busy machine
NICE = 10                   # by how much games come first
HASHER = PasswordHasher(parallelism=1)


class Passwords:
    """Argon2id, 64 MiB for each check.

    To know neither a name nor its password takes as long as to know the name alone.

    Args:
        work: where they are checked, a few at a time.
    """

    def __init__(self, work: Work) -> None:
        self._work = work

    async def kept(self, password: str, payer: str) -> str:
        """What is kept of a new password.

        Raises:
            RefusedError: if it is too short or too long, or too many are checked.
        """
        if not LEAST <= len(password) <= MOST:
            raise RefusedError("bad", Sentence("a password has {least} to {most} characters",
                                               least=LEAST, most=MOST))
        return await self._done(payer, hashed, _written(password))

    async def fits(self, password: str, kept: str | None, payer: str) -> bool:
        """Whether this is the password of which that is kept; if nothing is, it takes as long.

        Raises:
            RefusedError: if too many are checked.
        """
        return await self._done(payer, is_kept, _written(password[:MOST]), kept)

    async def _done(self, payer: str, function: Callable[..., T], *arguments: str | None) -> T:
        try:
            done: T = await self._work.do(payer, SECONDS, function, *arguments, cost=COST)
            return done
        except (OverloadedError, TooSlowError):
            raise RefusedError("busy", Sentence("too many people sign in at once; try again")
                               ) from None


def hashed(password: str) -> str:
    """What is kept of a password."""
    _give_way()
    return HASHER.hash(password)


def is_kept(password: str, kept: str | None) -> bool:
    """Whether that is kept of this password; of none, nothing is."""
    _give_way()
    try:
        return HASHER.verify(kept or _of_none(), password)
    except (VerificationError, InvalidHashError):
        return False


@functools.cache
def _give_way() -> None:
    """Let this process, which does nothing else, have less of a processor than games."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)


@functools.cache
def _of_none() -> str:
    """What would be kept of a password that nobody can type."""
    return HASHER.hash("\0" * (MOST + 1))


def _written(password: str) -> str:
    """The same text for all ways to type it."""
    return unicodedata.normalize("NFKC", password)
