"""Who thinks in a session: the computer players, and the adviser for hints and values.

Engines run as child processes, so that compilation, a long search or a crash never holds up the
players.
"""
from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from ..board import Board
from ..engine.client import AsyncEngine
from ..engine.levels import FULL, settings_of, templates_of
from ..engine.limits import Limits
from ..engine.messages import Analysis, EngineError, Played
from ..engine.players import FULL_SECONDS, SIMPLE, Player
from ..kernel.options import COUNTS
from ..kernel.warming import is_compiled
from ..words import phrase
from .clock import Clock

ADVISER = -1                # beside the sides 0 and 1
ADVICE_SECONDS = 1.5
READYING = "Preparing the engine; the first time, this takes some seconds."
Key = tuple[Any, ...]


class Thinking:
    """The players and the adviser of one session; each is started when it is first asked.

    Args:
        seed: of all chances; None for others every time.
        command: the engine's command; our own engine if left out.
    """

    def __init__(self, seed: int | None = None, command: Sequence[str] | None = None) -> None:
        chance = random.Random(seed)
        self._seeds = {side: chance.randrange(1 << 30) for side in (0, 1)}
        self._command = command
        self._engines: dict[int, tuple[Key, AsyncEngine]] = {}
        self._simple: dict[tuple[int, str], Player] = {}
        self._starting = {role: asyncio.Lock() for role in (ADVISER, 0, 1)}

    def is_ready(self, role: int, name: str, board: Board) -> bool:
        """Whether this player can begin at once, without an engine that has to be started."""
        if name in SIMPLE:
            return True
        return role in self._engines and self._engines[role][0] == _key(name, board)

    def must_compile(self, role: int, name: str, board: Board) -> bool:
        """Whether this player has to be compiled before he can begin, which takes some seconds."""
        if self.is_ready(role, name, board):
            return False
        own = {key: value for key, value in board.options.items() if key not in COUNTS}
        return not is_compiled(board.game, own, templates_of(_level(name)))

    async def prepare(self, role: int, name: str, board: Board) -> None:
        """Start the engine that a player needs, so that his clock need not wait for it.

        Raises:
            EngineError: if it does not start.
        """
        if name not in SIMPLE:
            await self._engine(role, name, board)

    async def move(self, side: int, name: str, board: Board, clock: Clock | None = None) -> int:
        """The move of a computer player.

        Raises:
            EngineError: if its engine dies again and again, or answers nonsense.
        """
        if name in SIMPLE:
            player = self._simple.setdefault((side, name), SIMPLE[name](self._seeds[side]))
            return await asyncio.to_thread(player, board.copy())
        engine = await self._engine(side, name, board)
        limits = clock.limits() if clock else Limits(time=FULL_SECONDS)
        return (await engine.play(board.copy(), limits)).move

    async def advice(self, board: Board, seconds: float = ADVICE_SECONDS
                     ) -> AsyncGenerator[Analysis, None]:
        """The engine's best line at full strength, deeper and deeper.

        Raises:
            EngineError: if the engine dies, or answers nonsense.
        """
        engine = await self._engine(ADVISER, f"level:{FULL}", board)
        async with aclosing(engine.stream(board.copy(), Limits(time=seconds))) as stream:
            async for told in stream:
                if isinstance(told, Played):
                    return
                if told.pv:
                    yield told

    async def advise(self, board: Board, seconds: float = ADVICE_SECONDS) -> Analysis:
        """The last of what `advice` yields.

        Raises:
            EngineError: as `advice`, and if there is no advice at all.
        """
        last = None
        async with aclosing(self.advice(board, seconds)) as stream:
            async for told in stream:
                last = told
        if last is None:
            raise EngineError(phrase("the engine has no suggestion for this position"))
        return last

    async def close(self) -> None:
        """End all engines at once; tasks that wait for one to start must have been cancelled."""
        for starting in self._starting.values():
            async with starting:
                pass
        for _, engine in self._engines.values():
            engine.kill()
        for _, engine in self._engines.values():
            await engine.close()
        self._engines.clear()

    async def _engine(self, role: int, name: str, board: Board) -> AsyncEngine:
        """The engine of a role, started if there is none yet for this level, game and rules."""
        key = _key(name, board)
        async with self._starting[role]:
            if role in self._engines:
                known, engine = self._engines[role]
                if known == key:
                    return engine
                del self._engines[role]
                engine.kill()
                await engine.close()
            settings = {**({"Level": FULL} if role == ADVISER else settings_of(_level(name))),
                        "Seed": self._seeds.get(role, 0)}
            engine = await AsyncEngine.launch(self._command, game=board.game,
                                              options=board.options, settings=settings)
            self._engines[role] = key, engine
            return engine


def _level(name: str) -> int:
    return int(name.removeprefix("level").strip(": "))


def _key(name: str, board: Board) -> Key:
    return name, board.game, tuple(sorted(board.options.items()))
