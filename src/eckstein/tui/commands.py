"""Moves and commands that are typed, and that keys stand for."""
from __future__ import annotations

from collections.abc import Callable

from ..session.replay import Replay
from ..session.replay_commands import REPLAY_COMMANDS
from ..session.rule_pages import rule_page
from ..session.sentences import cannot_read, sentence
from ..words import command as named
from ..words import page, phrase, spoken
from .screen_state import ScreenState

LAST = 9999                 # a ply that no game reaches
RECORD_ONLY = ("list", "games", "game")
LOOKING_BACK = ("goto", "variation", "leave")       # these begin a look back, if there is none


class Commands:
    """Does what was typed: commands of the screen, of a walk, or of the session; or a move.

    Args:
        state: what is done with.
    """

    def __init__(self, state: ScreenState) -> None:
        self._state = state
        self._own: dict[str, Callable[[str], None]] = {
            "hint": lambda rest: state.want_hint(),
            "evaluate": lambda rest: state.switch_evaluation(),
            "flip": lambda rest: state.shown.flip(),
            "board": lambda rest: None,         # whatever is done, the board is drawn again
            "help": self._help, "?": self._help, "rules": self._rules,
            "quit": lambda rest: state.leave(), "exit": lambda rest: state.leave(),
            "replay": self._replay, "next": lambda rest: state.step(1),
            "back": lambda rest: state.step(-1), "first": lambda rest: state.go(0),
            "last": lambda rest: state.go(LAST), "speed": self._speed}

    def do(self, text: str) -> None:
        """Do it; whatever is wrong with it is said in a sentence."""
        words = text.strip()
        name, _, rest = words.partition(" ")
        name, rest = named(name), rest.strip()
        try:
            if ask := self._state.asking.get(name):
                ask()
            elif own := self._own.get(name):
                own(rest)
            elif self._is_for_walk(name):
                command = REPLAY_COMMANDS[name]
                self._state.browse(lambda replay: command(replay, rest))
            elif words and not self._state.obey(name, rest):
                self._move(words)
        except ValueError as error:
            self._state.say(sentence(error))

    def _is_for_walk(self, name: str) -> bool:
        """Whether a command is carried out by a walk, which it may begin.

        Raises:
            ValueError: if there is none, and it is for records alone.
        """
        if self._state.replay:
            return name in REPLAY_COMMANDS
        if name in RECORD_ONLY:
            raise ValueError(phrase("no record is open; type replay, or replay and the name of a "
                                    "file"))
        return name in LOOKING_BACK

    def _move(self, text: str) -> None:
        """Make a move that was typed."""
        state, session = self._state, self._state.session
        if not session or not state.may_move():
            state.pick(text)                    # says why not
            return
        reading = session.read(text)
        state.make(reading.move)
        if reading.warnings:
            note = phrase("Note: {warning}.", warning=reading.warnings[0])
            state.say(f"{state.said} ({note})")

    def _help(self, rest: str) -> None:
        self._state.open_page(page(self._state.help_page))

    def _rules(self, rest: str) -> None:
        self._state.open_page(rule_page(self._state.board.game, spoken()), markdown=True)

    def _replay(self, rest: str) -> None:
        if not rest:
            self._state.go(0)
            return
        try:
            self._state.open(Replay.read(rest))
        except OSError as error:
            self._state.say(cannot_read(rest, error.strerror))

    def _speed(self, rest: str) -> None:
        try:
            speed = float(rest)
        except ValueError:
            speed = -1.0
        if not 0 <= speed <= 10:
            raise ValueError(phrase("type speed and a number from 0 (nothing moves) to 10"))
        self._state.speed = speed
