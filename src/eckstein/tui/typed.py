"""Moves and commands that are typed at the bottom of the screen."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.widgets import Markdown

from ..rule_pages import rule_page
from ..session.replay import Replay
from ..session.sentences import sentence, tell_preview
from ..session.session import tell_moves
from ..session.words import phrase
from .dialogs import LongText

if TYPE_CHECKING:
    from .app import PlayApp


COMMANDS = (                # proposed while somebody types
    "hint", "evaluate", "describe ", "moves", "position", "flip", "clock", "undo", "resign",
    "draw", "new ", "rules", "help", "quit", "players", "white ", "black ", "level ", "save ",
    "load ", "replay", "next", "back", "first", "last", "goto ", "list", "games", "game ",
    "variation", "leave", "speed ")


class Typed:
    """Does what was typed: the commands of the session, those of the screen, or a move."""

    def __init__(self, app: PlayApp) -> None:
        self.app = app
        self._commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint, "evaluate": self._evaluate, "flip": self._flip,
            "board": self._board, "help": self._help, "?": self._help, "quit": self._quit,
            "exit": self._quit, "rules": self._rules, "replay": self._replay,
            "next": lambda rest: app.looking.step(1), "back": lambda rest: app.looking.step(-1),
            "first": lambda rest: app.looking.go(0), "last": lambda rest: app.looking.go(9999),
            "variation": self._variation, "leave": lambda rest: app.looking.leave(),
            "speed": self._speed, "goto": self._goto, "list": self._list, "games": self._games,
            "game": self._game, "moves": self._moves, "position": self._position,
            "describe": self._describe}

    def open(self) -> None:
        """Open the line for moves and commands."""
        app = self.app
        app.entry.display, app.keys.display, app.slider.display = True, False, False
        app.entry.value = ""
        app.screen.set_focus(app.entry)         # at once, for the next key may be here already

    def close(self) -> None:
        """Close it again."""
        app = self.app
        app.entry.display, app.keys.display = False, True
        app.slider.display = bool(app.walk)
        app.shown.focus()

    def do(self, text: str) -> None:
        """Do it; whatever is wrong with it is said in a sentence."""
        words = text.strip()
        name, _, rest = words.partition(" ")
        name, rest = name.lower(), rest.strip()
        try:
            if own := self._commands.get(name):
                own(rest)
            elif words:
                self._at_the_table(words, name, rest)
        except ValueError as error:
            self.app.say(sentence(error))
        except OSError as error:
            self.app.say(phrase("Cannot use {name}: {reason}.", name=error.filename or "?",
                                reason=error.strerror))

    def _at_the_table(self, words: str, name: str, rest: str) -> None:
        """A command of the session, or a move."""
        app, session = self.app, self.app.session
        if session is None:
            raise ValueError(phrase("there is no command {name} for records; ? lists them",
                                    name=name))
        if command := session.commands.get(name):
            kept, before, looked = session.kept, session.kept.state(), app.walk
            app.walk = None
            try:
                told = " ".join(command(rest))
            finally:                # what cannot be written may have been done all the same
                changed = session.kept is not kept or session.kept.state() != before
                if changed or looked:
                    app.advance()
            if told and not (changed and session.kept.over()):
                app.tell_at_length(told)
            return
        if not app.may_move():
            app.pick(words)         # says why not
            return
        reading = session.read(words)
        app.make(reading.move)
        if reading.warnings:
            note = phrase("Note: {warning}.", warning=reading.warnings[0])
            app.say(f"{app.said} ({note})")

    def _over(self) -> bool:
        return self.app.board.is_game_over() or bool(
            not self.app.walk and self.app.session and self.app.session.kept.over())

    def _hint(self, rest: str) -> None:
        if self._over():
            raise ValueError(phrase("the game is over"))
        self.app.thoughts.hint()

    def _evaluate(self, rest: str) -> None:
        self.app.evaluating = not self.app.evaluating
        self.app.thoughts.evaluate()

    def _flip(self, rest: str) -> None:
        self.app.action_flip()

    def _board(self, rest: str) -> None:
        self.app.refresh(layout=True)

    def _help(self, rest: str) -> None:
        self.app.action_help()

    def _quit(self, rest: str) -> None:
        self.app.exit()

    def _rules(self, rest: str) -> None:
        self.app.push_screen(LongText(Markdown(rule_page(self.app.board.game))))

    def _replay(self, rest: str) -> None:
        if rest:
            self.app.looking.open(Replay.read(rest))
        else:
            self.app.looking.go(0)

    def _variation(self, rest: str) -> None:
        if rest and not rest.isdecimal():
            raise ValueError(phrase("type variation, and a number if there are several"))
        self.app.looking.enter(int(rest or 0))

    def _speed(self, rest: str) -> None:
        try:
            speed = float(rest)
        except ValueError:
            speed = -1.0
        if not 0 <= speed <= 10:
            raise ValueError(phrase("type speed and a number from 0 (nothing moves) to 10"))
        self.app.speed = speed

    def _goto(self, rest: str) -> None:
        if not rest.isdecimal():
            raise ValueError(phrase("type goto and the number of a move, counted from 0"))
        self.app.looking.go(int(rest))

    def _walk(self) -> Replay:
        if self.app.walk is None:
            raise ValueError(phrase("no record is open; type replay, and a file if you like"))
        return self.app.walk

    def _list(self, rest: str) -> None:
        self.app.tell_at_length(self._walk().line())

    def _games(self, rest: str) -> None:
        self.app.tell_at_length("\n".join(self._walk().titles()))

    def _game(self, rest: str) -> None:
        walk = self._walk()
        if not rest.lstrip("-").isdecimal():
            raise ValueError(phrase("type game and a number from 1 to {count}",
                                    count=len(walk.records)))
        walk.open(int(rest) - 1)
        self.app.looking.go(0)

    def _moves(self, rest: str) -> None:
        self.app.tell_at_length(tell_moves(self.app.board))

    def _position(self, rest: str) -> None:
        self.app.tell_at_length(self.app.board.position())

    def _describe(self, rest: str) -> None:
        board = self.app.board
        if not rest:
            raise ValueError(phrase("Describe which move? Type describe and the move."))
        told = board.describe(board.parse(rest))
        self.app.tell_at_length(" ".join(tell_preview(board.turn, told)))
