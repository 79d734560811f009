"""Tournaments as the rest of the server knows their store, whatever keeps them."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ..tournaments.state import TournamentEvent


class TournamentRow(NamedTuple):
    """What is known of a tournament without its events.

    Attributes:
        id: by which everybody knows it.
        phase: whether it has begun, goes on, is paused, or has ended.
        listed: whether the lobby lists it.
        changed: when something last happened.
        due: when it is to be looked at though nobody asks; None: never.
        told: how a list tells it, as JSON.
    """

    id: str
    phase: str
    listed: bool
    changed: int
    due: int | None
    told: str


class TournamentChange(NamedTuple):
    """What is written when something happens in a tournament.

    Attributes:
        events: new ones; (tournament, seq) is the lock, as it is for games.
        row: of the tournament after them.
        games: by id those that belong to it, with whether they are over.
    """

    events: Sequence[TournamentEvent]
    row: TournamentRow
    games: Mapping[str, bool] = {}


class TournamentStore(Protocol):
    """Where tournaments are read; they are written by `GameStore.write`."""

    async def events(self, tournament: str) -> list[TournamentEvent]:
        """The events of a tournament in their order; none if there is no such tournament.

        Raises:
            StoreError: if the database does not respond.
        """
        ...

    async def listed(self, most: int) -> list[TournamentRow]:
        """Those that the lobby lists: first those that have not ended, of these the newest first.

        Raises:
            StoreError: if the database does not respond.
        """
        ...

    async def entered(self, who: str) -> list[str]:
        """Those that have not ended and that an identity has ever entered.

        Raises:
            StoreError: if the database does not respond.
        """
        ...

    async def due(self, now: int, most: int) -> list[str]:
        """Those that are to be looked at, the earliest first.

        Raises:
            StoreError: if the database does not respond.
        """
        ...

    async def ended_games(self, most: int) -> list[tuple[str, str]]:
        """Tournaments, with games of theirs that have ended but are not known to be over there.

        Raises:
            StoreError: if the database does not respond.
        """
        ...

    async def changed(self, since: int, most: int) -> list[tuple[str, int]]:
        """Tournaments in which something has happened since a time, with when.

        Raises:
            StoreError: if the database does not respond.
        """
        ...

    async def forget(self, before: int, unbegun_before: int, most: int) -> int:
        """Forget a few tournaments in which nothing has happened for long; returns how many.

        Args:
            before: when something last happened.
            unbegun_before: the same for one that has not begun.
            most: how many.

        Raises:
            StoreError: if the database does not respond.
        """
        ...
