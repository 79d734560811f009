"""A player in a process of its own: our engine, or another program that speaks its protocol."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.sentence import Sentence, message_of
from ..base.threads import aside
from ..board import Board
from .limits import Limits
from .messages import RESTARTED, SILENT, SINCE, EngineError, Played
from .player import Player

if TYPE_CHECKING:
    from .client import Engine

PATIENCE = 10.0             # seconds that an engine may be late before it is given up
LONGEST_MOVE = 600.0        # seconds for a move that nodes or depth alone limit
MAX_SEED = 2**31 - 1


class Apart(Player):
    """An engine that plays.

    Args:
        board: of the game and options.
        name: how it is called where it cannot be started.
        command: the program and its arguments; None for our engine.
        settings: the engine's options.
        own: its limits, instead of those of the call.
    """

    def __init__(self, board: Board, name: str, command: list[str] | None,
                 settings: dict[str, Any], own: Limits | None) -> None:
        self._game, self._options, self._name = board.game, board.options, name
        self._command, self._settings, self._own_limits = command, settings, own
        self._engine: Engine | None = None

    def warm(self) -> None:
        self._running()

    def _running(self) -> Engine:
        from .client import Engine
        if self._engine is None:
            try:
                self._engine = Engine.launch(self._command, game=self._game,
                                             options=self._options, settings=self._settings)
            except EngineError as error:
                raise ValueError(Sentence("{name}: {error}", name=self._name,
                                          error=message_of(error))) from None
        return self._engine

    def new_game(self, seed: int) -> None:
        engine = self._running()
        restarts = engine.restarts
        if not {"Level", "OwnBook"}.isdisjoint(self._settings):     # then it plays by chance
            engine.set_option("Seed", seed & MAX_SEED)
        engine.new_game()
        self.note = SINCE.format(words=engine.last_words) if engine.restarts > restarts else ""

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        """As any player.

        Raises:
            IllegalAnswerError: if what it answers is no legal move.
            RuntimeError: if it is far too late, or had to be started again.
        """
        engine, limits = self._running(), self._own_limits or limits
        restarts, seconds = engine.restarts, limits.longest(board)
        answer = aside(lambda: engine.play(board, limits, lines))
        try:
            played = answer.result((LONGEST_MOVE if seconds is None else seconds) + PATIENCE)
        except TimeoutError:
            raise RuntimeError(SILENT) from None
        if engine.restarts > restarts:
            raise RuntimeError(RESTARTED.format(words=engine.last_words))
        return played

    def stop(self) -> None:
        self.close()

    def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine:
            engine.close()
