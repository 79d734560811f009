"""Questions that keys ask before anything happens: give up, a draw, a new game."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..board import Board
from ..session.sentences import side_name
from ..session.words import phrase
from .dialogs import NewGame, Question, Wanted

if TYPE_CHECKING:
    from .app import PlayApp


def ask_to_resign(app: PlayApp) -> None:
    """Give the game up, if that is really meant."""
    if not app.session or app.session.kept.over():
        app.say(phrase("There is no game to give up."))
        return

    def answered(yes: bool | None) -> None:
        if yes:
            app.typed.do("resign")
    app.push_screen(Question(phrase("Give this game up?")), answered)


def ask_for_draw(app: PlayApp) -> None:
    """Offer a draw, and ask the other person."""
    app.typed.do("draw")
    if not app.session or not app.session.offered:
        return
    offered = app.session.offered
    other = "black" if offered == "white" else "white"

    def answered(yes: bool | None) -> None:
        app.typed.do("yes" if yes else "no")
    app.push_screen(Question(phrase("{side} offers a draw. {other}, do you agree?",
                                    side=side_name(offered), other=side_name(other))), answered)


def ask_for_game(app: PlayApp, first: bool = False) -> None:
    """Ask which game is wanted, and begin it.

    Args:
        app: where the question is shown.
        first: whether no game has been chosen yet, so that nothing of the present one is kept.
    """
    session = app.session
    if not session:
        app.say(phrase("This is a walk through records; leave it to play."))
        return

    def chosen(wanted: Wanted | None) -> None:
        if wanted:
            same = wanted.game == session.board.game and not first
            start = session.kept.record.start.copy() if same else Board(wanted.game)
            session.begin(start, wanted.players, wanted.clock)
            app.walk = None
            app.say(phrase("A new game of {title}.", title=start.rules.TITLE))
        app.advance()
    app.thoughts.stop()
    clock = session.kept.clock
    app.push_screen(NewGame(session.board.game, session.kept.players,
                            f"{clock.seconds / 60:g}+{clock.increment:g}" if clock else ""), chosen)
