"""The whole tree of a puzzle: what wins after every move of the defender, until the end.

In puzzles to be won the solver attacks, and the tree begins after his first move.  In those to be
saved the opponent does, and it begins in the position: all moves of the solver but one lose.
"""
from __future__ import annotations

from typing import NamedTuple

import msgspec

from ...base.sentence import Sentence
from ...board import Board
from ...engine.exact import Exact, UnsettledError
from .puzzle import HOLDS, Puzzle, PuzzleError

LIMIT = 5_000_000           # positions that the answer to one question may take


class Judged(NamedTuple):
    """A legal move, and what it leads to.

    Attributes:
        text: of the move.
        plies: from this move on until the attacker has won; None if he does not win in time.
    """

    text: str
    plies: int | None


class Reply(msgspec.Struct, frozen=True):
    """A move of the defender, and what wins after it.

    Attributes:
        text: of the move.
        plies: that the attacker needs after it; 0 if it ends the game to the defender's own harm,
            and None for the one move that saves him.
        wins: all moves that win within so many, and so as soon as can be.
        replies: all moves of the defender after the first of these.
    """

    text: str
    plies: int | None
    wins: list[str] = []
    replies: list[Reply] = []


def attacker_of(puzzle: Puzzle, board: Board) -> int:
    """The side that tries to win: 0 White, 1 Black.

    Args:
        puzzle: which one.
        board: its position, and nothing played.
    """
    side = int(board.state.side)
    return side if puzzle.task == "win" else 1 - side


def plies_of(puzzle: Puzzle, first: str | None) -> int:
    """Within how many plies from the first move on it is told whether the attacker wins.

    Args:
        puzzle: which one.
        first: the move that was played first, if any was.
    """
    saved = puzzle.task == "save" and first == puzzle.first
    return puzzle.plies + (HOLDS if saved else 0)


class Trees:
    """Answers what moves lead to.

    Args:
        limit: positions that the answer to one question may take.
        compiled: whether to search with compiled code.
    """

    def __init__(self, limit: int = LIMIT, compiled: bool = True) -> None:
        self._limit, self._compiled = limit, compiled
        self._searches: dict[str, Exact] = {}

    def judged(self, board: Board, plies: int, attacker: int) -> list[Judged]:
        """All legal moves, the best first: quick wins of the attacker, or a long defence.

        Args:
            board: unchanged.
            plies: that are left.
            attacker: 0 White, 1 Black; either may be to move.

        Raises:
            PuzzleError: if that takes too long.
        """
        exact = self._exact(board)
        attacks = int(board.state.side) == attacker
        found = []
        for move in board.legal_moves:
            text = board.text(move)
            try:
                found.append(Judged(text, exact.length(board, move, plies, attacker)
                                    if plies > 0 else None))
            except UnsettledError:
                raise PuzzleError(Sentence("it would take too long to say what {text} leads to",
                                           text=text)) from None
        late = plies + 1
        found.sort(key=lambda one: ((one.plies or late) * (1 if attacks else -1), one.text))
        return found

    def _exact(self, board: Board) -> Exact:
        if (name := repr((board.game, board.options))) not in self._searches:
            self._searches[name] = Exact(board, self._limit, self._compiled)
        return self._searches[name]

    def tree(self, puzzle: Puzzle, board: Board) -> list[Reply]:
        """The whole tree of a puzzle.

        Args:
            puzzle: which one.
            board: its position; unchanged.

        Raises:
            PuzzleError: if a question takes too long.
        """
        attacker, plies = attacker_of(puzzle, board), puzzle.plies
        ahead = board.copy()
        if puzzle.task == "win":
            ahead.push_text(puzzle.first)
            plies -= 1
        return self._replies(ahead, plies, attacker)

    def _replies(self, board: Board, plies: int, attacker: int) -> list[Reply]:
        if board.is_game_over():
            return []
        return [self._reply(board, one, attacker) for one in self.judged(board, plies, attacker)]

    def _reply(self, board: Board, judged: Judged, attacker: int) -> Reply:
        """A reply, and the moves that win soonest after it."""
        if judged.plies is None:
            return Reply(judged.text, None)
        plies = judged.plies - 1
        wins: list[str] = []
        replies: list[Reply] = []
        board.push_text(judged.text)
        if not board.is_game_over():
            wins = [one.text for one in self.judged(board, plies, attacker) if one.plies == plies]
            board.push_text(wins[0])
            replies = self._replies(board, plies - 1, attacker)
            board.pop()
        board.pop()
        return Reply(judged.text, plies, wins, replies)
