"""Mistakes as tasks: one to three moves are right, which is proved, and all others are wrong.

What was played before the position does not count, as in all puzzles.  The tasks:

    win     force a win within so many plies; a wrong move does not within two plies more
    save    do not lose within so many plies; a right move holds for two plies more
    take    win a piece at least: what the move takes is more than it costs, whatever the answer
    keep    lose no piece: what the move costs, and any answer wins, is paid by what it takes

In a race the last two are of rows: to go so many forward, and to let no answer go farther.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ...board import Board
from ...contract.coaching import Racing
from ..exact import UnsettledError
from .facts import FARTHEST, Facts, ahead
from .searches import Searches

Kind = Literal["win", "save", "take", "keep"]
MOST = 3                    # right moves
MARGIN = 2                  # plies, see above
SAFE = 3                    # plies within which no right move of the last two tasks loses by force
FAR = 2                     # rows that a better move gains at least


@dataclass(frozen=True, slots=True)
class Task:
    """A position in which a player made a mistake, to be played better.

    Attributes:
        position: as text.
        task: see above.
        count: the plies of a win or a loss, counted from the move on; the rows of a race; or 0.
        right: the plain texts of the moves that are right.
    """

    position: str
    task: Kind
    count: int
    right: tuple[str, ...]

# A task that a position may make, its count, and the moves that are right.
_Asked = tuple[Kind, int, Iterable[int]]


def task_of(searches: Searches, board: Board, move: int) -> Task | None:
    """The task that a bad move makes.

    Args:
        searches: of its game.
        board: before the move; it is left as it is.
        move: a legal one.

    Returns:
        None where too many moves are right, or it takes too long to prove which.
    """
    fresh = Board(board.game, board.position(), **board.options)
    searches.exact.clear()
    facts = Facts(searches, fresh, move)
    try:
        for task, count, found in _asked(facts, searches.coaching):
            right = [*islice(found, MOST + 1)]
            if move not in right and 1 <= len(right) <= MOST:
                return Task(fresh.position(), task, count, tuple(map(fresh.text, right)))
    except UnsettledError:
        pass
    return None


def _asked(f: Facts, coaching: object) -> Iterator[_Asked]:
    """What can be asked in a position.

    Raises:
        UnsettledError: if it takes too long to prove that.
    """
    if plies := f.win(f.board, FARTHEST, f.side):
        wins = f.winning_moves(f.board, plies)
        if len(f.winning_moves(f.board, plies + MARGIN)) == len(wins):
            yield "win", plies, wins
        return
    yield from _saves(f)
    if isinstance(coaching, Racing):
        yield from _rows(f, coaching)
    elif (most := _pieces(f, f.best)) >= 0:
        if most > 0:
            yield "take", 0, _safe(f, (
                move for move in f.captures(f.board) if _pieces(f, move) > 0))
        yield "keep", 0, _safe(f, (
            move for move in f.board.legal_moves if _pieces(f, move) >= 0))


def _saves(f: Facts) -> Iterator[_Asked]:
    """The move played loses soon; those that are right hold so long, and some plies more."""
    other = 1 - f.side
    for plies in range(1, FARTHEST - MARGIN + 1, 2):
        if f.wins(f.board, plies, other, f.move):
            held = [move for move in f.board.legal_moves
                    if not f.wins(f.board, plies, other, move)]
            if not any(f.wins(f.board, plies + MARGIN, other, move) for move in held):
                yield "save", plies + 1, held
            return


def _pieces(f: Facts, move: int) -> int:
    """The pieces that a move wins, less those that an answer wins for good."""
    after = ahead(f.board, move)
    return f.gains(f.board)[move].net - max(
        [0, *(f.swing(after, answer) for answer in f.captures(after))])


def _rows(f: Facts, race: Racing) -> Iterator[_Asked]:
    """The move played goes less far than the engine's, or lets an answer go farther."""
    def farthest(board: Board) -> int:
        return max((race.rows(move, 1 - f.side) for move in board.legal_moves), default=0)

    most = race.rows(f.best, f.side)
    if most - race.rows(f.move, f.side) >= FAR:
        yield "take", most, _safe(f, (
            move for move in f.board.legal_moves if race.rows(move, f.side) >= most))
    left = farthest(f.better)
    if farthest(f.after) - left >= FAR:
        yield "keep", left, _safe(f, (
            move for move in f.board.legal_moves if farthest(ahead(f.board, move)) <= left))


def _safe(f: Facts, moves: Iterable[int]) -> Iterator[int]:
    """The same moves, if none of them loses the game soon.

    Raises:
        UnsettledError: if one does, or it takes too long to prove that it does not.
    """
    for move in moves:
        if f.wins(f.board, SAFE, 1 - f.side, move):
            raise UnsettledError
        yield move
