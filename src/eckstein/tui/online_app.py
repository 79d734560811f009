"""A game on a server on a board over the whole screen."""
from __future__ import annotations

from ..client.remote import RemoteGame
from ..session.thinking import Thinking
from .board_app import BoardApp
from .events import Event, OrderGiven
from .online_state import OnlineState
from .online_work import OnlineWork


class OnlineApp(BoardApp):
    """One player's part in a game on a server.

    Args:
        remote: the game, with the seats that are played here.
        thinking: who is asked for hints and values when the game has ended.
        speed: of the pieces that go over the board; 0 lets nothing move.
        pause: seconds before a lost connection is tried again, for the first time.
    """

    def __init__(self, remote: RemoteGame, thinking: Thinking, *, speed: float = 1.0,
                 pause: float = 0.5) -> None:
        state = OnlineState(remote, speed)
        super().__init__(state, thinking)
        self._server = OnlineWork(state, remote, self.show, pause)

    def on_mount(self) -> None:
        self._server.begin()

    def _carry_out(self, event: Event) -> None:
        if isinstance(event, OrderGiven):
            self._server.send(event.order)
        else:
            super()._carry_out(event)

    async def on_unmount(self) -> None:
        self._server.close()
