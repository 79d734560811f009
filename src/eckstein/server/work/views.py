"""Views of positions, made by other processes and cached for a while.

A view takes some milliseconds of computing, which must not delay anybody's moves.
"""
from __future__ import annotations

import asyncio
import functools
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import structlog

from ...board import Board, play_out
from ...errors import EcksteinError
from ...parent_watch import end_with_parent
from ...view import view
from ..game.boards import make_board
from ..wire.positions import PositionRef

KEPT_VIEWS = 2000
KEPT_BOARDS = 200           # in each worker
WAITING = 200               # views that are being made, at most
log = structlog.get_logger()


class OverloadedError(EcksteinError):
    """Too much is asked for at once."""


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


def plainly(function: Callable[..., Any], *arguments: Any
             ) -> tuple[Any, type[Exception] | None]:
    """A result, or a sentence and a type: errors of ours do not all travel between processes."""
    try:
        return function(*arguments), None
    except ValueError as error:
        return str(error), ValueError
    except ImportError as error:
        return str(error), ImportError


def _get_ready() -> None:
    """Load in a new worker what it needs."""
    end_with_parent()
    make_view(PositionRef("contra"))


class Workshop:
    """Other processes that work for this one; one that dies is replaced.

    Args:
        workers: how many.
        most: how many calls may wait.
    """

    def __init__(self, workers: int = 1, most: int = WAITING) -> None:
        self._workers, self._most, self._waiting = workers, most, 0
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of a module gives, called in another process.

        Raises:
            ValueError, ImportError: if the function does.
            OverloadedError: if too many are waiting, or the processes die of it.
        """
        if self._waiting >= self._most:
            raise OverloadedError
        self._waiting += 1
        try:
            return await self._do(function, *arguments)
        finally:
            self._waiting -= 1

    async def _do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        loop, call = asyncio.get_running_loop(), functools.partial(plainly, function, *arguments)
        for attempt in (1, 2):
            pool = self._pool = self._pool or ProcessPoolExecutor(
                self._workers, multiprocessing.get_context("spawn"), _get_ready)
            try:
                result, wrong = await loop.run_in_executor(pool, call)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                log.error("worker died", function=function.__name__, attempt=attempt)
                continue
            if wrong is not None:
                raise wrong(result)
            return result
        raise OverloadedError

    async def warm(self) -> None:
        """Start ahead of the first who asks."""
        await self.do(make_view, PositionRef("contra"))

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _seen(done: asyncio.Future[Any]) -> None:
    """Read a failure, since the client that asked may be gone."""
    if not done.cancelled():
        done.exception()


class Views:
    """Views by what they are of; the same one asked for twice is made once.

    Args:
        workshop: where they are made.
    """

    def __init__(self, workshop: Workshop) -> None:
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
