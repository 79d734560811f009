"""A player solves a puzzle: tries, the replies to them, and the end."""
from __future__ import annotations

from enum import Enum
from typing import Any

from ...board import Colour
from ...board.description import Description, MoveStep
from .puzzle import Puzzle


class Answer(Enum):
    """What a try is."""

    WRONG = "wrong"
    GOES_ON = "goes on"
    SOLVED = "solved"


class Attempt:
    """One puzzle, and how far the player has come with it.

    Args:
        game: its name.
        puzzle: what is to be solved.

    Attributes:
        puzzle: likewise.
        board: the position that stands now.
        flawless: whether there was neither a wrong try nor help.
        over: whether nothing is left to be found.

    Raises:
        PuzzleError: if the position of the puzzle is not possible.
    """

    def __init__(self, game: str, puzzle: Puzzle) -> None:
        self.puzzle, self.board = puzzle, puzzle.board(game)
        self.flawless, self.over = True, False
        self._tree: list[Any] = puzzle.solution

    @property
    def plies(self) -> int:
        """Within how many plies the task is to be done from here on."""
        return self.puzzle.plies - self.board.ply

    def answer(self, text: str) -> tuple[Answer, Colour, Description | None]:
        """Try a move; if it is right and the task goes on, the defender replies.

        Returns:
            What the try was, which player replied, and the reply, if there was one.

        Raises:
            NotationError, IllegalMoveError: as `Board.parse`.
        """
        board = self.board
        move = board.parse(text)
        further = dict(self._tree).get(board.text(move))
        if further is None:
            self.flawless = False
            return Answer.WRONG, board.turn, None
        board.push(move)
        if not further:
            self.over = True
            return Answer.SOLVED, board.turn, None
        text, self._tree = further[0]
        mover, reply = board.turn, board.parse(text)
        told = board.describe(reply)
        board.push(reply)
        self.over = not self._tree
        return Answer.SOLVED if self.over else Answer.GOES_ON, mover, told

    def hint(self) -> MoveStep:
        """The first step of the best move."""
        self.flawless = False
        return self.board.describe(self.board.parse(self._tree[0][0])).steps[0]

    def give_up(self) -> str:
        """The rest of the main line as people write it; the attempt is over."""
        self.flawless, self.over = False, True
        ahead, moves, tree = self.board.copy(), list[int](), self._tree
        while tree:
            text, tree = tree[0]
            moves.append(ahead.parse(text))
            ahead.push(moves[-1])
        return self.board.variation_text(moves)
