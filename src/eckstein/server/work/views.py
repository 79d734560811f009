"""Views of positions, made where slow work is done, and cached for a while."""
from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from ...board.view import view
from ...wire.positions import PositionRef
from .contract import Work
from .lines import board_of

KEPT_BYTES = 32 * 1024 * 1024
BYTES_OF_A_MOVE = 64        # of a reference, whose moves are texts


def make_view(ref: PositionRef) -> bytes:
    """The view of a position as JSON.

    Raises:
        ValueError: with a sentence.
    """
    return msgspec.json.encode(view(board_of(ref)))


def _seen(done: asyncio.Future[Any]) -> None:
    """Read a failure, since the client that asked may be gone."""
    if not done.cancelled():
        done.exception()


class Views:
    """Views by what they are of; the same one asked for twice is made once.

    Args:
        work: who makes them.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._kept: OrderedDict[PositionRef, msgspec.Raw] = OrderedDict()
        self._bytes = 0
        self._making: dict[PositionRef, asyncio.Future[msgspec.Raw]] = {}

    async def get(self, ref: PositionRef) -> msgspec.Raw:
        """A view, ready to be put into a message.

        Args:
            ref: of what.

        Raises:
            ValueError: with a sentence about the position or the moves.
            OverloadedError: if too many are waiting.
        """
        if found := self._kept.get(ref):
            self._kept.move_to_end(ref)
            return found
        making = self._making.get(ref)
        if making is None:
            making = asyncio.ensure_future(self._make(ref))
            self._making[ref] = making
            making.add_done_callback(lambda _: self._making.pop(ref, None))
            making.add_done_callback(_seen)
        return await asyncio.shield(making)

    async def warm(self) -> None:
        """Get ready ahead of the first who asks."""
        await self.get(PositionRef("contra"))

    async def _make(self, ref: PositionRef) -> msgspec.Raw:
        made = msgspec.Raw(await self._work.do("", None, make_view, ref))
        self._kept[ref] = made
        self._bytes += _size(ref, made)
        while self._bytes > KEPT_BYTES:
            self._bytes -= _size(*self._kept.popitem(last=False))
        return made


def _size(ref: PositionRef, made: msgspec.Raw) -> int:
    """About how many bytes a view takes with its reference."""
    return len(memoryview(made)) + BYTES_OF_A_MOVE * len(ref.moves)
