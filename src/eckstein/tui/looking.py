"""Looking back in a game, and walking through records with their variations."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.replay import Replay
from ..session.words import phrase

if TYPE_CHECKING:
    from .app import PlayApp


class Looking:
    """Lets the screen show other positions of the game or the record than the last one."""

    def __init__(self, app: PlayApp) -> None:
        self.app = app

    def go(self, ply: int) -> None:
        """Look at the position after so many moves."""
        walk = self._opened()
        if walk is None:
            return
        before, at = self.app.picking.view, walk.at
        walk.go(ply)
        self._tell(walk)
        if walk.at == at + 1:
            self.app.play_from(before)

    def step(self, step: int) -> None:
        """Look at a position so many moves further, or back."""
        walk = self.app.walk
        self.go(max(0, (walk.at if walk else self.app.board.ply) + step))

    def game(self, step: int) -> None:
        """Open the next game of a file, or the one before."""
        if walk := self.app.walk:
            self.app.typed.do(f"game {walk.number + 1 + step}")

    def open(self, walk: Replay) -> None:
        """Walk through these records."""
        self.app.thoughts.stop()
        self.app.walk = walk
        self.go(0)

    def enter(self, number: int) -> None:
        """Follow what could have been played instead of the move that was made last.

        Args:
            number: which of these lines, from 1; 0 takes all of them in turn.

        Raises:
            ValueError: if there is none of this number.
        """
        walk = self._opened()
        if walk is not None:
            walk.enter(number)
            self._tell(walk)

    def leave(self) -> None:
        """Back to the line where the variation begins.

        Raises:
            ValueError: if no variation is looked at.
        """
        walk = self._opened()
        if walk is not None:
            walk.leave()
            self._tell(walk)

    def back(self) -> None:
        """Back to the line of a variation, or from a look back to the game."""
        walk, app = self.app.walk, self.app
        if walk and walk.in_variation():
            self.leave()
        elif walk and app.session:
            app.walk = None
            app.say(phrase("Back in the game."))
            app.advance()

    def _opened(self) -> Replay | None:
        """The walk, which begins now if there is none; None if there is nothing to look at."""
        app = self.app
        if app.walk is None:
            assert app.session
            kept = app.session.kept
            if not kept.record.root.variations:
                app.say(phrase("There are no moves to look back at."))
                return None
            app.thoughts.stop()
            app.walk = Replay([kept.as_record()])
            app.walk.go(app.session.board.ply)
        return app.walk

    def _tell(self, walk: Replay) -> None:
        self.app.say(" ".join([walk.where(), *walk.comments()]))
        self.app.reload()
