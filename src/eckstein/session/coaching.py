"""The coach at a game on this machine between one person and one computer.

It says nothing of a move before the computer has answered, so that its words do not give the answer
away; and nothing between two people.
"""
from __future__ import annotations

from ..board import Board
from ..engine.coach import Coach, Remark, numbered
from ..words import phrase, tell
from .sentences import Sentences


class Coaching:
    """What the coach says in one game after another."""

    def __init__(self) -> None:
        self._coach: Coach | None = None
        self._of: tuple[object, ...] = ()       # the game and options that the coach is for
        self._said: dict[int, str] = {}         # kinds of remarks, by the ply of the move
        self._moved: tuple[Board, int] | None = None
        self._last: tuple[Remark, Board, int] | None = None     # a remark on a move of a board

    def forget(self) -> None:
        """Begin another game."""
        self._said, self._moved, self._last = {}, None, None

    def moved(self, board: Board, move: int) -> None:
        """A person makes a move on this board."""
        self._moved = board.copy(), move

    def answered(self) -> Sentences:
        """What there is to say once the move has been answered, or has ended the game."""
        if self._moved is None:
            return []
        board, move = self._moved
        self._moved = None
        self._said = {ply: kind for ply, kind in self._said.items() if ply < board.ply}
        remark = self.coach(board).remark(board, move, list(self._said.values()))
        if remark is None:
            return []
        is_first, self._last = self._last is None, (remark, board, move)
        if remark.sentence is None:
            told = [phrase("Coach on {move}: {better} was better.", move=board.notation(move),
                           better=board.notation(board.parse(remark.better)))]
        else:
            self._said[board.ply] = remark.kind
            told = [phrase("Coach on {move}: {remark}", move=board.notation(move),
                           remark=tell(remark.sentence))]
        if is_first and remark.better:
            told.append(phrase("(Type why to see the moves that show it.)"))
        return told

    def why(self) -> Sentences:
        """The moves that show the last remark."""
        if self._last is None:
            return [phrase("The coach has not said anything yet.")]
        remark, board, move = self._last
        if not remark.better:
            return [phrase("That was a good move; there is nothing more to show.")]
        if remark.shows == "best":
            return [phrase("Better: {line}.", line=numbered(board, remark.line))]
        after = board.copy()
        after.push(move)
        return [phrase("After your move: {line}.", line=numbered(after, remark.line)),
                phrase("Better: {line}.", line=numbered(board, (remark.better,)))]

    def coach(self, board: Board) -> Coach:
        """The coach for the game and the options of a board."""
        of = board.game, *board.options.items()
        if self._coach is None or self._of != of:
            self._coach, self._of = Coach(board.game, **board.options), of
        return self._coach

