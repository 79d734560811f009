"""Whole trees proved: every defence is there, every branch ends in a win, and nothing is left out.

That a tree is complete and wins is read from the rules alone: no search is asked.  That nothing
wins sooner, and nothing as soon that it does not tell, is shown by the plain search of `Checker`.
"""
from __future__ import annotations

from collections.abc import Sequence

from ....base.sentence import Sentence
from ....board import Board
from ..puzzle import Puzzle, PuzzleError
from ..trees import Reply, attacker_of
from .puzzle_check import Checker


class TreeChecker:
    """Checks the whole trees of puzzles of one game.

    Args:
        game: its name.
        checker: proves that there are no quicker and no other wins; None to leave that out.
    """

    def __init__(self, game: str, checker: Checker | None) -> None:
        self._game, self._checker = game, checker

    def check(self, puzzle: Puzzle, tree: Sequence[Reply]) -> None:
        """Prove a whole tree.

        Raises:
            PuzzleError: with the first thing that is not so.
        """
        board = puzzle.board(self._game)
        walk = _Walk(self._checker, board, attacker_of(puzzle, board))
        try:
            if puzzle.task == "win":
                walk.win(puzzle, tree)
            else:
                walk.save(puzzle, tree)
        except PuzzleError as error:
            raise PuzzleError(Sentence("puzzle {id}: {reason}", id=puzzle.id,
                                       reason=error.args[0])) from None


class _Walk:
    """Goes through one tree on a board."""

    def __init__(self, checker: Checker | None, board: Board, attacker: int) -> None:
        self._checker, self._board, self._attacker = checker, board, attacker
        self._solved: str | None = None

    def win(self, puzzle: Puzzle, tree: Sequence[Reply]) -> None:
        """The tree of a puzzle to be won; the first move comes before it."""
        self._board.push_text(puzzle.first)
        if 1 + self._length(tree) != puzzle.plies:
            raise PuzzleError(Sentence("its tree does not take {plies} {plies:ply|plies}",
                                       plies=puzzle.plies))

    def save(self, puzzle: Puzzle, tree: Sequence[Reply]) -> None:
        """The tree of a puzzle to be saved, in which one move has no answer."""
        self._solved = puzzle.first
        if self._length(tree) > puzzle.plies:
            raise PuzzleError(Sentence("its tree takes more than {plies} {plies:ply|plies}",
                                       plies=puzzle.plies))

    def _length(self, tree: Sequence[Reply]) -> int:
        """The plies that the longest defence lasts, with the defender to move, or after the end."""
        board = self._board
        if board.is_game_over():
            if tree:
                raise PuzzleError(Sentence("its tree goes on after the end of the game"))
            self._check_won()
            return 0
        self._check_complete(tree)
        root, longest = board.ply == 0, 0
        for reply in tree:
            if root and reply.text == self._solved:
                if reply.plies is not None or reply.wins or reply.replies:
                    raise self._wrong(reply.text)
                continue
            board.push_text(reply.text)
            length = self._answered(reply)
            board.pop()
            if length != reply.plies:
                raise self._wrong(reply.text)
            longest = max(longest, 1 + length)
        return longest

    def _check_complete(self, tree: Sequence[Reply]) -> None:
        """Raise PuzzleError unless every legal move is among the replies, and nothing else."""
        there, legal = [reply.text for reply in tree], self._board.legal_texts()
        if missing := [text for text in legal if text not in there]:
            raise PuzzleError(Sentence("its tree lacks {text}", text=missing[0]))
        if len(there) > len(legal):
            raise PuzzleError(Sentence("its tree has {text} twice, or it is not legal",
                                       text=next(text for text in there if text not in legal
                                                 or there.count(text) > 1)))

    def _answered(self, reply: Reply) -> int:
        """The plies that the attacker takes after a reply, which is on the board."""
        board = self._board
        if board.is_game_over():
            if reply.wins or reply.replies:
                raise PuzzleError(Sentence("its tree goes on after the end of the game"))
            self._check_won()
            return 0
        legal = board.legal_texts()
        if not reply.wins or any(text not in legal for text in reply.wins):
            raise self._wrong(reply.text)
        board.push_text(reply.wins[0])
        length = 1 + self._length(reply.replies)
        board.pop()
        self._check_wins(reply, length)
        return length

    def _check_wins(self, reply: Reply, length: int) -> None:
        """That nothing wins sooner, and nothing as soon but the moves that are told."""
        if self._checker is None:
            return
        board = self._board
        if length > 1 and self._checker.wins(board, length - 1, self._attacker):
            raise self._wrong(reply.text)
        for move in board.legal_moves:
            won = self._checker.wins(board, length - 1, self._attacker, move)
            if reply.wins.count(board.text(move)) != won:
                raise self._wrong(reply.text)

    def _check_won(self) -> None:
        """Raise PuzzleError unless the game, which is over, was won by the attacker."""
        if int(self._board.rules.outcome(self._board.state)) != 1 + self._attacker:
            raise PuzzleError(Sentence("its tree ends without a win"))

    def _wrong(self, text: str) -> PuzzleError:
        return PuzzleError(Sentence("its tree is wrong about what wins after {text}", text=text))
