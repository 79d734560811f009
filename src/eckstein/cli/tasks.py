"""Tasks on boards line by line, one after the other: what puzzles and lessons have in common."""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ..board import Board
from ..board.description import MoveStep
from ..notation.diagram import diagram
from ..session.sentences import sentence, tell_moves, tell_typed_move
from ..words import command, phrase
from .lines import QuitError, lines, say, usual_commands


def tell_beginning(step: MoveStep) -> str:
    """With what a move begins, as a hint."""
    if step.origin:
        return phrase("The piece on {square} moves.", square=step.origin)
    return phrase("A piece is placed on {square}.", square=step.target)


class LineTasks(ABC):
    """Asks for moves until a task is done or left."""

    HELP: str                   # the page of help

    def __init__(self) -> None:
        self._goes_on = True
        self._commands: dict[str, Callable[[str], None]] = {
            **usual_commands(self.HELP), "board": self.show, "show": self.show,
            "hint": self.hint, "solution": self.solution, "moves": self.moves,
            "describe": self.describe, "position": self.position, "next": self.next}

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board of the task."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether nothing is left to be found."""

    @abstractmethod
    def task(self) -> str:
        """What is to be done, as a sentence."""

    @abstractmethod
    def answer(self, text: str) -> None:
        """Take a move that was typed, or raise ValueError."""

    @abstractmethod
    def hint(self, rest: str) -> None:
        """With what a right move begins."""

    @abstractmethod
    def solution(self, rest: str) -> None:
        """What was to be found."""

    def ask(self) -> None:
        """Show the task, and take lines until another one is asked for.

        Raises:
            QuitError: if the user leaves, or input ends.
        """
        self._goes_on = True
        self.show("")
        print(phrase("Type a move, or help."))
        while self._goes_on:
            line = next(lines(self._prompt()), None)
            if line is None:
                raise QuitError
            name, _, rest = line.strip().partition(" ")
            try:
                self._do(command(name), line.strip(), rest.strip())
            except ValueError as error:
                say([sentence(error)])

    def _prompt(self) -> str:
        return "> " if self.over else f"{phrase(self.board.turn)}> "

    def _do(self, name: str, typed: str, rest: str) -> None:
        if own := self._commands.get(name):
            own(rest)
        elif self.over:
            if typed:
                say([phrase("This task is over. Press Enter for the next one, or type quit.")])
            else:
                self.next("")
        elif typed:
            self.answer(typed)

    def check_open(self) -> None:
        """Raise ValueError if the task is over."""
        if self.over:
            raise ValueError(phrase("this task is over; press Enter for the next one"))

    # Commands.

    def show(self, rest: str) -> None:
        """The board, and what is to be done."""
        print()
        print(diagram(self.board, large=True))
        if not self.over:
            say([self.task()])

    def moves(self, rest: str) -> None:
        """All legal moves."""
        self.check_open()
        print(tell_moves(self.board))

    def describe(self, rest: str) -> None:
        """What a move would do."""
        self.check_open()
        say(tell_typed_move(self.board, rest))

    def position(self, rest: str) -> None:
        """The position as text."""
        print(self.board.position())

    def next(self, rest: str) -> None:
        """Another task."""
        self._goes_on = False
