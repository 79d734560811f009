"""Whom accounts follow: they see when these are here, and nobody else learns of it."""
from __future__ import annotations

from typing import NamedTuple, Protocol


class Followed(NamedTuple):
    """Somebody who is followed.

    Attributes:
        account: his account.
        name: what it is called.
        bot: whether it is a bot.
        seen: whether it may be seen that he is here.
    """

    account: str
    name: str
    bot: bool
    seen: bool


class FollowStore(Protocol):
    """Where that is kept.  All calls raise StoreError or OSError if the database does not respond.
    """

    async def follow(self, account: str, other: str, at: int, most: int) -> bool:
        """One account follows another from a time on.

        Returns:
            False if either blocks the other, or the first follows as many as it may.
        """
        ...

    async def unfollow(self, account: str, other: str) -> None:
        """It does no more."""
        ...

    async def of(self, account: str) -> list[Followed]:
        """Whom an account follows, by their names."""
        ...
