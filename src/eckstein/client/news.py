"""A thread that hears how a game on a server stands, also when the connection comes and goes."""
from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from ..wire.games import GameFacts
from .remote import PASSING, PAUSE, Listening, RemoteError, RemoteGame

LONGEST_PAUSE = 5.0         # seconds between two tries to reach the server


class News:
    """Subscribes to a game until it is closed; meanwhile the players of its seats are present.

    All functions that it is given are called in its own thread.

    Args:
        remote: the game.
        heard: called with the state of the game, at first and after each event.
        lost: called each time that the server does not answer; it is asked again.
        gone: called if the server tells of the game no more; then nothing is heard any more.
        pause: seconds before a lost connection is tried again, for the first time.
    """

    def __init__(self, remote: RemoteGame, heard: Callable[[GameFacts], None],
                 lost: Callable[[RemoteError], None], gone: Callable[[RemoteError], None],
                 pause: float = PAUSE) -> None:
        self._remote, self._pause = replace(remote), pause
        self._heard, self._lost, self._gone = heard, lost, gone
        self._listening: Listening | None = None
        self._ended = threading.Event()

    def begin(self) -> None:
        """Begin to listen."""
        threading.Thread(target=self._listen, daemon=True).start()

    def follow(self, remote: RemoteGame) -> None:
        """Hear of another game from now on."""
        self._remote = replace(remote)
        self._hang_up()

    def close(self) -> None:
        """Hear nothing any more."""
        self._ended.set()
        self._hang_up()

    def wait(self, failures: int) -> None:
        """Wait before the server is tried again, longer after more failures, or until the end."""
        self._ended.wait(min(self._pause * failures, LONGEST_PAUSE))

    def ended(self) -> bool:
        """Whether it is closed."""
        return self._ended.is_set()

    def _hang_up(self) -> None:
        if self._listening:
            self._listening.hang_up()

    def _listen(self) -> None:
        failures = 0
        while not self.ended():
            try:
                self._hear()
                failures = 1                        # the server was there, and has hung up
            except RemoteError as error:
                failures += 1
                if self.ended():
                    return
                if error.code not in PASSING:
                    self._gone(error)
                    return
                self._lost(error)
            self.wait(failures)

    def _hear(self) -> None:
        """Tell what happens, until the connection ends."""
        remote = self._remote
        self._heard(remote.refresh(1).facts)
        with closing(remote.listen()) as self._listening:
            if self._is_old(remote):
                return
            for _ in self._listening:
                if self._is_old(remote):
                    return
                self._heard(remote.refresh(1).facts)

    def _is_old(self, remote: RemoteGame) -> bool:
        """Whether news of this game are of no interest any more."""
        return self.ended() or remote is not self._remote
