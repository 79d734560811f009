"""All results are taken in that wait, and all ratings are reckoned once more from the first one."""
from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database import rows
from ...database.maintenance import reading
from ...database.migrations import upgrade
from ...database.tables import standing_changes, standings
from ...game.fold import Change, Fold, Key
from .store import RatingStore
from .taken_in import (
    LOCK,
    change_of,
    rated_to,
    results_after,
    set_standings,
    standing_of,
    together,
    write,
)

AT_ONCE = 100               # results that are taken in before others have their turn
TOGETHER = 1000             # that are read together
CLOSE = 1e-6                # points that are the same: machines differ in the last digits


class Reckoned(NamedTuple):
    """What has come of it.

    Attributes:
        games: how many games have counted.
        changes: how many changes by single results are stored otherwise.
        standings: how many ratings are.
    """

    games: int
    changes: int
    standings: int


async def rate_all(store: RatingStore) -> int:
    """Take in all results that wait; returns how many there were.

    Stopping it loses nothing: each result is taken in completely or not at all.
    """
    taken = 0
    while more := await store.take_in(AT_ONCE):
        taken += more
    return taken


async def recompute(url: str, *, write_it: bool = True) -> Reckoned:
    """Reckon all ratings from scratch, also while a server runs, and put right what is otherwise.

    Args:
        url: the database.
        write_it: whether anything is put right, or only counted.

    Raises:
        ValueError: with a sentence, if the database cannot be read.
    """
    async with reading(url) as store:
        await store.take_steps(upgrade)
        if write_it:
            await rate_all(RatingStore(store.engine))
        return await _reckon(store.engine, write_it=write_it)


async def _reckon(engine: AsyncEngine, *, write_it: bool) -> Reckoned:
    anew = _Anew()
    async with together(engine) as connection:
        await anew.go_on(connection)
        told = Reckoned(anew.count, len(anew.wrong), len(await anew.standing_wrong(connection)))
    if not write_it or not (told.changes or told.standings):
        return told
    async with rows.alone(engine, LOCK) as connection:
        await anew.go_on(connection)        # what was taken in meanwhile
        return await anew.put_right(connection)


class _Anew:
    """A fold from the first result on, beside what is stored of it."""

    def __init__(self) -> None:
        self._fold, self._seq, self.count = Fold(), 0, 0
        self.wrong: dict[tuple[str, int], Change | None] = {}

    async def go_on(self, connection: AsyncConnection) -> None:
        """Up to the last result that was taken in."""
        last = await rated_to(connection)
        while found := await results_after(connection, self._seq, TOGETHER, last):
            due = {(one.code, one.seq): one for row in found for one in self._fold.take(row)}
            stored = {(one.code, one.seq): one for one in map(change_of, await connection.execute(
                sa.select(standing_changes).where(
                    standing_changes.c.seq > self._seq,
                    standing_changes.c.seq <= found[-1].seq)))}
            self.wrong |= {key: due.get(key) for key in due.keys() | stored.keys()
                           if not _same(due.get(key), stored.get(key))}
            self._seq = found[-1].seq
            self.count += len({seq for _, seq in due})

    async def standing_wrong(self, connection: AsyncConnection) -> list[Key]:
        """The players with standings that are stored otherwise."""
        stored = {(row.code, row.rules, row.speed): row
                  for row in await connection.execute(sa.select(standings))}
        due = self._fold.players
        return [key for key in sorted(due.keys() | stored.keys())
                if key not in due or key not in stored
                or not _same(tuple(standing_of(due[key]).values()),
                             tuple(getattr(stored[key], name) for name in standing_of(due[key])))]

    async def put_right(self, connection: AsyncConnection) -> Reckoned:
        """Write what is otherwise."""
        keys = await self.standing_wrong(connection)
        for code, seq in self.wrong:
            await connection.execute(sa.delete(standing_changes).where(
                standing_changes.c.code == code, standing_changes.c.seq == seq))
        for key in keys:
            await connection.execute(sa.delete(standings).where(
                *(standings.c[name] == value for name, value in zip(
                    ("code", "rules", "speed"), key, strict=True))))
        await write(connection, self._fold, [one for one in self.wrong.values() if one])
        if there := {key: self._fold.players[key] for key in keys if key in self._fold.players}:
            await set_standings(connection, there)
        return Reckoned(self.count, len(self.wrong), len(keys))


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same, numbers within `CLOSE`."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) <= CLOSE
    return bool(one == other)
