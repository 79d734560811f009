"""Ratings in a database."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database import rows
from ...database.databases import first_line
from ...database.tables import accounts, players, rating_changes, ratings
from ...game.clocks import DAY
from ...game.glicko import PROVISIONAL, Rating, Standing, anchored
from ...game.identity import ACCOUNT, LEVEL, account_of, level_of, of_account
from ...store.contract import StoreError
from .ratings import AGAINST_LEVELS, Place, both_after

LOCK = 0xEC657E2            # so that of several servers only one rates a game at a time
COLUMNS = (ratings.c.account, ratings.c.rules, ratings.c.speed, ratings.c.points,
           ratings.c.deviation, ratings.c.volatility, ratings.c.at, ratings.c.games)


class RatingStore:
    """Stores ratings.  All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def waiting(self, most: int) -> list[str]:
        """Rated games that have ended and count for no rating yet, the earliest first."""
        return [row.game for row in await self._rows(
            sa.select(players.c.game, players.c.to_rate).distinct()
            .where(players.c.to_rate.is_not(None))
            .order_by(players.c.to_rate, players.c.game).limit(most))]

    async def rate(self, game: str) -> bool:
        """Have a game count, once: both ratings change by it, or none if one of the accounts is
        gone; against a level, that of the person.  Whether it did not count before.
        """
        try:
            async with self._engine.begin() as connection:
                if self._engine.dialect.name == "postgresql":
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
                    # First of all, so that none of them is deleted before this is done, and no
                    # deletion waits for this while this waits for it.
                    await connection.execute(sa.select(accounts.c.id).where(accounts.c.id.in_(
                        sa.select(sa.func.substr(players.c.who, len(ACCOUNT) + 1)).where(
                            players.c.game == game, players.c.who.startswith(ACCOUNT))))
                        .order_by(accounts.c.id).with_for_update(read=True, key_share=True))
                taken = await connection.execute(
                    sa.update(players).where(players.c.game == game,
                                             players.c.to_rate.is_not(None)).values(to_rate=None))
                if taken.rowcount:
                    await self._count(connection, game)
                return bool(taken.rowcount)
        except SQLAlchemyError as error:
            raise StoreError(first_line(error)) from error

    async def _count(self, connection: AsyncConnection, game: str) -> None:
        """Change the ratings of the accounts that have played a game, if all are there.

        What is checked before a game begins can change while it does, at this server or another
        one: so it is checked again that bots play bots, and of one account and levels how many
        games have begun.
        """
        seats = (await connection.execute(
            sa.select(players).where(players.c.game == game).order_by(players.c.colour))).all()
        found = [account for seat in seats if (account := account_of(seat.who))]
        there = {row.id: row.bot for row in await connection.execute(
            sa.select(accounts.c.id, accounts.c.bot).where(accounts.c.id.in_(found)))}
        levels = [seat for seat in seats if level_of(seat.who) and seat.points is not None]
        if len(seats) != 2 or len(there) + len(levels) != 2 or not there:
            return
        bots = set(there.values()) | ({False} if levels else set())
        if len(bots) != 1 or levels and await self._had_enough(connection, seats):
            return
        known = {row.account: _standing(row) for row in await connection.execute(
            sa.select(*COLUMNS).where(ratings.c.account.in_(found),
                                      ratings.c.rules == seats[0].rules,
                                      ratings.c.speed == seats[0].speed))}
        before = [_before(seat, known) for seat in seats]
        for after in both_after(before, [seat.outcome for seat in seats], seats[0].ended):
            if after.account not in there:
                continue
            values = {"points": after.rating.points, "deviation": after.rating.deviation,
                      "volatility": after.rating.volatility, "at": after.at}
            key = {"account": after.account, "rules": after.rules, "speed": after.speed}
            await connection.execute(sa.insert(rating_changes).values(game=game, **key, **values))
            values["games"] = after.games
            await connection.execute(
                sa.insert(ratings).values(**key, **values) if after.games == 1 else
                sa.update(ratings).where(*(ratings.c[name] == value
                                           for name, value in key.items())).values(**values))

    async def _had_enough(self, connection: AsyncConnection, seats: Sequence[Any]) -> bool:
        """Whether a person had begun enough games against levels before this one."""
        person, = (seat for seat in seats if account_of(seat.who))
        before = sa.or_(players.c.began < person.began,
                        sa.and_(players.c.began == person.began, players.c.game < person.game))
        found = await connection.scalar(
            _against_levels(person.who, person.began - DAY).where(before))
        return (found or 0) >= AGAINST_LEVELS

    async def against_levels(self, account: str, since: int) -> int:
        """How many rated games an account has begun against levels since a time."""
        found = await self._rows(_against_levels(of_account(account), since))
        return int(found[0][0])

    async def clear(self) -> None:
        """Forget all ratings, so that all games wait."""
        await rows.write(
            self._engine,
            sa.update(players).where(players.c.rated, players.c.ended.is_not(None),
                                     players.c.outcome != "none")
            .values(to_rate=players.c.ended), sa.delete(ratings), sa.delete(rating_changes))

    async def of(self, account: str) -> list[Standing]:
        """What an account is rated."""
        return [_standing(row) for row in await self._rows(
            sa.select(*COLUMNS).where(ratings.c.account == account)
            .order_by(ratings.c.rules, ratings.c.speed))]

    async def history(self, account: str, rules: str, speed: str, most: int
                      ) -> list[tuple[int, float, float]]:
        """Time, points and deviation after each of the last games of an account, in order."""
        found = await self._rows(
            sa.select(rating_changes.c.at, rating_changes.c.points, rating_changes.c.deviation)
            .where(rating_changes.c.account == account, rating_changes.c.rules == rules,
                   rating_changes.c.speed == speed)
            .order_by(rating_changes.c.at.desc(), rating_changes.c.game.desc()).limit(most))
        return [tuple(row) for row in reversed(found)]

    async def leaders(self, rules: str, speed: str, most: int, *, bots: bool = False
                      ) -> list[Standing]:
        """The best of the people, or of the bots, with an established rating."""
        return [_standing(row) for row in await self._rows(
            sa.select(*COLUMNS).where(*_sure(rules, speed, bots))
            .order_by(ratings.c.points.desc(), ratings.c.account).limit(most))]

    async def place(self, account: str, rules: str, speed: str, near: int, *,
                    bots: bool = False) -> Place | None:
        """Where an account stands among them; None if its rating is a guess, or there is none.

        Args:
            account: the id of the account.
            rules, speed: of which games.
            bots: whether it is one, and stands among them.
            near: how many next to it on either side are returned, at most.
        """
        sure, rank = _sure(rules, speed, bots), (ratings.c.points.desc(), ratings.c.account)
        mine = await self._rows(sa.select(*COLUMNS).where(*sure, ratings.c.account == account))
        if not mine:
            return None
        points = mine[0].points
        # In two parts, of which each reads its rows in the order of an index.
        better, worse = ratings.c.points > points, ratings.c.points < points
        level, other = ratings.c.points == points, ratings.c.account
        before = [*await self._rows(sa.select(*COLUMNS).where(*sure, level, other < account)
                                    .order_by(other.desc()).limit(near)),
                  *await self._rows(sa.select(*COLUMNS).where(*sure, better).order_by(
                      ratings.c.points, other.desc()).limit(near))][:near]
        after = [*await self._rows(sa.select(*COLUMNS).where(*sure, level, other > account)
                                   .order_by(other).limit(near)),
                 *await self._rows(sa.select(*COLUMNS).where(*sure, worse).order_by(*rank)
                                   .limit(near))][:near]
        ahead = await self._rows(sa.select(sa.func.count()).where(
            *sure, sa.or_(better, sa.and_(level, other < account))))
        return Place(int(ahead[0][0]) + 1 - len(before),
                     [_standing(row) for row in (*reversed(before), *mine, *after)])

    async def distribution(self, rules: str, speed: str, width: int, *, bots: bool = False
                           ) -> Mapping[int, int]:
        """How many of them there are, by the whole multiple of so many points below."""
        points, sure = ratings.c.points, _sure(rules, speed, bots)
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


def _sure(rules: str, speed: str, bots: bool) -> tuple[sa.ColumnElement[bool], ...]:
    """Conditions for ratings of people, or of bots, that are no guess."""
    which = sa.select(accounts.c.id).where(accounts.c.bot).scalar_subquery()
    of = ratings.c.account.in_(which) if bots else ratings.c.account.not_in(which)
    return (ratings.c.rules == rules, ratings.c.speed == speed,
            ratings.c.deviation < PROVISIONAL, of)


def _against_levels(who: str, since: int) -> sa.Select[Any]:
    """How many rated games an identity has begun against levels since a time."""
    level = players.alias("level")
    return sa.select(sa.func.count()).select_from(players.join(
        level, sa.and_(level.c.game == players.c.game, level.c.colour != players.c.colour))).where(
        players.c.who == who, players.c.rated,
        sa.or_(players.c.ended.is_(None), players.c.ended >= since),
        players.c.began >= since, level.c.who.startswith(LEVEL))


def _before(seat: Any, known: Mapping[str, Standing]) -> Standing:
    """The rating of the player of a seat before the game."""
    account = account_of(seat.who)
    if account is None:
        return anchored(seat.who, seat.rules, seat.speed, seat.points)
    return known.get(account) or Standing(account, seat.rules, seat.speed, Rating(), seat.ended, 0)


def _standing(row: Any) -> Standing:
    return Standing(row.account, row.rules, row.speed,
                    Rating(row.points, row.deviation, row.volatility), row.at, row.games)
