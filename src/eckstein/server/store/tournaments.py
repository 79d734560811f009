"""What is written of tournaments, together with their games."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct


class TournamentEvent(Struct, frozen=True):
    """One thing that has happened in a tournament.

    Attributes:
        tournament: the id of its tournament.
        seq: its number, from 1.
        kind: what happened.
        data: all that belongs to it.
        at: when, in milliseconds since 1970.
    """

    tournament: str
    seq: int
    kind: str
    data: dict[str, Any]
    at: int


class TournamentRow(NamedTuple):
    """What is known of a tournament without its events.

    Attributes:
        id: its public id.
        phase: whether it has begun, goes on, is paused, or has ended.
        listed: whether the lobby lists it.
        changed: when something last happened.
        due: when it is to be looked at without a request; None: never.
        told: its entry in a list, as JSON.
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
