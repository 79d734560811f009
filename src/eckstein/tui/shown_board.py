"""The board that is shown: its view, the cursor, and the move in the making."""
from __future__ import annotations

from ..board import Board
from ..board.view import view
from ..session.sentences import tell_considered
from ..words import phrase
from .cells import Marks, View, squares
from .choices import Move
from .picking import Picking


class ShownBoard:
    """A board as one person sees it.

    The cursor and the side at the bottom stay when another position is shown; what is picked up
    does not.

    Attributes:
        board: the board.
        picking: what is picked on it.
        cursor: the square of the cursor.
        flipped: whether Black sits at the bottom.

    Args:
        board: the first board.
        may_move: whether a person at this screen may move on it.
    """

    def __init__(self, board: Board, may_move: bool) -> None:
        self.flipped, self.cursor = False, ""
        self.show(board, may_move)

    def show(self, board: Board, may_move: bool) -> None:
        """Show a position."""
        self.board = board
        self.picking = Picking(view(board, legal=may_move), may_move)
        lines = self.squares()
        if not any(self.cursor in line for line in lines):
            self.cursor = lines[len(lines) // 2][len(lines[0]) // 2]

    @property
    def view(self) -> View:
        """The view of the board."""
        return self.picking.view

    def squares(self) -> list[list[str]]:
        """The names of all squares, as rows from the top of the screen down."""
        return squares(self.view, self.flipped)

    def marks(self) -> Marks:
        """What is to be pointed out on the board."""
        marks = self.picking.marks(self.cursor, self.flipped)
        marks.cursor = self.cursor
        return marks

    def flip(self) -> None:
        """Look from the other side."""
        self.flipped = not self.flipped

    def move_cursor(self, square: str) -> None:
        """Put the cursor on a square, if it is shown."""
        if any(square in line for line in self.squares()):
            self.cursor = square

    def step_cursor(self, right: int, up: int) -> None:
        """Move the cursor so many squares over the screen, unless that leads off the board."""
        lines = self.squares()
        row, column = next((row, line.index(self.cursor)) for row, line in enumerate(lines)
                           if self.cursor in line)
        if 0 <= row - up < len(lines) and 0 <= column + right < len(lines[0]):
            self.cursor = lines[row - up][column + right]

    def cycle(self, step: int) -> None:
        """Go to the next piece that can move, or the next square it can go to."""
        if name := self.picking.next(self.cursor, step):
            self.cursor = name

    def move_of(self, move: Move) -> int:
        """A move of the view as the board knows it."""
        return self.board.parse(move["text"])

    def preview(self) -> str:
        """What the move that is looked at will do, or that there are several; often empty."""
        picking = self.picking
        if not picking.ways and (doubt := picking.doubt(self.cursor)):
            return phrase("{count} ways lead to {square}; press Enter to choose one.",
                          count=len(doubt), square=self.cursor)
        move = picking.looked_at(self.cursor)
        if not move or picking.hint:
            return ""
        return " ".join(tell_considered(self.board, self.move_of(move)))
