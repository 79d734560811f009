"""Games on this machine, or records, on a board over the whole screen."""
from __future__ import annotations

from ..session.replay import Replay
from ..session.session import Session
from ..session.thinking import Thinking
from .board_app import BoardApp
from .commands import Commands
from .prompts import Prompts
from .state import PlayState


class PlayApp(BoardApp):
    """Games on this machine, or records, on a board over the whole screen.

    Args:
        session: the games that are played, or None to walk through records alone.
        thinking: who thinks.
        walk: records to walk through.
        ask: whether to ask first which game is wanted.
        pace: seconds between the moves of two computers.
        speed: of the pieces that go over the board; 0 lets nothing move.
    """

    def __init__(self, session: Session | None, thinking: Thinking, *, walk: Replay | None = None,
                 ask: bool = False, pace: float = 0.6, speed: float = 1.0) -> None:
        state = PlayState(session, walk, speed)
        prompts = Prompts(state)
        super().__init__(state, prompts, Commands(state, prompts), thinking, pace)
        self._play_prompts, self._ask_first = prompts, ask

    def begin(self) -> None:
        """Let the game go on, or ask first which one is wanted."""
        if self._ask_first:
            self.state.show_position()
            self._play_prompts.ask_for_game(first=True)
        else:
            super().begin()
