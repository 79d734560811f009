"""Passwords: their hashes, and how they are checked without delaying other work."""
from __future__ import annotations

import functools
import lzma
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ....base.sentence import Sentence
from ...game.rulings import RefusedError
from ...ops.sharing import TreePath
from ...work.contract import OverloadedError, TooSlowError, Work

T = TypeVar("T")
LEAST, MOST = 8, 200        # characters
DIFFERENT = 4               # of them, at least
PROGRAM = "eckstein"
SECONDS, COST = 20.0, 1.0   # that a check may take, and about takes on a busy machine
HASHER = PasswordHasher(parallelism=1)


class Passwords:
    """Argon2id, 64 MiB for each check.

    To know neither a name nor its password takes as long as to know the name alone.

    Args:
        work: where they are checked, a few at a time.
    """

    def __init__(self, work: Work) -> None:
        self._work = work

    async def kept(self, password: str, name: str, payer: TreePath) -> str:
        """The hash of a new password, for the account of a name.

        Raises:
            RefusedError: if it is too short or too long, or one of the first that a stranger would
                try, or too many are checked.
        """
        if not LEAST <= len(password) <= MOST:
            raise RefusedError("bad", Sentence("a password has {least} to {most} characters",
                                               least=LEAST, most=MOST))
        if is_guessed(password, name):
            raise RefusedError("bad", Sentence("this password is among the first that others would "
                                               "try; take another one, such as a few words"))
        return await self._done(payer, hashed, _written(password))

    async def fits(self, password: str, kept: str | None, payer: TreePath) -> bool:
        """Whether a password fits a hash; without a hash, it does not, which takes as long.

        Raises:
            RefusedError: if too many are checked.
        """
        return await self._done(payer, is_kept, _written(password[:MOST]), kept)

    async def _done(self, payer: TreePath, function: Callable[..., T], *arguments: str | None) -> T:
        try:
            done: T = await self._work.do(payer, SECONDS, function, *arguments, cost=COST)
            return done
        except (OverloadedError, TooSlowError):
            raise RefusedError("busy", Sentence("too many people sign in at once; try again")
                               ) from None


def is_guessed(password: str, name: str) -> bool:
    """Whether a password is one of the first that an attacker tries: one of the commonest, the name
    of the account or of this program, whatever digits and signs follow, or hardly any letters.
    """
    plain = _written(password).casefold()
    word = re.sub(r"[\W\d_]+$", "", plain)
    return (len(set(plain)) < DIFFERENT or not {plain, word}.isdisjoint(_commonest())
            or word in (PROGRAM, _written(name).casefold()) or plain == _written(name).casefold())


@functools.cache
def _commonest() -> frozenset[str]:
    """Those of the 30,000 commonest passwords of zxcvbn 4.5.0 (MIT) that are long enough."""
    packed = Path(__file__).with_name("common_passwords.txt.xz").read_bytes()
    return frozenset(lzma.decompress(packed).decode().split())


def hashed(password: str) -> str:
    """The hash of a password."""
    return HASHER.hash(password)


def is_kept(password: str, kept: str | None) -> bool:
    """Whether `kept` is the hash of this password; False without a hash."""
    try:
        return HASHER.verify(kept or _of_none(), password)
    except (VerificationError, InvalidHashError):
        return False


@functools.cache
def _of_none() -> str:
    """The hash of a password that cannot be typed."""
    return HASHER.hash("\0" * (MOST + 1))


def _written(password: str) -> str:
    """The same text for all ways to type it."""
    return unicodedata.normalize("NFKC", password)
