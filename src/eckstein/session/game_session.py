"""A game in front of the user, wherever it lives: the questions and commands that it answers.

The interface that shows a session prompts and draws.
"""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..base.sentence import message_of
from ..board import COLOURS, Board
from ..notation.moves import Reading
from ..words import phrase
from .exact_moves import tell_valued_moves
from .played_game import PlayedGame
from .sentences import (
    Sentences,
    cannot_write,
    sentence,
    tell_clocks,
    tell_end,
    tell_players,
    tell_standing,
    tell_typed_move,
)

Moment = tuple[PlayedGame, tuple[object, ...]]
Command = Callable[[str], Sentences]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command led to.

    Attributes:
        told: its answer, in sentences.
        changed: whether there is another game, position, player or result than before.
    """

    told: Sentences
    changed: bool


class GameSession(ABC):
    """A game that the user plays or watches.

    Attributes:
        commands: by name, what can be typed; each takes the rest of the line, and answers in
            sentences.

    Args:
        commands: those that not every session has.
    """

    def __init__(self, commands: Mapping[str, Command]) -> None:
        self.commands: dict[str, Command] = {
            "moves": self.moves, "position": self.position, "standing": self.standing,
            "describe": self.describe, "save": self.save, "clock": self.tell_clock,
            "players": self.players, "rules": self.rules, **commands}

    @property
    @abstractmethod
    def played(self) -> PlayedGame:
        """The game that is played."""

    @property
    def board(self) -> Board:
        """The board of the game that is being played."""
        return self.played.board

    @property
    def side(self) -> int:
        """The side to move: 0 White, 1 Black."""
        return COLOURS.index(self.board.turn)

    def computer(self, side: int | None = None) -> str | None:
        """The name of the computer that thinks here for a side (that to move, if left out), or
        None.
        """
        return None

    def may_move(self) -> bool:
        """Whether the user may move now."""
        return not self.played.over() and self.computer() is None

    def forced_pass(self) -> int | None:
        """The pass, if the player to move can do nothing else."""
        return forced_pass(self.board)

    def moment(self) -> Moment:
        """Where the session stands: a value that differs once anything has changed in its game."""
        return self.played, self.played.fingerprint()

    def read(self, text: str) -> Reading:
        """A move that was typed; raises ValueError as `Board.read` does."""
        return self.board.read(text)

    def end(self) -> str:
        """How the game ended."""
        return tell_end(self.board, self.played.decision)

    @abstractmethod
    def make(self, move: int, by_computer: bool = False) -> Sentences:
        """Make a move, and tell what it did."""

    # Sessions that count the time themselves do so.

    def run_clock(self) -> None:        # noqa: B027
        """Run the clock of the player to move, unless the game is over."""

    def stop_clock(self) -> None:       # noqa: B027
        """Stop both players' time, where it is this session that counts it."""

    def time_is_up(self) -> bool:
        """Whether the player to move has just lost on time; then the game is over."""
        return False

    @abstractmethod
    def farewell(self) -> str:
        """The text for a player leaving: where the game is, and how to resume it."""

    # Commands: each takes what was typed after its name, and answers in sentences.

    def obey(self, name: str, rest: str) -> Answer | None:
        """Carry out a command.

        Args:
            name: its name, in small letters.
            rest: what was typed after it.

        Returns:
            What came of it, which includes a file that could not be written; None if there is no
            such command.
        """
        if (command := self.commands.get(name)) is None:
            return None
        before = self.moment()
        try:
            told = command(rest)
        except OSError as error:        # what cannot be written may have been done all the same
            told = [cannot_write(error.filename or self.played.path, error.strerror)]
        return Answer(told, self.moment() != before)

    def moves(self, rest: str) -> Sentences:
        """All legal moves, with their exact values where a table of endings knows them."""
        return tell_valued_moves(self.board)

    def position(self, rest: str) -> Sentences:
        """The position as text."""
        return [self.board.position()]

    def standing(self, rest: str) -> Sentences:
        """How the game stands."""
        return tell_standing(self.board)

    def describe(self, rest: str) -> Sentences:
        """What a move would do, before it is made."""
        try:
            return tell_typed_move(self.board, rest)
        except ValueError as error:
            return [sentence(error)]

    def save(self, rest: str) -> Sentences:
        """Write the game to a file of the player's choice."""
        if not rest:
            return [phrase("Save where? Type save and the name of a file.")]
        try:
            self.played.save_copy(rest)
        except OSError as error:
            return [cannot_write(rest, error.strerror)]
        except ValueError as error:
            return [cannot_write(rest, message_of(error))]
        return [phrase("Saved in {name}.", name=rest)]

    def tell_clock(self, rest: str) -> Sentences:
        """The time both players have left."""
        clock = self.played.clock
        if not clock:
            return [phrase("This game has no clock. To play with one, start with --clock 5+3, for "
                           "example.")]
        left = tell_clocks(clock.left(0), clock.left(1))
        return [left, told] if (told := clock.told()) else [left]

    def players(self, rest: str) -> Sentences:
        """The players."""
        return [tell_players(*self.played.players)]

    def rules(self, rest: str) -> Sentences:
        """Where to read the rules."""
        return [phrase("The rules: eckstein rules {game}", game=self.board.game)]


def forced_pass(board: Board) -> int | None:
    """The pass, if the player to move can do nothing else."""
    passing: int = board.rules.PASS
    return passing if list(board.legal_moves) == [passing] else None
