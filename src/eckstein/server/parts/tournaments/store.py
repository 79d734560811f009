"""Tournaments in a database."""
from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.tables import games, tournament_events, tournament_games, tournaments
from ...store.tournaments import TournamentEvent, TournamentRow

_DATA = msgspec.json.Decoder(dict[str, Any])


class TournamentStore:
    """Where tournaments are read; they are written by `GameStore.write`.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def events(self, tournament: str) -> list[TournamentEvent]:
        """The events of a tournament in their order; none if there is no such tournament.

        Raises:
            StoreError: if the database does not respond.
        """
        found = await rows.found(self._engine, sa.select(tournament_events).where(
            tournament_events.c.tournament == tournament).order_by(tournament_events.c.seq))
        return [TournamentEvent(row.tournament, row.seq, row.kind, _DATA.decode(row.data), row.at)
                for row in found]

    async def listed(self, most: int) -> list[TournamentRow]:
        """Those that the lobby lists: first those that have not ended, of these the newest first.

        Raises:
            StoreError: if the database does not respond.
        """
        ended = tournaments.c.phase == "ended"
        return [TournamentRow(*row) for row in await rows.found(
            self._engine, sa.select(tournaments).where(tournaments.c.listed).order_by(
                ended, tournaments.c.changed.desc(), tournaments.c.id).limit(most))]

    async def concerning(self, who: str) -> list[str]:
        """Those that have not ended and that an identity has ever entered, made, or been named as
        an organiser of.

        Raises:
            StoreError: if the database does not respond.
        """
        event = tournament_events.c
        query = sa.select(event.tournament).distinct().join(
            tournaments, tournaments.c.id == event.tournament).where(
            tournaments.c.phase != "ended",
            event.kind.in_(("created", "entered", "claimed", "organiser")),
            event.data.contains(f'"who":"{who}"', autoescape=True))
        return [row.tournament for row in await rows.found(self._engine, query)]

    async def due(self, now: int, most: int) -> list[str]:
        """Those that are to be looked at, the earliest first.

        Raises:
            StoreError: if the database does not respond.
        """
        return [row.id for row in await rows.found(
            self._engine, sa.select(tournaments.c.id).where(tournaments.c.due <= now)
            .order_by(tournaments.c.due, tournaments.c.id).limit(most))]

    async def ended_games(self, most: int) -> list[tuple[str, str]]:
        """Tournaments, with games of theirs that have ended but are not known to be over there.

        Raises:
            StoreError: if the database does not respond.
        """
        return [(row.tournament, row.game) for row in await rows.found(
            self._engine, sa.select(tournament_games.c.tournament, tournament_games.c.game)
            .select_from(tournament_games.outerjoin(games, games.c.id == tournament_games.c.game))
            .where(~tournament_games.c.over, sa.or_(games.c.over, games.c.id.is_(None)))
            .limit(most))]

    async def changed(self, since: int, most: int) -> list[tuple[str, int]]:
        """Tournaments in which something has happened since a time, with when.

        Raises:
            StoreError: if the database does not respond.
        """
        return [(row.id, row.changed) for row in await rows.found(
            self._engine, sa.select(tournaments.c.id, tournaments.c.changed)
            .where(tournaments.c.changed > since).order_by(tournaments.c.changed).limit(most))]

    async def forget(self, before: int, unbegun_before: int, most: int) -> int:
        """Forget a few tournaments in which nothing has happened for long; returns how many.

        Args:
            before: when something last happened.
            unbegun_before: the same for one that has not begun.
            most: how many.

        Raises:
            StoreError: if the database does not respond.
        """
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
