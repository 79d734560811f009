"""Results in a database, and what follows from those that were taken in: changes and standings.

The setting `RATED` has the number of the last of these results.  All that follows can be deleted,
and reckoned again.
"""
from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database.databases import first_line
from ...database.identities import NOBODY
from ...database.tables import (
    RATED,
    changes_before,
    pseudonyms,
    results,
    standing_changes,
    standings,
)
from ...database.tables import settings as notes
from ...game.fold import Change, Fold, Key, Player
from ...game.glicko import Rating
from ...game.identity import level_of
from ...game.rating_rules import IMPORTED, WINDOW
from ...game.results import UNKNOWN, Row, Side
from ...store.contract import StoreError

LOCK = "ratings"            # so that of several servers only one takes in results at a time


@contextlib.asynccontextmanager
async def together(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that only reads, all of it as it is at the same moment.

    Raises:
        StoreError: if the database does not respond.
    """
    try:
        if engine.dialect.name != "sqlite":
            engine = engine.execution_options(isolation_level="REPEATABLE READ")
        async with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN")
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(first_line(error)) from error


async def rated_to(connection: AsyncConnection) -> int:
    """The number of the last result that was taken in."""
    return int(await connection.scalar(
        sa.select(notes.c.value).where(notes.c.name == RATED)) or 0)


async def note(connection: AsyncConnection, seq: int) -> None:
    """Note that."""
    await connection.execute(sa.delete(notes).where(notes.c.name == RATED))
    await connection.execute(sa.insert(notes).values(name=RATED, value=str(seq)))


async def results_after(connection: AsyncConnection, seq: int, most: int, last: int | None = None
                        ) -> list[Row]:
    """The next results after a number, up to the last one, in order."""
    query = sa.select(results).where(results.c.seq > seq).order_by(results.c.seq).limit(most)
    if last is not None:
        query = query.where(results.c.seq <= last)
    found = (await connection.execute(query)).all()
    imported = [row.seq for row in found if row.version == IMPORTED]
    before = {} if not imported else {
        (row.seq, row.colour): Rating(row.points, row.deviation, row.volatility)
        for row in await connection.execute(sa.select(changes_before).where(
            changes_before.c.seq.between(imported[0], imported[-1])))}
    return [_row(row, before) for row in found]


def _row(row: Any, before: Mapping[tuple[int, str], Rating]) -> Row:
    def side(colour: str) -> Side:
        who, *rating, moves = (getattr(row, f"{colour}{name}") for name in (
            "", "_points", "_deviation", "_volatility", "_moves"))
        return Side(who, Rating(*rating), moves, before.get((row.seq, colour)))
    return Row(row.seq, row.game, row.rules, row.speed, side("white"), side("black"), row.winner,
               row.how, row.began, row.at, row.version, row.mixed, row.ruler)


async def players_of(connection: AsyncConnection, found: Sequence[Row]) -> dict[Key, Player]:
    """The players of some results, as they stand before them."""
    keys = {(side.who, row.rules, row.speed) for row in found for side in (row.white, row.black)
            if side.who != UNKNOWN and level_of(side.who) is None}
    since = min(row.at for row in found) - WINDOW
    told = {(row.code, row.rules, row.speed): Player(
        Rating(row.points, row.deviation, row.volatility), row.at, row.games, row.first, row.links,
        tuple(row.met.split()), tuple(row.known.split()))
        for row in await connection.execute(sa.select(standings).where(_among(standings, keys)))}
    for row in await connection.execute(
            sa.select(standing_changes).where(_among(standing_changes, keys),
                                              standing_changes.c.at > since)
            .order_by(standing_changes.c.seq)):
        change = change_of(row)
        told[change.code, change.rules, change.speed].lately.append(change)
    return told


def _among(table: sa.Table, keys: Iterable[Key]) -> sa.ColumnElement[bool]:
    return sa.tuple_(table.c.code, table.c.rules, table.c.speed).in_(sorted(keys))


def change_of(row: Any) -> Change:
    """A change from its row."""
    return Change(row.code, row.seq, row.rules, row.speed, row.opponent,
                  Rating(row.points, row.deviation, row.volatility), row.gain, row.sure, row.began,
                  row.at)


async def write(connection: AsyncConnection, fold: Fold, changes: Sequence[Change]) -> None:
    """Write changes that are new, and how their players stand."""
    if not changes:
        return
    await connection.execute(sa.insert(standing_changes), [
        {"code": one.code, "seq": one.seq, "rules": one.rules, "speed": one.speed,
         "opponent": one.opponent, **one.rating._asdict(), "gain": one.gain, "sure": one.sure,
         "began": one.began, "at": one.at} for one in changes])
    await set_standings(connection, {
        key: fold.players[key] for key in {(one.code, one.rules, one.speed) for one in changes}})


async def set_standings(connection: AsyncConnection, told: Mapping[Key, Player]) -> None:
    """Replace how players stand."""
    # Locked, so that no account is deleted before its standing is there to lose its name.
    links = {row.code: row.account for row in await connection.execute(
        sa.select(pseudonyms).where(pseudonyms.c.code.in_({code for code, *_ in told}))
        .order_by(pseudonyms.c.code).with_for_update(read=True, key_share=True))}
    await connection.execute(sa.delete(standings).where(_among(standings, told)))
    await connection.execute(sa.insert(standings), [
        {"code": code, "rules": rules, "speed": speed, "account": links.get(code, NOBODY)}
        | standing_of(player) for (code, rules, speed), player in told.items()])


def standing_of(player: Player) -> dict[str, Any]:
    """How a player stands, by the names of columns."""
    return {**player.rating._asdict(), "at": player.at, "games": player.games,
            "first": player.first, "links": player.links, "met": " ".join(player.met),
            "known": " ".join(player.known), "listed": player.listed()}
