"""Analysis of a position for one client, sent line by line as the engine thinks.

An analysis is cut into slices: where others wait, its engine is lent to them after each, and goes
on later from the tables that it still has.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import replace
from typing import Any

from ...board import WHITE, Board
from ...engine.analysis import spoken_line
from ...engine.levels import FULL
from ...engine.limits import Limits
from ...engine.messages import Analysis, Played
from ...engine.players import FULL_SECONDS
from ...wire import socket as wire
from ..ops.sharing import TreePath
from .engines import Engines

PAUSE = 0.1                 # seconds between two tellings, at least
SLICE = 2.0                 # seconds until others have their turn


async def analyse(engines: Engines, board: Board, asked: wire.Analyse, payer: TreePath
                  ) -> AsyncGenerator[wire.InfoMessage, None]:
    """What an engine finds, again and again.

    Args:
        engines: the engines that think.
        board: about what.
        asked: how many lines, for how long, and by which settings of the engine.
        payer: where the payer stands.

    Raises:
        OverloadedError: if it has given way to others that wait for engines.
        EngineError: if it dies.
    """
    if not board.legal_moves:
        return
    clock = asyncio.get_running_loop().time
    settings: dict[str, Any] = {"Hash": engines.table, "Threads": engines.threads}
    lines, seconds, piece = asked.lines, asked.seconds, SLICE
    if asked.level < FULL:
        settings["Level"] = asked.level
        lines, seconds = 1, max(seconds, FULL_SECONDS)      # a level has limits of its own
        piece = seconds                                     # and cannot go on where it was
    if not asked.tables:
        settings["Tables"] = False
    found: dict[int, Analysis] = {}
    wanted, told, fresh = min(lines, len(board.legal_moves)), 0.0, False
    engine, thought, nodes, over = None, 0.0, 0, False
    while not over and thought < seconds:
        async with engines.borrow(board.game, board.options, settings, (*payer, ""), SLICE,
                                  engine, gives_way=True) as engine:
            begin = clock()
            async for item in _slice(engines, engine.stream(
                    board, Limits(time=seconds - thought), lines), piece):
                if isinstance(item, Played):
                    over = True
                    break
                known = found.get(item.line)
                if known is not None and item.depth < known.depth:
                    continue            # it goes on from its tables to where it was
                found[item.line] = replace(item, nodes=item.nodes + nodes,
                                           seconds=item.seconds + thought)
                fresh = True
                if item.line >= wanted and clock() - told >= PAUSE:
                    yield _info(asked, board, found)
                    told, fresh = clock(), False
        thought += clock() - begin
        nodes = max((one.nodes for one in found.values()), default=0)
    if fresh:
        yield _info(asked, board, found)


async def _slice(engines: Engines, stream: AsyncGenerator[Analysis | Played, None], piece: float
                 ) -> AsyncIterator[Analysis | Played]:
    """What an engine says, until a slice is over and another client waits for one."""
    clock = asyncio.get_running_loop().time
    end = clock() + piece
    async with contextlib.aclosing(stream):
        while True:
            saying = asyncio.ensure_future(anext(stream, None))
            try:
                while not (await asyncio.wait([saying], timeout=max(0.0, end - clock())))[0]:
                    if engines.wanted():
                        return
                    end = clock() + piece
            finally:
                if not saying.done():
                    saying.cancel()
                    await asyncio.gather(saying, return_exceptions=True)
            if (item := saying.result()) is None:
                return
            yield item
            if clock() >= end:
                if engines.wanted():
                    return
                end = clock() + piece


def _info(asked: wire.Analyse, board: Board, found: dict[int, Analysis]) -> wire.InfoMessage:
    first = found[min(found)]
    return wire.InfoMessage(id=asked.id, depth=first.depth, nodes=first.nodes, nps=first.nps,
                            seconds=first.seconds, net=first.net,
                            lines=[_line(board, found[line]) for line in sorted(found)])


def _line(board: Board, line: Analysis) -> wire.Line:
    score = line.score.seen_by(WHITE, board.turn)
    ahead, texts = board.copy(), []
    for move in line.pv:
        texts.append(ahead.text(move))
        ahead.push(move)
    return wire.Line(score.value, score.mate, texts, list(spoken_line(board, line.pv)))
