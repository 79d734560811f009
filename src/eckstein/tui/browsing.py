"""Looking back in a game, and walking through records with their variations."""
from __future__ import annotations

from collections.abc import Callable

from ..board import Board
from ..session.game_session import GameSession
from ..session.replay import Replay
from ..session.sentences import Sentences
from ..words import phrase


class Browsing:
    """Which board is shown: that of the game that is played, or that of a walk.

    Attributes:
        replay: the walk; None while the game itself is shown.

    Args:
        session: what is played; None if records alone are shown.
        replay: the walk to begin with.
    """

    def __init__(self, session: GameSession | None, replay: Replay | None) -> None:
        assert session or replay
        self._session, self.replay = session, replay

    @property
    def board(self) -> Board:
        """The board that is shown."""
        if self.replay:
            return self.replay.board
        assert self._session
        return self._session.board

    def browse(self, step: Callable[[Replay], Sentences | None]) -> Sentences:
        """Do something with the walk; with a look back at the game, if there is none yet.

        Args:
            step: what is done with it. It may answer.

        Raises:
            ValueError: if there is nothing to look back at, and whatever `step` raises; then
                nothing has changed.
        """
        replay = self.replay or self._look_back()
        told = step(replay) or []
        self.replay = replay
        return told

    def open(self, replay: Replay) -> None:
        """Walk through these records."""
        self.replay = replay

    def close(self) -> bool:
        """Show the game again; return whether that was not so."""
        if self.replay is None or self._session is None:
            return False
        self.replay = None
        return True

    def in_variation(self) -> bool:
        """Whether something is shown that is not the main line."""
        return self.replay is not None and self.replay.in_variation()

    def _look_back(self) -> Replay:
        """A walk through the game that is played, at its last position."""
        assert self._session
        played = self._session.played
        if not played.record.root.variations:
            raise ValueError(phrase("there are no earlier moves to view"))
        replay = Replay([played.as_record()])
        replay.go(played.board.ply)
        return replay
