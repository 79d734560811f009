"""Which games are in memory, and for how long."""
from __future__ import annotations

import asyncio
from collections import OrderedDict

from .table import Table

MOST = 4000
IDLE_SECONDS = 600.0


class Kept:
    """The tables in memory, at most one for a game; those not used for longest are first."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def all(self) -> list[Table]:
        """All of them."""
        return list(self._tables.values())

    def get(self, game: str) -> Table | None:
        """The table of a game, if it is in memory."""
        return self._tables.get(game)

    def has(self, table: Table) -> bool:
        """Whether a table is still the one of its game; one that was forgotten is nobody's."""
        return self._tables.get(table.game) is table

    def use(self, game: str) -> Table:
        """The table of a game, from now on at least an empty one."""
        table = self._tables.get(game)
        if table is None:
            self._make_room()
            table = self._tables[game] = Table(game)
        self._tables.move_to_end(game)
        table.used = asyncio.get_running_loop().time()
        return table

    def _make_room(self) -> None:
        """Forget games that nobody has used for long."""
        for table in self.all():
            if len(self._tables) < MOST:
                return
            if not table.busy():
                self._forget(table)

    def sweep(self) -> None:
        """Forget games that have been idle for some time."""
        before = asyncio.get_running_loop().time() - IDLE_SECONDS
        for table in self.all():
            if table.used < before and not table.busy():
                self._forget(table)

    def drop(self, table: Table) -> None:
        """Forget a game that could not be read, unless somebody is at its table."""
        if self.has(table) and not table.wanted():
            self._forget(table)

    def _forget(self, table: Table) -> None:
        del self._tables[table.game]
