"""The thinking of a session: the computer players, and the adviser for hints and values.

Engines run as child processes, so that compilation, a long search or a crash never holds up the
people; other players think in threads of their own.
"""
from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from ..base.sentence import message_of
from ..base.threads import aside
from ..board import Board
from ..engine.client import AsyncEngine
from ..engine.limits import Limits
from ..engine.messages import Analysis, EngineError, Played
from ..engine.player import Player
from ..engine.players import FULL_SECONDS, make_player, read_player
from ..words import phrase
from .clock import Clock

ADVISER, ADVICE = -1, "alphabeta"       # a role beside the sides 0 and 1, and its player
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
        self._players: dict[int, tuple[Key, Player]] = {}      # other than engines
        self._starting = {role: asyncio.Lock() for role in (ADVISER, 0, 1)}

    def is_ready(self, role: int, name: str, board: Board) -> bool:
        """Whether this player can begin at once, without an engine that has to be started."""
        key = _key(name, board)
        return any(role in ready and ready[role][0] == key
                   for ready in (self._engines, self._players))

    def must_compile(self, role: int, name: str, board: Board) -> bool:
        """Whether this player has to be compiled before he can begin, which takes some seconds."""
        return not self.is_ready(role, name, board) and read_player(name).must_compile(board)

    async def prepare(self, role: int, name: str, board: Board) -> None:
        """Start the engine, or load the search, that a player needs, before his clock runs.

        Raises:
            EngineError: if it does not start.
        """
        if read_player(name).is_engine:
            await self._engine(role, name, board)
        else:
            await self._player(role, name, board)

    async def move(self, side: int, name: str, board: Board, clock: Clock | None = None) -> int:
        """The move of a computer player.

        Raises:
            EngineError: if its engine dies again and again, or answers nonsense.
        """
        who = read_player(name)
        limits = who.limits(clock.limits() if clock else Limits(time=FULL_SECONDS))
        if who.is_engine:
            engine = await self._engine(side, name, board)
            return (await engine.play(board.copy(), limits)).move
        player, now = await self._player(side, name, board), board.copy()
        try:
            return (await asyncio.wrap_future(aside(lambda: player.play(now, limits)))).move
        except asyncio.CancelledError:          # it thinks on for a while, in vain
            self._players.pop(side, None)
            player.stop()
            raise

    async def advice(self, board: Board, seconds: float = ADVICE_SECONDS
                     ) -> AsyncGenerator[Analysis, None]:
        """The engine's best line at full strength, deeper and deeper.

        Raises:
            EngineError: if the engine dies, or answers nonsense.
        """
        engine = await self._engine(ADVISER, ADVICE, board)
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
        for _, player in self._players.values():
            player.stop()
        for _, engine in self._engines.values():
            engine.kill()
        for _, engine in self._engines.values():
            await engine.close()
        self._engines.clear()

    async def _player(self, role: int, name: str, board: Board) -> Player:
        """The player of a role that is not an engine, made and warm."""
        key = _key(name, board)
        if role not in self._players or self._players[role][0] != key:
            def made() -> Player:
                player = make_player(name, board)
                player.warm()
                player.new_game(self._seeds[role])
                return player
            try:
                self._players[role] = key, await asyncio.wrap_future(aside(made))
            except ValueError as error:
                raise EngineError(message_of(error)) from None
        return self._players[role][1]

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
            who = read_player(name)
            settings = who.engine_settings()
            if who.command is None:
                settings["Seed"] = self._seeds.get(role, 0)
            engine = await AsyncEngine.launch(who.command or self._command, game=board.game,
                                              options=board.options, settings=settings)
            self._engines[role] = key, engine
            return engine


def _key(name: str, board: Board) -> Key:
    return name, board.game, tuple(sorted(board.options.items()))
