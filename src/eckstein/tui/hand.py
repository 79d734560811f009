"""The player's hand at the board: what it picks up, puts down and puts back."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.sentences import sentence, side_name
from ..session.words import phrase

if TYPE_CHECKING:
    from .app import PlayApp


class Hand:
    """Picks pieces and squares, and makes the move that is complete with them."""

    def __init__(self, app: PlayApp) -> None:
        self.app = app

    def pick(self, name: str) -> None:
        """Pick a square or a piece in hand, and make the move that is complete with it."""
        app = self.app
        app.shown.end_film()
        if not app.may_move():
            app.say(self._why_not())
            return
        before = app.picking.chosen
        if move := app.picking.pick(name):
            app.make(app.board.parse(move["text"]))
            return
        if ways := app.picking.ways:
            app.say(phrase("{count} ways lead to {square}: Tab or arrows, then Enter.",
                           count=len(ways), square=name))
        elif app.picking.chosen is None and name != before:
            app.say(self._complaint(before, name))
        app.panel.ask_way(app.picking.ways)
        app.redraw()

    def _why_not(self) -> str:
        app = self.app
        if app.walk:
            return phrase("This is a look back; Esc goes back to the game.") if app.session else (
                phrase("This is a record; [ and ] walk through it."))
        assert app.session
        if app.session.kept.over():
            return f"{app.session.end()} {phrase('n begins a new game.')}"
        return phrase("It is the computer's turn.")

    def _complaint(self, origin: str | None, name: str) -> str:
        """Why a square cannot be picked, or a piece cannot go there."""
        board, piece = self.app.board, self.app.picking.view["pieces"].get(name)
        if origin:
            try:
                board.parse(f"{origin}@{name}" if len(origin) == 1 else f"{origin}{name}")
            except ValueError as error:
                return sentence(error)
        if piece and piece["colour"] != board.turn:
            return phrase("{square} is {owner}'s; {turn} is to move.", square=name,
                          owner=side_name(piece["colour"]), turn=side_name(board.turn))
        return phrase("What stands on {square} has no move.", square=name) if piece else (
            phrase("{square} is empty.", square=name))

    def look_at_way(self, number: int) -> None:
        """Look at one of the ways that there are."""
        if self.app.picking.ways:
            self.app.picking.way = number
            self.app.redraw()

    def take_way(self, number: int) -> None:
        """Go one of the ways that there are."""
        app = self.app
        if app.picking.ways:
            move = app.picking.ways[number]
            app.shown.focus()
            app.make(app.board.parse(move["text"]))

    def put_back(self) -> None:
        """Put back what is picked up, or first the question which way."""
        app = self.app
        app.shown.end_film()
        app.picking.cancel()
        app.panel.ask_way([])
        app.shown.focus()
        app.redraw()

    def cycle(self, step: int) -> None:
        """Go to the next piece that can move, or the next square it can go to."""
        app = self.app
        app.shown.end_film()
        if name := app.picking.next(app.shown.cursor, step):
            app.shown.move_cursor(name)

    def take_reserve(self, number: int) -> None:
        """Pick up a piece in hand, counted from 1."""
        hand = [name for name in self.app.picking.choices.origins() if len(name) == 1]
        hand.sort(key=lambda name: self.app.picking.view["letters"].index(name.upper()))
        if number <= len(hand):
            self.pick(hand[number - 1])
