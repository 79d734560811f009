"""Reading on in many games at once: one statement for all that are asked for during the last one.

Where several servers play the same games, each reads a few events after every move at another
server.  So the busier a server is, the fewer statements it needs for a game.
"""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from ..ops.tasks import Tasks

TOGETHER = 300              # games in one statement
READ_ON = """
SELECT wanted.number, event.*, game.head, game.digest
FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS wanted(game, first, number)
JOIN game ON game.id = wanted.game
JOIN game_event event ON event.game = wanted.game AND event.seq >= wanted.first
ORDER BY wanted.number, event.seq"""


class Gathering:
    """Gathers what is asked for.

    Args:
        ask: gives the rows that a statement of PostgreSQL gives.
    """

    def __init__(self, ask: Callable[..., Awaitable[Sequence[Any]]]) -> None:
        self._ask = ask
        self._wanted: list[tuple[str, int, asyncio.Future[list[Any]]]] = []
        self._tasks, self._reading = Tasks("reading on"), False

    async def rows(self, game: str, first: int) -> list[Any]:
        """The events of a game from a number on, as rows, each with the head of the game.

        Raises:
            Exception: whatever `ask` raises.
        """
        found: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._wanted.append((game, first, found))
        if not self._reading:
            self._reading = True
            self._tasks.begin(self._read())
        return await found

    async def _read(self) -> None:
        while self._wanted:
            batch, self._wanted = self._wanted[:TOGETHER], self._wanted[TOGETHER:]
            found: list[list[Any]] = [[] for _ in batch]
            error = None
            try:
                for row in await self._ask(READ_ON, [game for game, _, _ in batch],
                                           [first for _, first, _ in batch]):
                    found[row.number - 1].append(row)
            except Exception as raised:     # it is for the callers
                error = raised
            for (_, _, future), rows in zip(batch, found, strict=True):
                if future.done():           # the caller is gone
                    continue
                if error is None:
                    future.set_result(rows)
                else:
                    future.set_exception(error)
        self._reading = False       # the next caller begins a new one
