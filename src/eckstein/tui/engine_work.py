"""Moves of computers, hints and values, which come while the board stays awake."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing

from rich.text import Text
from textual.dom import DOMNode
from textual.worker import Worker

from ..board import WHITE, Board
from ..engine.messages import Analysis, EngineError
from ..session.sentences import sentence, tell_value
from ..session.thinking import ADVICE, ADVISER, READYING, Thinking
from ..words import phrase
from .screen_state import ScreenState
from .state import PlayState
from .status import value_text


class EngineWork:
    """Workers that think, one of each kind at a time; whatever comes late is dropped.

    Attributes:
        value: what is known of the value of the position that is shown; empty for nothing.

    Args:
        state: has the positions to think about, and gets the results.
        thinking: the computer players and the adviser.
        owner: the node of the screen that owns the workers.
        pause: gives the seconds to wait before the move of a computer that plays another one.
        found: is called when the state, or the value, has changed.
    """

    def __init__(self, state: ScreenState, thinking: Thinking, *, owner: DOMNode,
                 pause: Callable[[], float], found: Callable[[], None]) -> None:
        self._state, self._thinking, self._owner = state, thinking, owner
        self._pause, self._found = pause, found
        self.value: Text | str = ""

    def stop(self) -> None:
        """Give up waiting for a computer's move, or a hint."""
        for group in ("move", "hint"):
            self._owner.workers.cancel_group(self._owner, group)

    async def close(self) -> None:
        """End all work, and the engines."""
        self._owner.workers.cancel_all()
        await asyncio.shield(self._thinking.close())

    def _begin(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> Worker[None]:
        """Let this be done, and nothing else of its kind any more."""
        return self._owner.run_worker(work, group=group, exclusive=True)

    def _say(self, text: str) -> None:
        self._state.say(text)
        self._found()

    def move(self) -> None:
        """Let the computer to move think, if there is one, and give up waiting for another."""
        self.stop()
        if self._state.computer_to_move():
            self._begin(self._move, "move")

    async def _move(self) -> None:
        state, name = self._state, self._state.computer_to_move()
        assert isinstance(state, PlayState) and state.session and name
        session = state.session
        moment, side, clock = session.moment(), session.side, session.saved.clock
        session.stop_clock()
        try:
            if await asyncio.to_thread(self._thinking.must_compile, side, name, session.board):
                self._say(phrase(READYING))
            await self._thinking.prepare(side, name, session.board)
            if session.computer(1 - side):
                await asyncio.sleep(self._pause())
            session.run_clock()
            move = await self._thinking.move(side, name, session.board, clock)
        except EngineError as error:
            instead = phrase("Take back a move, or let another player continue.")
            self._say(f"{sentence(error)} {instead}")
            return
        state.make_computers(move, moment)
        self._found()

    def hint(self) -> None:
        """Propose a move."""
        self._begin(self._hint, "hint")

    async def _hint(self) -> None:
        board = self._state.board.copy()
        compiles = await asyncio.to_thread(self._thinking.must_compile, ADVISER, ADVICE, board)
        self._say(phrase(READYING) if compiles else phrase("Looking for a good move ..."))
        try:
            advice = await self._thinking.advise(board)
        except EngineError as error:
            self._say(sentence(error))
            return
        self._state.show_hint(board, advice)
        self._found()

    def evaluate(self) -> None:
        """Find the value of the position that is shown, if that is wanted."""
        self._owner.workers.cancel_group(self._owner, "value")
        if self._state.evaluating and not self._state.board.is_game_over():
            self._begin(self._evaluate, "value")
        else:
            self.value = ""

    async def _evaluate(self) -> None:
        board = self._state.board.copy()
        if await asyncio.to_thread(self._thinking.must_compile, ADVISER, ADVICE, board):
            self._tell_value(phrase(READYING))
        try:
            async with aclosing(self._thinking.advice(board)) as stream:
                async for told in stream:
                    if not self._state.shows(board):
                        return
                    self._tell_value(_value(board, told))
        except EngineError as error:
            self._tell_value(sentence(error))

    def _tell_value(self, value: Text | str) -> None:
        self.value = value
        self._found()


def _value(board: Board, told: Analysis) -> Text:
    return value_text(tell_value(board, told), told.score.seen_by(WHITE, board.turn))
