"""A game on a server on a board over the whole screen.

Two threads speak to the server: one listens to the game, one sends what is played here.
"""
from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

from ..client.news import News
from ..client.remote import PASSING, PAUSE, RemoteError, RemoteGame
from ..session.thinking import Thinking
from ..wire.commands import NewCommand
from ..wire.games import GameFacts
from .board_app import BoardApp
from .events import Event, OrderGiven
from .online_state import OnlineState


class OnlineWork:
    """Keeps a state and a server in touch, also when the connection is lost and comes back.

    The state is called in the thread that began the work, and in no other.

    Args:
        state: is told what the server says.
        remote: the game.
        found: is called when the state has changed.
        pause: seconds before a lost connection is tried again, for the first time.
    """

    def __init__(self, state: OnlineState, remote: RemoteGame, found: Callable[[], None],
                 pause: float = PAUSE) -> None:
        self._state, self._remote, self._found = state, replace(remote), found
        self._orders: SimpleQueue[NewCommand | None] = SimpleQueue()
        self._asked: NewCommand | None = None       # for a rematch, before the opponent wants it
        self._news = News(
            remote, heard=lambda facts: self._tell(self._take, facts),
            lost=lambda error: self._tell(state.lost),
            gone=lambda error: self._tell(state.gone, error), pause=pause)

    def begin(self) -> None:
        """Begin, in a running event loop."""
        self._loop, self._context = asyncio.get_running_loop(), contextvars.copy_context()
        self._news.begin()
        threading.Thread(target=self._deliver, daemon=True).start()

    def send(self, order: NewCommand) -> None:
        """Send this as soon as the server answers."""
        self._orders.put(order)

    def close(self) -> None:
        """End the work; nothing is told any more."""
        self._news.close()
        self._orders.put(None)

    def _tell(self, method: Callable[..., None], *facts: Any) -> None:
        """Let the state be told, where it lives."""
        def tell() -> None:
            if not self._news.ended():
                method(*facts)
                self._found()
        with contextlib.suppress(RuntimeError):     # the loop has ended
            # In the context of the application, without which its timers do not run.
            self._loop.call_soon_threadsafe(tell, context=self._context)

    def _take(self, facts: GameFacts) -> None:
        self._state.take(facts)
        if facts.next and self._asked:
            self.send(self._asked)                  # once more, which tells the seat
            self._asked = None

    # One thread sends.

    def _deliver(self) -> None:
        while order := self._orders.get():
            failures = 0
            while not self._news.ended():
                try:
                    self._deliver_one(order)
                    break
                except RemoteError as error:
                    if error.code not in PASSING:
                        self._tell(self._state.refused, order, error)
                        break
                    self._tell(self._state.lost)
                    failures += 1
                    self._news.wait(failures)

    def _deliver_one(self, order: NewCommand) -> None:
        remote = replace(self._remote)
        done = remote.send(order, tries=1)
        facts = remote.refresh(1).facts
        following = remote.follow(done.next) if done.next and done.next.seats else None
        self._tell(self._answered, order, facts, following)

    def _answered(self, order: NewCommand, facts: GameFacts, following: RemoteGame | None) -> None:
        self._state.answered(order, facts)
        if following:
            self._remote = replace(following)
            self._state.begin_next(following)
            self._news.follow(following)
        elif order.what == "rematch":
            self._asked = order
            self._take(facts)


class OnlineApp(BoardApp):
    """One player's part in a game on a server.

    Args:
        remote: the game, with the seats that are played here.
        thinking: the adviser for hints and values when the game has ended.
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
