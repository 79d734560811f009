"""Challenges in a database."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database import identities, rows
from ...database.tables import challenges, games, pairings
from ...ops.sharing import TreePath, who_gives_way
from ...store.contract import TakenError
from ...store.lobbies import Pairing
from .events import FullError, Stored, Wish

MOST = 200                  # in one answer
_WISH = msgspec.json.Decoder(Wish)


class _Open(NamedTuple):
    id: str
    sender: str
    path: TreePath


class ChallengeStore:
    """Stores challenges.  All calls raise StoreError or OSError if the database does not respond.

    Whether one leads to a game, or is closed, the table of pairings decides: it has one row at most
    for each, which the transaction of the game writes, or `close`.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, challenge: Stored, most_from: int, most_to: int) -> str | None:
        """Add one; where its receiver has too many, another may be closed for it.

        Returns:
            The sender of the one that was closed, or None.

        Raises:
            FullError: if one of the two players has too many open ones already.
            TakenError: if there is one of that id.
            GoneError: if the account of one of the two is there no more.
        """
        values = msgspec.structs.asdict(challenge)
        del values["pairing"], values["played"]
        values["wish"] = msgspec.json.encode(challenge.wish).decode()
        # The same one, which another server may just have written, is not counted as another.
        others = (challenges.c.id != challenge.id, challenges.c.until > challenge.created,
                  ~sa.select(pairings.c.seek).where(pairings.c.seek == challenges.c.id).exists())
        async with rows.alone(self._engine, *(f"challenges of {who}" for who in (
                challenge.sender, challenge.receiver))) as connection:
            if await rows.count(connection, challenges.c.sender == challenge.sender,
                                *others) >= most_from:
                raise FullError("sender")
            to = [_Open(row.id, row.sender, _WISH.decode(row.wish).path)
                  for row in await connection.execute(
                      sa.select(challenges.c.id, challenges.c.sender, challenges.c.wish)
                      .where(challenges.c.receiver == challenge.receiver, *others)
                      .order_by(challenges.c.created, challenges.c.id))]
            closed = None
            if len(to) >= most_to:
                closed = who_gives_way([(one.path, one) for one in to], challenge.wish.path)
                if closed is None:
                    raise FullError("receiver")
                await _close(connection, closed.id, None)
            await connection.execute(sa.insert(challenges).values(**values))
            await rows.check_there(connection, challenge.sender, challenge.receiver)
        return closed and closed.sender

    async def one(self, id: str) -> Stored | None:
        """That of an id."""
        found = await self._found(challenges.c.id == id)
        return found[0] if found else None

    async def of(self, who: str, since: int) -> list[Stored]:
        """Those to and from an identity that had not ended at a time, the oldest first."""
        return await self._found(sa.or_(challenges.c.sender == who, challenges.c.receiver == who),
                                 challenges.c.until > since)

    async def _found(self, *conditions: sa.ColumnElement[bool]) -> list[Stored]:
        query = sa.select(challenges, pairings.c.game, pairings.c.colour, games.c.over).select_from(
            challenges.outerjoin(pairings, pairings.c.seek == challenges.c.id)
            .outerjoin(games, games.c.id == pairings.c.game)).where(
            *conditions).order_by(pairings.c.seek.is_not(None), challenges.c.until.desc(),
                                  challenges.c.id).limit(MOST)
        found = [_stored(row) for row in await rows.found(self._engine, query)]
        return sorted(found, key=lambda one: (one.created, one.id))

    async def rematches_over(self, now: int) -> list[Stored]:
        """Rematches that have expired without an answer."""
        return await self._found(challenges.c.until <= now, pairings.c.seek.is_(None),
                                 challenges.c.wish.contains('"rematch_of":"'))

    async def close(self, id: str, answer: str | None, game: str = identities.NO_GAME,
                    colour: str = "") -> bool:
        """Decline one with a reason, withdraw it, or note the game that came of it with the
        sender's colour; False if it is not open any more.
        """
        try:
            async with rows.writing(self._engine) as connection:
                await _close(connection, id, answer, game, colour)
        except TakenError:
            return False
        return True

    async def forget(self, ids: Sequence[str]) -> None:
        """Delete some that are no longer of use."""
        async with rows.writing(self._engine) as connection:
            await delete(connection, challenges.c.id.in_(ids))

    async def forget_old(self, before: int) -> None:
        """Delete those that ended before a time."""
        async with rows.writing(self._engine) as connection:
            await delete(connection, challenges.c.until < before)


async def _close(connection: AsyncConnection, id: str, answer: str | None,
                 game: str = identities.NO_GAME, colour: str = "") -> None:
    await connection.execute(sa.insert(pairings).values(seek=id, game=game, colour=colour))
    await connection.execute(sa.update(challenges).where(challenges.c.id == id)
                             .values(answer=answer))


async def delete(connection: AsyncConnection, which: sa.ColumnElement[bool]) -> None:
    """Delete challenges, with what says that they were closed; games keep what came of them."""
    await connection.execute(sa.delete(pairings).where(
        pairings.c.game == identities.NO_GAME,
        pairings.c.seek.in_(sa.select(challenges.c.id).where(which))))
    await connection.execute(sa.delete(challenges).where(which))


def _stored(row: Any) -> Stored:
    pairing = None if row.game is None else Pairing(row.id, row.game, row.colour)
    return Stored(row.id, row.sender, row.receiver, row.sender_name, row.receiver_name,
                  _WISH.decode(row.wish), row.created, row.until, row.answer, pairing,
                  played=bool(row.game) and row.over is not False)
