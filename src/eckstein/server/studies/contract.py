"""Shared studies as the rest of the server knows them, whatever keeps them."""
from __future__ import annotations

from typing import NamedTuple, Protocol


class Version(NamedTuple):
    """A version of a study.

    Attributes:
        number: 1 for the first.
        text: what it says, as JSON.
    """

    number: int
    text: str


class SharedStudies(Protocol):
    """Keeps studies with a version, and some of the earlier versions of each.

    All methods raise StoreError if the database does not respond.
    """

    async def add(self, study: str, text: str, now: int) -> None:
        """Keep the first version of a study."""
        ...

    async def replace(self, study: str, number: int, text: str, now: int) -> bool:
        """Keep the next version of a study; whether this is what came after the one before.

        Args:
            study: which.
            number: that of the version.
            text: what it says.
            now: the time, in milliseconds since 1970.
        """
        ...

    async def version(self, study: str, number: int | None = None) -> Version | None:
        """The last version, or an earlier one that is kept; None if there is none."""
        ...

    async def number(self, study: str) -> int | None:
        """The number of the last version; None if there is no such study."""
        ...

    async def earlier(self, study: str) -> list[tuple[int, int]]:
        """The numbers of earlier versions that are kept, the newest first, each with when it was
        made, in milliseconds since 1970.
        """
        ...
