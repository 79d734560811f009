"""Challenges in a database; see `ChallengeStore`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..people.challenges import Stored, Wish
from ..people.contract import TakenError
from ..store.lobbies import Pairing
from . import rows
from .tables import challenges, pairings

MOST = 200                  # in one answer
NOTHING = ""                # the game of a pairing that closes a challenge
_WISH = msgspec.json.Decoder(Wish)


class Challenges:
    """See `ChallengeStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, challenge: Stored) -> None:
        """See `ChallengeStore`."""
        values = msgspec.structs.asdict(challenge)
        del values["pairing"]
        values["wish"] = msgspec.json.encode(challenge.wish).decode()
        async with rows.writing(self._engine) as connection:
            await connection.execute(sa.insert(challenges).values(**values))
            await rows.check_there(connection, challenge.sender, challenge.receiver)

    async def one(self, id: str) -> Stored | None:
        """See `ChallengeStore`."""
        found = await self._found(challenges.c.id == id)
        return found[0] if found else None

    async def of(self, who: str, since: int) -> list[Stored]:
        """See `ChallengeStore`."""
        return await self._found(sa.or_(challenges.c.sender == who, challenges.c.receiver == who),
                                 challenges.c.until > since)

    async def _found(self, *conditions: sa.ColumnElement[bool]) -> list[Stored]:
        query = sa.select(challenges, pairings.c.game, pairings.c.colour).select_from(
            challenges.outerjoin(pairings, pairings.c.seek == challenges.c.id)).where(
            *conditions).order_by(challenges.c.created, challenges.c.id).limit(MOST)
        return [_stored(row) for row in await rows.found(self._engine, query)]

    async def close(self, id: str, answer: str | None) -> bool:
        """See `ChallengeStore`."""
        try:
            async with rows.writing(self._engine) as connection:
                await connection.execute(sa.insert(pairings).values(seek=id, game=NOTHING,
                                                                    colour=""))
                await connection.execute(sa.update(challenges).where(challenges.c.id == id)
                                         .values(answer=answer))
        except TakenError:
            return False
        return True

    async def forget(self, ids: Sequence[str]) -> None:
        """See `ChallengeStore`."""
        async with rows.writing(self._engine) as connection:
            await delete(connection, challenges.c.id.in_(ids))

    async def forget_old(self, before: int) -> None:
        """See `ChallengeStore`."""
        async with rows.writing(self._engine) as connection:
            await delete(connection, challenges.c.until < before)


async def delete(connection: AsyncConnection, which: sa.ColumnElement[bool]) -> None:
    """Delete challenges, with what says that they were closed; games keep what came of them."""
    await connection.execute(sa.delete(pairings).where(
        pairings.c.game == NOTHING,
        pairings.c.seek.in_(sa.select(challenges.c.id).where(which))))
    await connection.execute(sa.delete(challenges).where(which))


def _stored(row: Any) -> Stored:
    pairing = None if row.game is None else Pairing(row.id, row.game, row.colour)
    return Stored(row.id, row.sender, row.receiver, row.sender_name, row.receiver_name,
                  _WISH.decode(row.wish), row.created, row.until, row.answer, pairing)
