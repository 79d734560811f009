"""Tournaments in a database; see `TournamentStore`."""
from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ..store.tournaments import TournamentRow
from ..tournaments.state import TournamentEvent
from . import rows
from .tables import games, tournament_events, tournament_games, tournaments
from .writer import Row

_DATA = msgspec.json.Decoder(dict[str, Any])


def of_event(event: TournamentEvent) -> Row:
    """The values of the columns of an event."""
    return (event.tournament, event.seq, event.kind, msgspec.json.encode(event.data).decode(),
            event.at)


class TournamentsStore:
    """See `TournamentStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def events(self, tournament: str) -> list[TournamentEvent]:
        """See `TournamentStore`."""
        found = await rows.found(self._engine, sa.select(tournament_events).where(
            tournament_events.c.tournament == tournament).order_by(tournament_events.c.seq))
        return [TournamentEvent(row.tournament, row.seq, row.kind, _DATA.decode(row.data), row.at)
                for row in found]

    async def listed(self, most: int) -> list[TournamentRow]:
        """See `TournamentStore`."""
        ended = tournaments.c.phase == "ended"
        return [TournamentRow(*row) for row in await rows.found(
            self._engine, sa.select(tournaments).where(tournaments.c.listed).order_by(
                ended, tournaments.c.changed.desc(), tournaments.c.id).limit(most))]

    async def entered(self, who: str) -> list[str]:
        """See `TournamentStore`."""
        event = tournament_events.c
        query = sa.select(event.tournament).distinct().join(
            tournaments, tournaments.c.id == event.tournament).where(
            tournaments.c.phase != "ended", event.kind == "entered",
            event.data.contains(f'"who":"{who}"', autoescape=True))
        return [row.tournament for row in await rows.found(self._engine, query)]

    async def due(self, now: int, most: int) -> list[str]:
        """See `TournamentStore`."""
        return [row.id for row in await rows.found(
            self._engine, sa.select(tournaments.c.id).where(tournaments.c.due <= now)
            .order_by(tournaments.c.due, tournaments.c.id).limit(most))]

    async def ended_games(self, most: int) -> list[tuple[str, str]]:
        """See `TournamentStore`."""
        return [(row.tournament, row.game) for row in await rows.found(
            self._engine, sa.select(tournament_games.c.tournament, tournament_games.c.game)
            .select_from(tournament_games.outerjoin(games, games.c.id == tournament_games.c.game))
            .where(~tournament_games.c.over, sa.or_(games.c.over, games.c.id.is_(None)))
            .limit(most))]

    async def changed(self, since: int, most: int) -> list[tuple[str, int]]:
        """See `TournamentStore`."""
        return [(row.id, row.changed) for row in await rows.found(
            self._engine, sa.select(tournaments.c.id, tournaments.c.changed)
            .where(tournaments.c.changed > since).order_by(tournaments.c.changed).limit(most))]

    async def forget(self, before: int, unbegun_before: int, most: int) -> int:
        """See `TournamentStore`."""
        old = sa.or_(tournaments.c.changed < before, sa.and_(
            tournaments.c.phase == "open", tournaments.c.changed < unbegun_before))
        async with rows.writing(self._engine) as connection:
            found = list(await connection.scalars(
                sa.select(tournaments.c.id).where(old).limit(most).with_for_update()))
            for table, column in ((tournament_events, tournament_events.c.tournament),
                                  (tournament_games, tournament_games.c.tournament),
                                  (tournaments, tournaments.c.id)):
                if found:
                    await connection.execute(sa.delete(table).where(column.in_(found)))
            return len(found)
