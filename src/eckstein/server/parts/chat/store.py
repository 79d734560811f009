"""What players say to each other, in a database."""
from __future__ import annotations

from collections.abc import AsyncIterator

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...database import rows
from ...database.tables import chat_lines, games
from ...store.contract import StoreError, TakenError
from .events import Said

TRIES = 20                  # where several say something in one game at once
PAGE = 500                  # lines that are read together
_COLUMNS = [chat_lines.c[name] for name in Said.__struct_fields__]


class ChatStore:
    """Stores lines.  All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, line: Said, most: int) -> int | None:
        """Keep a line; returns its number, the same for the same key.

        Args:
            line: the line; its number is found here.
            most: how many lines of one player a game may have.

        Returns:
            None if the player has no lines left, or the game is gone.
        """
        known = sa.select(chat_lines.c.number).where(
            chat_lines.c.game == line.game, chat_lines.c.colour == line.colour,
            chat_lines.c.key == line.key)
        for _ in range(TRIES):
            try:
                async with rows.writing(self._engine) as connection:
                    await connection.execute(_insertion(line, most))
                    await rows.check_there(connection, line.who)
                    number: int | None = await connection.scalar(known)
                    return number
            except TakenError:              # by the same line, or by another at the same time
                if found := await rows.found(self._engine, known):
                    return int(found[0].number)
        raise StoreError("too many lines at once")

    async def of(self, game: str) -> list[Said]:
        """All lines of a game, in order."""
        return [Said(*row) for row in await rows.found(self._engine, sa.select(*_COLUMNS).where(
            chat_lines.c.game == game).order_by(chat_lines.c.number))]

    async def said_by(self, who: str) -> AsyncIterator[Said]:
        """All lines of an identity, by games."""
        last = "", 0
        while True:
            found = [Said(*row) for row in await rows.found(
                self._engine, sa.select(*_COLUMNS).where(
                    chat_lines.c.who == who,
                    sa.tuple_(chat_lines.c.game, chat_lines.c.number)
                    > sa.tuple_(*map(sa.literal, last)))
                .order_by(chat_lines.c.game, chat_lines.c.number).limit(PAGE))]
            for line in found:
                yield line
            if len(found) < PAGE:
                return
            last = found[-1].game, found[-1].number


def _insertion(line: Said, most: int) -> sa.Insert:
    """The statement that adds a line with the next number, if there is room for it."""
    before = sa.select(sa.func.coalesce(sa.func.max(chat_lines.c.number), 0) + 1).where(
        chat_lines.c.game == line.game).scalar_subquery()
    own = sa.select(sa.func.count()).where(
        chat_lines.c.game == line.game, chat_lines.c.colour == line.colour).scalar_subquery()
    there = sa.select(games.c.id).where(games.c.id == line.game).exists()
    told = [before if column is chat_lines.c.number else
            sa.literal(getattr(line, column.name), column.type) for column in _COLUMNS]
    return sa.insert(chat_lines).from_select(
        _COLUMNS, sa.select(*told).where(own < most, there))
