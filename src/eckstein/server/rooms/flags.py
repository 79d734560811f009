"""Flags: a game ends when the mover's time runs out, whether or not any client is connected."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from ..game.events import SERVER
from ..game.rulings import Command, RefusedError
from .room import Room

AGAIN_SECONDS = 1.0         # before a fallen flag that could not be written is looked at again
LONGEST_SECONDS = 86_400.0  # until a clock is looked at again; timers of browsers know no months
MARGIN_SECONDS = 0.005      # so that the time is over at the look


class Flags:
    """Looks at a clock at the moment at which its time is over.

    Args:
        left: the milliseconds that a game's mover has left; None where no clock runs.
        submit: carries a command out.
        begin: does something by itself.
    """

    def __init__(self, left: Callable[[Room], int | None],
                 submit: Callable[[str, Command], Coroutine[Any, Any, int]],
                 begin: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._left, self._submit, self._begin = left, submit, begin

    def watch(self, room: Room) -> None:
        """Look at a game's clock when its time is over, or after a day."""
        left = self._left(room)
        self.look_in(room, None if left is None else min(
            LONGEST_SECONDS, max(0, left) / 1000 + MARGIN_SECONDS))

    def look_in(self, room: Room, seconds: float | None) -> None:
        """Look at a game's clock so much later; None: not at all."""
        if room.timer is not None:
            room.timer.cancel()
        room.timer = None if seconds is None else asyncio.get_running_loop().call_later(
            seconds, self._fall, room)

    def _fall(self, room: Room) -> None:
        room.timer = None
        self._begin(self._look(room))

    async def _look(self, room: Room) -> None:
        """End a game if its time is over."""
        seq = room.state.seq if room.state else 0
        try:
            await self._submit(room.game, Command(SERVER, f"time {seq}", "claim-time", None, seq))
        except RefusedError as refused:
            if refused.code == "busy":          # no other look is certain
                self.look_in(room, AGAIN_SECONDS)
            elif room.state is not None:
                self.watch(room)
