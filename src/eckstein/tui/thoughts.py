"""Moves of computers, hints and values, which come while the board stays awake."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from typing import TYPE_CHECKING

import msgspec
from textual.worker import Worker

from ..board import COLORS, Board
from ..engine.client import Analysis, EngineError
from ..engine.levels import FULL
from ..session.sentences import sentence, tell_value
from ..session.thinking import ADVISER, READYING, Thinking
from ..session.words import phrase
from .panel import value_text

if TYPE_CHECKING:
    from .app import PlayApp

ADVICE = f"level:{FULL}"


class Thoughts:
    """Workers that think, one of each kind at a time; whatever comes late is dropped."""

    def __init__(self, app: PlayApp, thinking: Thinking) -> None:
        self.app, self.thinking = app, thinking

    def stop(self) -> None:
        """Nobody waits for a computer's move, or a hint, any more."""
        for group in ("move", "hint"):
            self.app.workers.cancel_group(self.app, group)

    def _begin(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> Worker[None]:
        """Let this be done, and nothing else of its kind any more."""
        return self.app.run_worker(work, group=group, exclusive=True)

    def move(self) -> None:
        """Let the computer that is to move think, and make its move."""
        self._begin(self._move, "move")

    async def _move(self) -> None:
        app, session = self.app, self.app.session
        assert session
        kept, state, side = session.kept, session.kept.state(), session.side
        name = session.computer()
        assert name
        session.hold()
        try:
            if await asyncio.to_thread(self.thinking.must_compile, side, name, session.board):
                app.say(phrase(READYING))
            await self.thinking.prepare(side, name, session.board)
            if session.computer(1 - side):
                await asyncio.sleep(app.pace + app.shown.seconds_left)
            session.wait()
            move = await self.thinking.move(side, name, session.board, kept.clock)
        except EngineError as error:
            instead = phrase("Take back, or let another player go on.")
            app.say(f"{sentence(error)} {instead}")
            return
        wanted = session.kept is kept and kept.state() == state and app.shown.is_attached
        if wanted and not session.time_is_up():
            app.make(move, by_computer=True)

    def hint(self) -> None:
        """Propose a move."""
        self._begin(self._hint, "hint")

    async def _hint(self) -> None:
        app, board = self.app, self.app.board.copy()
        compiles = await asyncio.to_thread(self.thinking.must_compile, ADVISER, ADVICE, board)
        app.say(phrase(READYING) if compiles else phrase("Looking for a good move ..."))
        try:
            advice = await self.thinking.advise(board)
        except EngineError as error:
            app.say(sentence(error))
            return
        if self._still(board):
            app.shown.end_film()
            app.picking.cancel()
            app.picking.hint = msgspec.to_builtins(board.describe(advice.pv[0]))
            app.redraw()
            app.say(phrase("Hint: {move}  {value}", move=board.notation(advice.pv[0]),
                           value=tell_value(board, advice)))

    def evaluate(self) -> None:
        """Tell the value of the position that is shown, if that is wanted."""
        self.app.workers.cancel_group(self.app, "value")
        if not self.app.evaluating or self.app.board.is_game_over():
            self.app.panel.tell("value", "")
            return
        self._begin(self._evaluate, "value")

    async def _evaluate(self) -> None:
        app, board = self.app, self.app.board.copy()
        if await asyncio.to_thread(self.thinking.must_compile, ADVISER, ADVICE, board):
            app.panel.tell("value", phrase(READYING))
        try:
            async with aclosing(self.thinking.advice(board)) as stream:
                async for told in stream:
                    if not self._still(board):
                        return
                    app.panel.tell("value", _value(board, told))
        except EngineError as error:
            app.panel.tell("value", sentence(error))

    def _still(self, board: Board) -> bool:
        """Whether this is what the screen shows."""
        if not self.app.shown.is_attached:
            return False
        shown = self.app.board
        return shown.game == board.game and shown.move_stack == board.move_stack


def _value(board: Board, told: Analysis) -> object:
    sign = 1 if board.turn is COLORS[0] else -1
    return value_text(tell_value(board, told),
                      None if told.score is None else sign * told.score,
                      told.mate and sign * told.mate)
