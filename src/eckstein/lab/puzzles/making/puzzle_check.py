"""Puzzles proved once more, by plain search.

Nothing is shared with the searches that found them: full width to a fixed depth, no table, no
order of moves, nothing left out but what alpha-beta leaves out (search/play/plain.py).
"""
from __future__ import annotations

from typing import Any

from ....base.sentence import Sentence
from ....board import Board
from ....kernel.options import NO_PROGRESS, REPETITION, own_values
from ....kernel.specialise import specialise
from ..puzzle import HOLDS, MARGIN, Puzzle, PuzzleError
from ..puzzle_file import check_moves

LEAST_REPETITION = 3        # with fewer, a win within few plies could be a draw


class Checker:
    """Checks the puzzles of one game.

    Args:
        game: its name.
        compiled: whether to search with compiled code.
    """

    def __init__(self, game: str, compiled: bool = True) -> None:
        self._game, self._compiled = game, compiled
        self._searches: dict[str, tuple[Any, Any]] = {}

    def check(self, puzzle: Puzzle) -> None:
        """Prove a puzzle: its first move, that there is no other, and every move of its solution.

        Raises:
            PuzzleError: with the first thing that is not so.
        """
        check_moves(self._game, puzzle)
        board = puzzle.board(self._game)
        most = puzzle.plies + max(MARGIN, HOLDS)
        if not (board.options[REPETITION] == 0 or board.options[REPETITION] >= LEAST_REPETITION
                ) or 0 < board.options[NO_PROGRESS] <= most:
            raise self._wrong(puzzle, Sentence("draws come too soon to tell who wins"))
        if puzzle.task == "win":
            self._check_win(puzzle, board)
        else:
            self._check_save(puzzle, board)

    def _check_win(self, puzzle: Puzzle, board: Board) -> None:
        plies, side = puzzle.plies, int(board.state.side)
        if plies > 1 and self.wins(board, plies - 1, side):
            raise self._wrong(puzzle, Sentence("there is a quicker win"))
        for move in board.legal_moves:
            text = board.text(move)
            if text == puzzle.first:
                if not self.wins(board, plies - 1, side, move):
                    raise self._wrong(puzzle, Sentence("{text} does not win in time", text=text))
            elif self.wins(board, plies + MARGIN - 1, side, move):
                raise self._wrong(puzzle, Sentence("{text} wins, too", text=text))
        board.push_text(puzzle.first)
        self._check_replies(puzzle, board, puzzle.solution[0][1], plies - 1, side)

    def _check_replies(self, puzzle: Puzzle, board: Board, replies: list[Any], plies: int,
                       side: int) -> None:
        """The replies that a solution tells, and that it tells all wins after each of them."""
        if not replies and not board.is_game_over():
            raise self._wrong(puzzle, Sentence("the solution ends before the game does"))
        for text, ways in replies:
            board.push_text(text)
            told = {way for way, _ in ways}
            for move in board.legal_moves:
                way = board.text(move)
                if self.wins(board, plies - 2, side, move) != (way in told):
                    raise self._wrong(puzzle, Sentence("the solution is wrong about {way}",
                                                       way=way))
            for way, further in ways:
                board.push_text(way)
                self._check_replies(puzzle, board, further, plies - 2, side)
                board.pop()
            board.pop()

    def _check_save(self, puzzle: Puzzle, board: Board) -> None:
        plies, other = puzzle.plies, 1 - int(board.state.side)
        for move in board.legal_moves:
            text = board.text(move)
            if text == puzzle.first:
                if self.wins(board, plies + HOLDS - 1, other, move):
                    raise self._wrong(puzzle, Sentence("{text} loses, too", text=text))
            elif not self.wins(board, plies - 1, other, move):
                raise self._wrong(puzzle, Sentence("{text} does not lose in time", text=text))

    def _wrong(self, puzzle: Puzzle, why: str) -> PuzzleError:
        return PuzzleError(Sentence("puzzle {id}: {reason}", id=puzzle.id, reason=why))

    def wins(self, board: Board, plies: int, attacker: int, move: int | None = None) -> bool:
        """Whether the attacker has won, or can force a win within so many plies.

        Args:
            board: unchanged.
            plies: from 0.
            attacker: 0 White, 1 Black.
            move: a legal one, after which that is asked.
        """
        search, memory = self._search(board)
        p = board.state if move is None else board.rules.apply(board.state, move)
        p = search.game.Position(*p)
        if p.side == attacker:
            least = search.WIN - plies
            return bool(search.search(p, memory, 0, plies, least - 1, least, 0) >= least)
        least = plies - search.WIN
        return bool(search.search(p, memory, 0, plies, least, least + 1, 0) <= least)

    def _search(self, board: Board) -> tuple[Any, Any]:
        own = own_values(board.options)
        if (name := repr(own)) not in self._searches:
            search: Any = specialise("search.play.plain", board.game, compiled=self._compiled,
                                     **own)
            self._searches[name] = search, search.new_memory(0)
        return self._searches[name]
