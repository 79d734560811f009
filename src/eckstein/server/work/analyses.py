"""Analysis of a position for one client, sent line by line as the engine thinks."""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any

from ...board import WHITE, Board
from ...engine.analysis import spoken_line
from ...engine.levels import FULL
from ...engine.limits import Limits
from ...engine.messages import Analysis, Played
from ...engine.players import FULL_SECONDS
from ...wire import socket as wire
from .engines import Engines

PAUSE = 0.1                 # seconds between two tellings, at least


async def analyse(engines: Engines, board: Board, asked: wire.Analyse, payer: str
                  ) -> AsyncGenerator[wire.InfoMessage, None]:
    """What an engine finds, again and again.

    Args:
        engines: who thinks.
        board: about what.
        asked: how many lines, for how long, and by which settings of the engine.
        payer: in whose name.

    Raises:
        EnginesBusyError: if no engine is free.
        EngineError: if it dies.
    """
    if not board.legal_moves:
        return
    clock = asyncio.get_running_loop().time
    settings: dict[str, Any] = {"Hash": engines.table, "Threads": engines.threads}
    lines, seconds = asked.lines, asked.seconds
    if asked.level < FULL:
        settings["Level"] = asked.level
        lines, seconds = 1, max(seconds, FULL_SECONDS)      # a level has limits of its own
    if not asked.tables:
        settings["Tables"] = False
    async with engines.borrow_now(board.game, board.options, settings, payer) as engine, \
            contextlib.aclosing(engine.stream(board, Limits(time=seconds), lines)) as stream:
        found: dict[int, Analysis] = {}
        wanted, told, fresh = min(lines, len(board.legal_moves)), 0.0, False
        async for item in stream:
            if isinstance(item, Played):
                break
            found[item.line] = item
            fresh = True
            if item.line >= wanted and clock() - told >= PAUSE:
                yield _info(asked, board, found)
                told, fresh = clock(), False
        if fresh:
            yield _info(asked, board, found)


def _info(asked: wire.Analyse, board: Board, found: dict[int, Analysis]) -> wire.InfoMessage:
    first = found[min(found)]
    return wire.InfoMessage(id=asked.id, depth=first.depth, nodes=first.nodes, nps=first.nps,
                            seconds=first.seconds,
                            lines=[_line(board, found[line]) for line in sorted(found)])


def _line(board: Board, line: Analysis) -> wire.Line:
    score = line.score.seen_by(WHITE, board.turn)
    ahead, texts = board.copy(), []
    for move in line.pv:
        texts.append(ahead.text(move))
        ahead.push(move)
    return wire.Line(score.value, score.mate, texts, list(spoken_line(board, line.pv)))
