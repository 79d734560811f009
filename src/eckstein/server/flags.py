"""Flags: when a mover's time is over the game ends by itself, whoever is there or not."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from .events import SERVER
from .rulings import Command, Refused
from .table import Table

AGAIN_SECONDS = 1.0         # before a fallen flag that could not be written is looked at again
MARGIN_SECONDS = 0.005      # so that the time is over when somebody looks


class Flags:
    """Looks at a clock at the moment at which its time is over.

    Args:
        left: the milliseconds that a game's mover has left; None where no clock runs.
        submit: carries a command out.
        begin: does something by itself.
    """

    def __init__(self, left: Callable[[Table], int | None],
                 submit: Callable[[str, Command], Coroutine[Any, Any, int]],
                 begin: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._left, self._submit, self._begin = left, submit, begin

    def watch(self, table: Table) -> None:
        """Look at a game's clock when its time is over, and not before."""
        left = self._left(table)
        self.look_in(table, None if left is None else max(0, left) / 1000 + MARGIN_SECONDS)

    def look_in(self, table: Table, seconds: float | None) -> None:
        """Look at a game's clock so much later; None: not at all."""
        if table.timer is not None:
            table.timer.cancel()
        table.timer = None if seconds is None else asyncio.get_running_loop().call_later(
            seconds, lambda: self._begin(self._look(table)))

    async def _look(self, table: Table) -> None:
        """End a game if its time is over."""
        seq = table.state.seq if table.state else 0
        try:
            await self._submit(table.game, Command(SERVER, f"time {seq}", "claim-time", None, seq))
        except Refused as refused:
            if refused.code == "busy":          # nobody else may ever come to look
                self.look_in(table, AGAIN_SECONDS)
            elif table.state is not None:
                self.watch(table)
