"""A walk through a puzzle by moves of either side, each of them judged."""
from __future__ import annotations

from collections.abc import Iterable

from ...base.sentence import Sentence
from ...board import Board
from .puzzle import Puzzle, PuzzleError
from .trees import Judged, Trees, attacker_of, plies_of


class Exploration:
    """One puzzle, and the moves that a player tries in it.

    Args:
        game: its name.
        puzzle: which one.
        trees: for judging moves.
        moves: texts of moves that are played to begin with.

    Attributes:
        board: the position that stands now.
        attacker: the side that tries to win: 0 White, 1 Black.

    Raises:
        PuzzleError: if the position of the puzzle is not possible.
        NotationError, IllegalMoveError: for a move, as `Board.parse`.
    """

    def __init__(self, game: str, puzzle: Puzzle, trees: Trees, moves: Iterable[str] = ()) -> None:
        self._puzzle, self._trees = puzzle, trees
        self.board: Board = puzzle.board(game)
        self.attacker = attacker_of(puzzle, self.board)
        self._first: str | None = None
        for text in moves:
            self.play(text)

    @property
    def attacks(self) -> bool:
        """Whether the attacker is to move."""
        return int(self.board.state.side) == self.attacker

    @property
    def plies(self) -> int:
        """Within how many plies from here the attacker is to win; 0 or less if it is too late."""
        return plies_of(self._puzzle, self._first) - self.board.ply

    def play(self, text: str) -> None:
        """Play a move of the side to move.

        Raises:
            NotationError, IllegalMoveError: as `Board.parse`.
        """
        move = self.board.parse(text)
        if not self.board.ply:
            self._first = self.board.text(move)
        self.board.push(move)

    def undo(self) -> None:
        """Take the last move back.

        Raises:
            PuzzleError: if there is none.
        """
        if not self.board.ply:
            raise PuzzleError(Sentence("the puzzle begins here"))
        self.board.pop()
        if not self.board.ply:
            self._first = None

    def judged(self) -> list[Judged]:
        """All legal moves, the best first.

        Raises:
            PuzzleError: if that takes too long.
        """
        return self._trees.judged(self.board, self.plies, self.attacker)
