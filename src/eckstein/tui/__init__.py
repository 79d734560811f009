"""The board over the whole screen of a terminal: `eckstein play` and `eckstein join`.

It is drawn from views and knows no rules; games, players and files are those of `eckstein.session`
and `eckstein.client.online`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..client.remote import RemoteGame
from ..session.replay import Replay
from ..session.session import Session
from ..session.thinking import Thinking

if TYPE_CHECKING:
    from .app import PlayApp
    from .online_app import OnlineApp


def show_session(session: Session, thinking: Thinking, *, ask: bool = False,
               speed: float = 1.0) -> None:
    """Play on a board over the whole screen until somebody leaves.

    Args:
        session: the game.
        thinking: who thinks at it.
        ask: whether to ask first which game is wanted.
        speed: of the dice; 0 lets nothing move.
    """
    from .app import PlayApp
    app = PlayApp(session, thinking, ask=ask, speed=speed)
    _run(app)


def show_online(remote: RemoteGame, thinking: Thinking, *, speed: float = 1.0) -> None:
    """Play in a game on a server on a board over the whole screen until somebody leaves.

    Args:
        remote: the game, with the seats that are played here.
        thinking: who is asked for hints and values when the game has ended.
        speed: of the dice; 0 lets nothing move.
    """
    from .online_app import OnlineApp
    app = OnlineApp(remote, thinking, speed=speed)
    _run(app)


def show_replay(walk: Replay, thinking: Thinking, *, speed: float = 1.0) -> None:
    """Walk through recorded games on a board over the whole screen."""
    from .app import PlayApp
    app = PlayApp(None, thinking, walk=walk, speed=speed)
    app.run()
    _raise_stop(app)


def _run(app: PlayApp | OnlineApp) -> None:
    app.run()
    print(app.farewell())
    _raise_stop(app)


def _raise_stop(app: PlayApp | OnlineApp) -> None:
    """Ctrl-C in an app, where it is a key, is what it is in all commands."""
    if app.return_code == 130:
        raise KeyboardInterrupt
