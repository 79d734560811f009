"""Deletes games and studies that have expired: a few at a time go, each completely or not at all.

Of games in which an account has played, only those go that have not begun, outside tournaments.

All are looked at in the order of their ids, again and again.  Only the last id is remembered, so
that an end of the server at any moment costs nothing.
"""
from __future__ import annotations

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..game.identity import ACCOUNT
from ..game.keeping import BEGUN
from .tables import (
    challenges,
    chat_lines,
    compared_games,
    events,
    games,
    pairings,
    players,
    public_games,
    replies,
    studies,
    tournament_games,
)

GAMES, STUDIES = 100, 20    # that are looked at in one step
log = structlog.get_logger()


class Retention:
    """Goes through the games and studies of a database.

    Args:
        engine: the database.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._game = self._study = ""

    async def step(self, before: int, unbegun_before: int) -> list[str]:
        """Look at the next games and studies, and forget those that are too old.

        Args:
            before: the last event of a game was earlier, and so was the study stored.
            unbegun_before: the same for a game in which not both players have moved.

        Returns:
            The games that were forgotten.
        """
        async with self._engine.connect() as connection:
            looked_at = list(await connection.scalars(
                sa.select(games.c.id).where(games.c.id > self._game).order_by(games.c.id)
                .limit(GAMES)))
            old = await _old(connection, looked_at, before, unbegun_before)
            found = list(await connection.scalars(
                sa.select(studies.c.id).where(studies.c.id > self._study).order_by(studies.c.id)
                .limit(STUDIES)))
        gone: list[str] = []
        for game in old:
            if await self._forget(game, before, unbegun_before):
                gone.append(game)
        if found:
            async with self._engine.begin() as connection:
                await connection.execute(sa.delete(studies).where(
                    studies.c.id.in_(found), studies.c.created < before))
        self._game = looked_at[-1] if len(looked_at) == GAMES else ""
        self._study = found[-1] if len(found) == STUDIES else ""
        if gone:
            log.info("games forgotten", games=len(gone))
        return gone

    async def _forget(self, game: str, before: int, unbegun_before: int) -> bool:
        """Forget a game, unless something has happened there in the meantime."""
        async with self._engine.begin() as connection:
            # Other writers wait, or are refused as for a game that never was.
            await connection.execute(
                sa.update(games).where(games.c.id == game).values(over=games.c.over))
            await connection.execute(
                sa.select(games.c.id).where(games.c.id == game).with_for_update())
            if not await _old(connection, [game], before, unbegun_before):
                return False
            await connection.execute(sa.delete(challenges).where(challenges.c.id.in_(
                sa.select(pairings.c.seek).where(pairings.c.game == game))))
            for table in (pairings, replies, events, players, chat_lines, compared_games):
                await connection.execute(sa.delete(table).where(table.c.game == game))
            await connection.execute(sa.delete(games).where(games.c.id == game))
            return True


async def _old(connection: AsyncConnection, of: list[str], before: int, unbegun_before: int
               ) -> list[str]:
    """Which of some games are too old."""
    last = (sa.select(events.c.at).where(events.c.game == games.c.id)
            .order_by(events.c.seq.desc()).limit(1).scalar_subquery())
    moved = (sa.select(events.c.seq).where(events.c.game == games.c.id, events.c.kind == "move")
             .offset(BEGUN - 1).limit(1).scalar_subquery())
    of_accounts = sa.select(players.c.game).where(players.c.game == games.c.id,
                                                  players.c.who.startswith(ACCOUNT)).exists()
    counted = sa.select(public_games.c.game).where(public_games.c.game == games.c.id).exists()
    paired = sa.select(tournament_games.c.game).where(
        tournament_games.c.game == games.c.id).exists()
    return list(await connection.scalars(sa.select(games.c.id).where(
        games.c.id.in_(of), sa.not_(counted), sa.case(
            (of_accounts, sa.and_(moved.is_(None), last < before, sa.not_(paired))),
            else_=sa.or_(last < before, sa.and_(moved.is_(None), last < unbegun_before))))))
