"""Deletes games and studies that have expired: a few at a time go, each completely or not at all.

Of games in which an account has played, only those go that have not begun, outside tournaments.

An index has them by age.  A game is looked at when it would have expired if it had not begun; one
that stays is `lasting` from then on, and is looked at when it would have expired by any rule.  It
stays once more if an account has played in it.  So no more is looked at than has become old.
"""
from __future__ import annotations

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..game.identity import ACCOUNT
from ..game.keeping import BEGUN
from .tables import (
    age,
    challenges,
    chat_lines,
    compared_games,
    events,
    games,
    locked,
    pairings,
    players,
    public_games,
    replies,
    studies,
    tournament_games,
)

GAMES, STUDIES = 100, 20    # that are looked at in one step, of either kind of games
log = structlog.get_logger()


class Retention:
    """Goes through the games and studies of a database.

    Args:
        engine: the database.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def step(self, before: int, unbegun_before: int, now: int) -> list[str]:
        """Look at the oldest games and studies, and forget those that are too old.

        Args:
            before: the last event of a game was earlier, and so was the study stored.
            unbegun_before: the same for a game in which not both players have moved.
            now: the time; all in milliseconds since 1970.

        Returns:
            The games that were forgotten.
        """
        async with self._engine.connect() as connection:
            due = [*await _due(connection, unbegun_before, lasting=False),
                   *await _due(connection, before, lasting=True)]
            old = await _old(connection, due, before, unbegun_before)
        gone: list[str] = []
        for game in old:
            if await self._forget(game, before, unbegun_before):
                gone.append(game)
        async with self._engine.begin() as connection:
            if kept := [game for game in due if game not in gone]:
                await connection.execute(_checked(kept, before, unbegun_before, now))
            await connection.execute(sa.delete(studies).where(
                studies.c.created < before, studies.c.id.in_(
                    sa.select(studies.c.id).order_by(studies.c.created).limit(STUDIES))))
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


# When the last event of a game was.
_LAST = (sa.select(events.c.at).where(events.c.game == games.c.id)
         .order_by(events.c.seq.desc()).limit(1).scalar_subquery())


async def _due(connection: AsyncConnection, before: int, *, lasting: bool) -> list[str]:
    """Games that are to be looked at, the oldest first."""
    return list(await connection.scalars(
        sa.select(games.c.id).where(games.c.lasting == sa.literal(lasting), age < before)
        .order_by(age).limit(GAMES)))


def _checked(kept: list[str], before: int, unbegun_before: int, now: int) -> sa.Update:
    """The statement by which games that stay are looked at again in time."""
    last = sa.func.coalesce(_LAST, 0)
    return sa.update(games).where(games.c.id.in_(locked(games.c.id.in_(kept)))).values(
        lasting=sa.or_(games.c.lasting, last < unbegun_before),
        checked=sa.case((last >= before, last), else_=now))


async def _old(connection: AsyncConnection, of: list[str], before: int, unbegun_before: int
               ) -> list[str]:
    """Which of some games are too old."""
    moved = (sa.select(events.c.seq).where(events.c.game == games.c.id, events.c.kind == "move")
             .offset(BEGUN - 1).limit(1).scalar_subquery())
    of_accounts = sa.select(players.c.game).where(players.c.game == games.c.id,
                                                  players.c.who.startswith(ACCOUNT)).exists()
    counted = sa.select(public_games.c.game).where(public_games.c.game == games.c.id).exists()
    paired = sa.select(tournament_games.c.game).where(
        tournament_games.c.game == games.c.id).exists()
    return list(await connection.scalars(sa.select(games.c.id).where(
        games.c.id.in_(of), sa.not_(counted), sa.case(
            (of_accounts, sa.and_(moved.is_(None), before > _LAST, sa.not_(paired))),
            else_=sa.or_(before > _LAST, sa.and_(moved.is_(None), unbegun_before > _LAST))))))
