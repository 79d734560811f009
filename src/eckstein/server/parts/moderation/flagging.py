"""Flags are computed from what is stored of rated games, also while a server runs."""
from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.maintenance import reading
from ...database.migrations import upgrade
from ...database.tables import compared_games, events, players, rating_changes
from ...game.clocks import DAY
from ...game.glicko import Rating, anchored
from ...game.identity import account_of, level_of
from .store import ModerationStore
from .suspicion import DAYS, Side, flags_of

TOGETHER = 500              # games that are asked for in one query


async def flag(url: str, now: int | None = None) -> tuple[int, int]:
    """Compute all open flags from scratch.

    Args:
        url: the database.
        now: the time, in milliseconds since 1970.

    Returns:
        How many games were looked at, and how many flags there are.

    Raises:
        ValueError: with a sentence, if the database cannot be read.
    """
    since = (round(time.time() * 1000) if now is None else now) - DAYS * DAY
    async with reading(url) as store:
        await store.take_steps(upgrade)
        sides = await sides_since(store.engine, since)
        moderation = ModerationStore(store.engine)
        found = flags_of(sides, await moderation.settled_flags())
        await moderation.set_flags(found)
        return len({side.game for side in sides}), len(found)


async def sides_since(engine: AsyncEngine, since: int) -> list[Side]:
    """Both sides of all rated games that ended after a time, in order."""
    changes = await rows.found(engine, sa.select(rating_changes).where(
        rating_changes.c.at > since).order_by(
        rating_changes.c.at, rating_changes.c.game, rating_changes.c.account))
    games = sorted({row.game for row in changes})
    seats, ends, moves = dict[str, list[Any]](), dict[str, str](), dict[str, int]()
    compared = dict[tuple[str, str], Any]()
    for some in _parts(games):
        for row in await rows.found(engine, sa.select(
                players.c.game, players.c.colour, players.c.who, players.c.outcome,
                players.c.points)
                .where(players.c.game.in_(some)).order_by(players.c.game, players.c.colour)):
            seats.setdefault(row.game, []).append(row)
        for row in await rows.found(engine, sa.select(events.c.game, events.c.data).where(
                events.c.game.in_(some), events.c.kind == "end")):
            ends[row.game] = _reason(row.data)
        for row in await rows.found(engine, sa.select(
                events.c.game, sa.func.count().label("plies")).where(
                events.c.game.in_(some), events.c.kind == "move").group_by(events.c.game)):
            moves[row.game] = row.plies
        for row in await rows.found(engine, sa.select(compared_games).where(
                compared_games.c.game.in_(some))):
            compared[row.game, row.colour] = row
    known, told = dict[tuple[str, str, str], Rating](), list[Side]()
    for row in changes:
        key = (row.account, row.rules, row.speed)
        before, after = known.get(key, Rating()), Rating(row.points, row.deviation, row.volatility)
        known[key] = after
        own = {account_of(seat.who) or seat.who: seat for seat in seats.get(row.game, ())}
        opponent = next((one for one in own if one != row.account), None)
        if row.account not in own or opponent is None:
            continue
        if level_of(opponent) is not None:
            anchor = anchored(opponent, row.rules, row.speed, own[opponent].points).rating
        elif own[opponent].who == opponent:         # that account is gone
            continue
        else:
            anchor = None
        choices = compared.get((row.game, own[row.account].colour))
        told.append(Side(row.game, row.account, opponent, row.rules, row.at,
                         own[row.account].outcome, before, after,
                         (moves.get(row.game, 0) + 1) // 2, ends.get(row.game, ""), anchor,
                         *((choices.positions, choices.agreed) if choices else ())))
    return told


def _parts(games: Sequence[str]) -> Iterator[Sequence[str]]:
    for begin in range(0, len(games), TOGETHER):
        yield games[begin:begin + TOGETHER]


def _reason(data: str) -> str:
    """Why a game ended, as its last event tells; empty if it does not."""
    try:
        result = msgspec.json.decode(data, type=dict[str, Any]).get("result")
    except msgspec.MsgspecError:            # damaged: `db check` says so
        return ""
    return str(result.get("reason", "")) if isinstance(result, dict) else ""
