"""What the two players of a game have said to each other, as it is stored."""
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

import msgspec

from ...wire.words import Colour, Preset


class Said(msgspec.Struct, frozen=True):
    """One line.

    Attributes:
        game: in which game.
        colour: who says it, by his seat.
        who: his identity at that time.
        key: by which the same line is known that is sent twice.
        preset: which of the sentences that pages know in each language; or None.
        text: free text, or None.
        at: when, in milliseconds since 1970.
        number: 1 for the first line of a game.
    """

    game: str
    colour: Colour
    who: str
    key: str
    preset: Preset | None
    text: str | None
    at: int
    number: int = 0


class ChatStore(Protocol):
    """Where lines are kept.  All calls raise StoreError or OSError if the database does not
    respond."""

    async def add(self, line: Said, most: int) -> int | None:
        """Keep a line; returns its number, the same for the same key.

        Args:
            line: whose number is found here.
            most: how many lines of one player a game may have.

        Returns:
            None if he has said as much as he may, or the game is gone.
        """
        ...

    async def of(self, game: str) -> list[Said]:
        """All lines of a game, in order."""
        ...

    def said_by(self, who: str) -> AsyncIterator[Said]:
        """All lines of somebody, by games."""
        ...
