"""Whom accounts block: neither can challenge the other, nor are they paired in the lobby."""
from __future__ import annotations

from typing import Protocol


class BlockStore(Protocol):
    """Where that is kept.  All calls raise StoreError or OSError if the database does not respond.
    """

    async def block(self, account: str, other: str, at: int) -> None:
        """One account blocks another from a time on; neither follows the other any more."""
        ...

    async def unblock(self, account: str, other: str) -> None:
        """It does no more."""
        ...

    async def of(self, account: str) -> list[str]:
        """Whom an account blocks, those that it has blocked last first."""
        ...

    async def apart(self, one: str, other: str) -> bool:
        """Whether either of two accounts blocks the other."""
        ...
