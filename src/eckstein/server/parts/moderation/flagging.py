"""Flags are computed from what is stored of rated games, also while a server runs."""
from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.maintenance import reading
from ...database.migrations import upgrade
from ...database.tables import compared_games, pseudonyms, results, standing_changes
from ...game.clocks import DAY
from ...game.glicko import Rating
from ...game.identity import level_of
from ...game.results import UNKNOWN
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
        there = {row.account for row in await rows.found(
            store.engine, sa.select(pseudonyms.c.account))}
        found = [one for one in flags_of(sides, await moderation.settled_flags())
                 if one.account in there]
        await moderation.set_flags(found)
        return len({side.game for side in sides}), len(found)


async def sides_since(engine: AsyncEngine, since: int) -> list[Side]:
    """Both sides of all rated games that have counted after a time, in order.

    Players without an account any more are named by their pseudonyms.
    """
    change = standing_changes.c
    found = await rows.found(engine, sa.select(
        results, change.code, change.points, change.deviation, change.volatility).join(
        standing_changes, change.seq == results.c.seq).where(change.at > since).order_by(
        results.c.seq, sa.case((change.code == results.c.white, 0), else_=1)))
    accounts = {row.code: row.account for row in await rows.found(engine, sa.select(pseudonyms))}
    compared = {(row.game, row.colour): row for some in _parts(sorted({
        row.game for row in found})) for row in await rows.found(engine, sa.select(
            compared_games).where(compared_games.c.game.in_(some)))}
    told = []
    for row in found:
        own = "white" if row.code == row.white else "black"
        other = "black" if own == "white" else "white"
        opponent = getattr(row, other)
        if opponent == UNKNOWN:
            continue
        choices = compared.get((row.game, own))
        told.append(Side(
            row.game, accounts.get(row.code, row.code), accounts.get(opponent, opponent), row.rules,
            row.at, "drawn" if row.winner == "drawn" else "won" if row.winner == own else "lost",
            _before(row, own), Rating(row.points, row.deviation, row.volatility),
            getattr(row, f"{own}_moves"), row.how,
            None if level_of(opponent) is None else _before(row, other),
            *((choices.positions, choices.agreed) if choices else ())))
    return told


def _before(row: Any, colour: str) -> Rating:
    """The strength of a side of a result."""
    return Rating(*(getattr(row, f"{colour}_{name}") for name in (
        "points", "deviation", "volatility")))


def _parts(games: Sequence[str]) -> Iterator[Sequence[str]]:
    for begin in range(0, len(games), TOGETHER):
        yield games[begin:begin + TOGETHER]
