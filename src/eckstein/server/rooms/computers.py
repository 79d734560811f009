"""Computer players: when one is to move in a game, an engine is asked, and its move is made.

Short thoughts have engines of their own, so that they do not wait for long ones.  Where two
computers play, they think only while a client watches, or asks how the game stands.

Engines are started as soon as a player sits down, since the first start may have to compile.

A move counts only for the position that it was asked for.  An engine that fails is asked again, and
a move that cannot be written is retried after growing delays; the game is not affected otherwise.
"""
from __future__ import annotations

import asyncio
from asyncio import sleep
from typing import Any, Protocol

import structlog

from ...base.sentence import Sentence
from ...engine.levels import FULL, settings_of
from ...engine.limits import Limits
from ...engine.messages import EngineError, UncompiledError
from ...engine.players import FULL_SECONDS
from ..game.events import COMPUTER
from ..game.rulings import Command, RefusedError
from ..game.state import Seat
from ..ops.sharing import path_of
from ..work.engines import Engines
from .room import Room

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0      # seconds before it is tried again
UNCOMPILED_PAUSE = 4.0      # while rules are compiled, or loaded
FAILED = Sentence("The computer player failed and is restarting.")
READYING = Sentence("The computer player is getting ready.")
UNCOMPILED = Sentence("The computer player has not loaded these rules yet, and tries again soon.")
log = structlog.get_logger()


SHORT = 0.3                 # seconds for which a computer may think with engines for short thoughts


class Games(Protocol):
    """Where computers play: what they use of `Rooms`, which has them."""

    async def room(self, game: str) -> Room:
        """The room of a game."""
        ...

    async def submit(self, game: str, command: Command) -> int:
        """Carry a command out, as for any other player."""
        ...

    def note(self, room: Room, sentence: str | None) -> None:
        """Say what takes long."""
        ...


class Computers:
    """Plays for all computers in all games.

    Args:
        engines: the engines that think.
        short: those that think where that takes little time; by default the same.
    """

    def __init__(self, engines: Engines, short: Engines | None = None) -> None:
        self._engines, self._short = engines, short or engines
        self._thinking: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._closed = False
        self.failures = 0

    def __len__(self) -> int:
        """In how many games computers think, or wait for their turn."""
        return len(self._thinking)

    def thinks(self, game: str) -> bool:
        """Whether a computer thinks in a game, or waits for its turn."""
        return game in self._thinking

    def look_at(self, games: Games, room: Room) -> None:
        """Think about a game, if a computer is to move in it, and make the move there."""
        state, _ = room.loaded()
        if self._closed or not room.computer_due():
            return
        if running := self._thinking.get(room.game):
            if running[0] == state.changed:
                return
            running[1].cancel()
        task = asyncio.get_running_loop().create_task(self._play(games, room, state.changed))
        self._thinking[room.game] = state.changed, task
        task.add_done_callback(lambda _: self._finished(room.game, task))

    def get_ready(self, room: Room) -> None:
        """Start the engines of a game in which computers will have to move."""
        state, _ = room.loaded()
        for seat in state.seats.values():
            if seat.kind == COMPUTER and state.result is None:
                self._for(seat).prepare(state.rules, state.options, _settings(seat),
                                       path_of(state.payer))

    def _for(self, seat: Seat) -> Engines:
        return self._short if _seconds(seat) <= SHORT else self._engines

    def _finished(self, game: str, task: asyncio.Task[None]) -> None:
        if (running := self._thinking.get(game)) and running[1] is task:
            del self._thinking[game]
        if not task.cancelled() and (error := task.exception()):
            log.error("computer", game=game, error=repr(error))

    async def _play(self, games: Games, room: Room, changed: int) -> None:
        """Think and move, again and again until the move is made or the game has gone on."""
        pause, text = FIRST_PAUSE, None
        while True:
            try:
                room = await games.room(room.game)
                state, _ = room.loaded()
                if state.changed != changed:
                    return
                mover = state.turn
                text = text or await self._think(games, room)
                await games.submit(room.game, Command(
                    COMPUTER, f"{changed}", "move", mover, changed, move=text))
                return
            except UncompiledError as error:
                pause = min(pause, UNCOMPILED_PAUSE)
                log.info("engine not compiled", game=room.game, error=str(error), again_in=pause)
                games.note(room, UNCOMPILED)
            except (EngineError, OSError) as error:
                self.failures += 1
                log.warning("engine failed", game=room.game, error=str(error), again_in=pause)
                games.note(room, FAILED)
            except RefusedError as refused:
                if refused.code != "busy":      # the game has gone on: the move is forgotten
                    return
                log.warning("computer waits", game=room.game, why=refused.why, again_in=pause)
            await sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _think(self, games: Games, room: Room) -> str:
        """The move of an engine, as text."""
        state, board = room.loaded()
        seat = state.seats[state.turn]
        board, settings = board.copy(), _settings(seat)
        engines = self._for(seat)
        if not engines.is_idle(state.rules, state.options, settings):
            games.note(room, READYING)
        async with engines.borrow(state.rules, state.options, settings,
                                  (*path_of(state.payer), state.game), _seconds(seat)) as engine:
            for name, value in (("Seed", seat.seed), ("Random", seat.random)):
                if engine.settings.get(name, 0) != value:
                    await engine.set_option(name, value)
            played = await engine.play(board, Limits(time=FULL_SECONDS))
        return board.text(played.move)

    async def close(self) -> None:
        """Stop thinking, whatever still happens in the games."""
        self._closed = True
        tasks = [task for _, task in self._thinking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._engines.close()
        await self._short.close()


def _settings(seat: Seat) -> dict[str, Any]:
    """The settings of a computer's engine, whatever the game; its seed comes with the move."""
    return settings_of(seat.level or 1)


def _seconds(seat: Seat) -> float:
    """About how long a computer thinks: each level about twice as long as the one below."""
    return FULL_SECONDS / 2 ** (FULL - (seat.level or 1))
