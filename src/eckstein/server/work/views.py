"""Views of positions, made where slow work is done, and cached for a while."""
from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from ...board import Board, play_out
from ...view import view
from ..game.boards import make_board
from ..wire.positions import PositionRef
from .contract import ViewWork

KEPT_VIEWS = 2000
KEPT_BOARDS = 200           # in each worker


_boards: OrderedDict[PositionRef, Board] = OrderedDict()


def board_of(ref: PositionRef) -> Board:
    """A board for a ref, made from one a few moves earlier where that is known.

    Raises:
        ValueError: with a sentence.
    """
    for back in range(min(3, len(ref.moves)) + 1):
        shorter = msgspec.structs.replace(ref, moves=ref.moves[:len(ref.moves) - back])
        if known := _boards.get(shorter):
            board = known.copy()
            play_out(board, ref.moves[len(ref.moves) - back:])
            break
    else:
        board = make_board(ref.game, ref.options, ref.position)
        play_out(board, ref.moves)
    _boards[ref] = board
    _boards.move_to_end(ref)
    while len(_boards) > KEPT_BOARDS:
        _boards.popitem(last=False)
    return board


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
        workshop: where they are made.
    """

    def __init__(self, workshop: ViewWork) -> None:
        self._workshop = workshop
        self._kept: OrderedDict[PositionRef, msgspec.Raw] = OrderedDict()
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

    async def _make(self, ref: PositionRef) -> msgspec.Raw:
        made = msgspec.Raw(await self._workshop.do(make_view, ref))
        self._kept[ref] = made
        while len(self._kept) > KEPT_VIEWS:
            self._kept.popitem(last=False)
        return made
