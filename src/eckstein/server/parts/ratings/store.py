"""Ratings in a database, as they are asked for."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.identities import NOBODY
from ...database.tables import (
    accounts,
    players,
    pseudonyms,
    pupils,
    results,
    standing_changes,
    standings,
)
from ...game.fold import Fold
from ...game.glicko import Rating, Standing
from ...game.identity import LEVEL, of_account
from .ratings import Place
from .taken_in import LOCK, note, players_of, rated_to, results_after, together, write

COLUMNS = (standings.c.account, standings.c.rules, standings.c.speed, standings.c.points,
           standings.c.deviation, standings.c.volatility, standings.c.at, standings.c.games)


class RatingStore:
    """Stores ratings.  All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def waiting(self) -> int:
        """How many results are not taken in yet."""
        async with together(self._engine) as connection:
            return await rows.count(connection, results.c.seq > await rated_to(connection))

    async def take_in(self, most: int) -> int:
        """Take in the next results, completely or not at all; returns how many there were."""
        if not await self.waiting():
            return 0                    # without a lock that others would wait for
        async with rows.alone(self._engine, LOCK) as connection:
            found = await results_after(connection, await rated_to(connection), most)
            if found:
                fold = Fold(await players_of(connection, found))
                changes = [change for row in found for change in fold.take(row)]
                await write(connection, fold, changes)
                await note(connection, found[-1].seq)
        return len(found)

    async def against_levels(self, account: str, since: int) -> int:
        """How many rated games an account has begun against levels since a time."""
        level = players.alias("level")
        found = await self._rows(sa.select(sa.func.count()).select_from(players.join(
            level, sa.and_(level.c.game == players.c.game,
                           level.c.colour != players.c.colour))).where(
            players.c.who == of_account(account), players.c.rated,
            sa.or_(players.c.ended.is_(None), players.c.ended >= since),
            players.c.began >= since, level.c.who.startswith(LEVEL)))
        return int(found[0][0])

    async def of(self, account: str) -> list[Standing]:
        """What an account is rated."""
        return [_standing(row) for row in await self._rows(
            sa.select(*COLUMNS).where(standings.c.account == account)
            .order_by(standings.c.rules, standings.c.speed))]

    async def history(self, account: str, rules: str, speed: str, most: int
                      ) -> list[tuple[int, float, float]]:
        """Time, points and deviation after each of the last games of an account, in order."""
        change = standing_changes.c
        found = await self._rows(
            sa.select(change.at, change.points, change.deviation)
            .where(change.code == sa.select(pseudonyms.c.code).where(
                pseudonyms.c.account == account).scalar_subquery(),
                change.rules == rules, change.speed == speed)
            .order_by(change.at.desc(), change.seq.desc()).limit(most))
        return [tuple(row) for row in reversed(found)]

    async def leaders(self, rules: str, speed: str, most: int, now: int, *,
                      bots: bool = False, hidden: Collection[str] = ()) -> list[Standing]:
        """The best of the people, or of the bots, that are on the leaderboard at a time."""
        return [_standing(row) for row in await self._rows(
            sa.select(*COLUMNS).where(*_listed(rules, speed, bots, now, hidden))
            .order_by(standings.c.points.desc(), standings.c.account).limit(most))]

    async def place(self, account: str, rules: str, speed: str, near: int, now: int, *,
                    bots: bool = False, hidden: Collection[str] = ()) -> Place | None:
        """Where an account stands among them; None if it does not.

        Args:
            account: the id of the account.
            rules, speed: of which games.
            bots: whether it is one, and stands among them.
            near: how many next to it on either side are returned, at most.
            now: the time.
            hidden: accounts that are on no leaderboard.
        """
        sure = _listed(rules, speed, bots, now, hidden)
        rank = standings.c.points.desc(), standings.c.account
        mine = await self._rows(sa.select(*COLUMNS).where(*sure, standings.c.account == account))
        if not mine:
            return None
        points = mine[0].points
        # In two parts, of which each reads its rows in the order of an index.
        better, worse = standings.c.points > points, standings.c.points < points
        level, other = standings.c.points == points, standings.c.account
        before = [*await self._rows(sa.select(*COLUMNS).where(*sure, level, other < account)
                                    .order_by(other.desc()).limit(near)),
                  *await self._rows(sa.select(*COLUMNS).where(*sure, better).order_by(
                      standings.c.points, other.desc()).limit(near))][:near]
        after = [*await self._rows(sa.select(*COLUMNS).where(*sure, level, other > account)
                                   .order_by(other).limit(near)),
                 *await self._rows(sa.select(*COLUMNS).where(*sure, worse).order_by(*rank)
                                   .limit(near))][:near]
        ahead = await self._rows(sa.select(sa.func.count()).where(
            *sure, sa.or_(better, sa.and_(level, other < account))))
        return Place(int(ahead[0][0]) + 1 - len(before),
                     [_standing(row) for row in (*reversed(before), *mine, *after)])

    async def distribution(self, rules: str, speed: str, width: int, now: int, *,
                           bots: bool = False, hidden: Collection[str] = ()
                           ) -> Mapping[int, int]:
        """How many of them there are, by the whole multiple of so many points below."""
        points, sure = standings.c.points, _listed(rules, speed, bots, now, hidden)
        (least, most), = await self._rows(sa.select(sa.func.min(points), sa.func.max(points))
                                          .where(*sure[:2]))
        if least is None:
            return {}
        # Each step is a part of the index, which is quicker than to group the rows of all.
        found = await self._rows(sa.union_all(*(
            sa.select(sa.literal(below).label("below"), sa.func.count().label("people"))
            .where(*sure, points >= below, points < below + width)
            for below in range(int(least // width) * width, int(most) + 1, width))))
        return {row.below: row.people for row in found if row.people}

    async def _rows(self, query: sa.Executable) -> Sequence[Any]:
        return await rows.found(self._engine, query)


def _listed(rules: str, speed: str, bots: bool, now: int, hidden: Collection[str]
            ) -> tuple[sa.ColumnElement[bool], ...]:
    """Conditions for standings of people, or of bots, that are on the leaderboard."""
    which = sa.select(accounts.c.id).where(accounts.c.bot).scalar_subquery()
    account = standings.c.account
    of: list[sa.ColumnElement[bool]] = [
        ~sa.exists().where(pupils.c.account == account, pupils.c.code.is_not(None)),
        *([account.in_(which)] if bots else [account.not_in(which), account != NOBODY])]
    if hidden:
        of.append(account.not_in(hidden))
    return (standings.c.rules == rules, standings.c.speed == speed, standings.c.listed > now, *of)


def _standing(row: Any) -> Standing:
    return Standing(row.account, row.rules, row.speed,
                    Rating(row.points, row.deviation, row.volatility), row.at, row.games)
