"""The board over the whole screen of a terminal: `eckstein play` and `eckstein join`.

It is drawn from views and knows no rules; games, players and files are those of `eckstein.session`
and `eckstein.online`.
"""
from __future__ import annotations

from ..remote import RemoteGame
from ..session.replay import Replay
from ..session.session import Session
from ..session.thinking import Thinking


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
    app.run()
    print(app.farewell())


def show_online(remote: RemoteGame, thinking: Thinking, *, speed: float = 1.0) -> None:
    """Play in a game on a server on a board over the whole screen until somebody leaves.

    Args:
        remote: the game, with the seats that are played here.
        thinking: who is asked for hints and values when the game has ended.
        speed: of the dice; 0 lets nothing move.
    """
    from .online_app import OnlineApp
    app = OnlineApp(remote, thinking, speed=speed)
    app.run()
    print(app.farewell())


def show_replay(walk: Replay, thinking: Thinking, *, speed: float = 1.0) -> None:
    """Walk through recorded games on a board over the whole screen."""
    from .app import PlayApp
    PlayApp(None, thinking, walk=walk, speed=speed).run()
