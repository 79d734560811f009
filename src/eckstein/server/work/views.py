"""Views of positions, made where slow work is done, and cached for a while."""
from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Literal

import msgspec

from ...board.view import view
from ...wire.positions import PositionRef
from ..ops.sharing import TreePath, path_of
from .contract import Piece, Work
from .lines import board_of, read_on

PIECE = 0.005               # seconds for which moves are read before others have their turn
COST = 0.01                 # seconds that a piece takes
KEPT_BYTES = 32 * 1024 * 1024
BYTES_OF_A_MOVE = 64        # of a reference, which has moves as texts


def make_view(ref: PositionRef) -> bytes:
    """The view of a position as JSON.

    Raises:
        ValueError: with a sentence.
    """
    return msgspec.json.encode(view(board_of(ref)))


def piece_of_view(ref: PositionRef) -> bytes | Literal[Piece.UNFINISHED]:
    """The same, or UNFINISHED if its moves take long to read, and this is to be called again.

    Raises:
        ValueError: with a sentence.
    """
    return make_view(ref) if read_on(ref, PIECE) else Piece.UNFINISHED


def _seen(done: asyncio.Future[Any]) -> None:
    """Read a failure, since the client that asked may be gone."""
    if not done.cancelled():
        done.exception()


class Views:
    """Views by what they are of; the same one asked for twice is made once.

    Args:
        work: makes them.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._kept: OrderedDict[PositionRef, msgspec.Raw] = OrderedDict()
        self._bytes = 0
        self._making: dict[tuple[PositionRef, TreePath, bool], asyncio.Future[msgspec.Raw]] = {}

    async def get(self, ref: PositionRef, payer: TreePath, *, urgent: bool = False) -> msgspec.Raw:
        """A view, ready to be put into a message.

        Args:
            ref: of what.
            payer: where the payer stands.
            urgent: whether it comes before all that is not, as the view of a game that is played.

        Raises:
            ValueError: with a sentence about the position or the moves.
            OverloadedError: if too many are waiting.
        """
        if found := self._kept.get(ref):
            self._kept.move_to_end(ref)
            return found
        key = ref, payer, urgent        # no client waits for the turn of another
        making = self._making.get(key)
        if making is None:
            making = asyncio.ensure_future(self._make(ref, payer, urgent))
            self._making[key] = making
            making.add_done_callback(lambda _: self._making.pop(key, None))
            making.add_done_callback(_seen)
        return await asyncio.shield(making)

    async def warm(self) -> None:
        """Get ready ahead of the first request."""
        await self.get(PositionRef("contra"), path_of(""))

    async def _make(self, ref: PositionRef, payer: TreePath, urgent: bool) -> msgspec.Raw:
        made = msgspec.Raw(await self._work.do(payer, None, piece_of_view, ref, cost=COST,
                                               urgent=urgent))
        if ref not in self._kept:
            self._bytes += _size(ref, made)
        self._kept[ref] = made
        while self._bytes > KEPT_BYTES:
            self._bytes -= _size(*self._kept.popitem(last=False))
        return made


def _size(ref: PositionRef, made: msgspec.Raw) -> int:
    """About how many bytes a view takes with its reference."""
    return len(memoryview(made)) + BYTES_OF_A_MOVE * len(ref.moves)
