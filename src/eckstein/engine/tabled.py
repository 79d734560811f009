"""What tables of endings say of the position at the root of a search, and beyond its last move.

Among moves that keep a draw, those come first after which the fewest replies keep it, too.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..board import Board
from .tables import MoveValue, NoTableError, Probe, TableError, Value, certain, ending_of, probe


class TableLine(NamedTuple):
    """A move with an exact value, and the moves that follow.

    Attributes:
        value: for the player to move, this move counted.
        pv: to the end of the game; the move alone if it draws.
    """

    value: Value
    pv: tuple[int, ...]


class TableRoot:
    """Looks positions up in tables; without one, or with a damaged one, the player searches.

    Attributes:
        hits: positions that were found in tables when `lines` was last called.
        shortest: the plies of the shortest win there would be without a history; None if none.
        complaint: why a table could not be used then, as a sentence; "" if none was unsound.
    """

    def __init__(self) -> None:
        self.hits, self.complaint = 0, ""
        self.shortest: int | None = None

    def lines(self, board: Board, lines: int, without: Sequence[int] = ()) -> list[TableLine]:
        """The best moves.

        Args:
            board: a position with its history, in which the game goes on; not changed.
            lines: how many there may be.
            without: moves to leave out.

        Returns:
            Nothing where tables do not say what the position is worth in this game, or not so of
            all moves if several are wanted.
        """
        self.hits, self.complaint = 0, ""
        if ending_of(board) is None:
            return []
        try:
            found = certain(board)
            if found is None or lines > 1 and len(found.moves) < len(board.legal_moves):
                return []
            value = self._ask(board).value
            self.shortest = value.plies if value.result == "won" else None
            moves = [one for one in found.moves if one.move not in without]
            if without and moves and len(found.moves) < len(board.legal_moves):
                return []
            drawn = [one for one in moves if one.value.result == "drawn"]
            if len(drawn) > 1:
                at = moves.index(drawn[0])
                moves[at:at + len(drawn)] = sorted(drawn, key=lambda one: self._safe(board, one))
            return [TableLine(one.value, self._line(board, one)) for one in moves[:lines]]
        except NoTableError:
            return []
        except TableError as error:
            self.complaint = str(error)
            return []

    def to_the_end(self, board: Board, line: Sequence[int]) -> tuple[int, ...]:
        """A line and, where it leads into an ending that a player wins, the rest of the game.

        Args:
            board: where it begins; not changed.
            line: legal moves.
        """
        try:
            return self._played_on(board, line)
        except (NoTableError, TableError):
            return tuple(line)

    def _safe(self, board: Board, one: MoveValue) -> float:
        """The share of replies to a drawing move that keep the draw; 1 if the game is over."""
        ahead = board.copy()
        ahead.push(one.move)
        if ahead.is_game_over():
            return 1.0
        replies = self._ask(ahead).moves
        return sum(reply.value.result == "drawn" for reply in replies) / len(replies)

    def _line(self, board: Board, one: MoveValue) -> tuple[int, ...]:
        return (one.move,) if one.value.plies is None else self._played_on(board, [one.move])

    def _played_on(self, board: Board, line: Sequence[int]) -> tuple[int, ...]:
        ahead, moves = board.copy(), list(line)
        for move in line:
            ahead.push(move)
        while not ahead.is_game_over() and (found := self._ask(ahead)).value.plies is not None:
            moves.append(found.moves[0].move)
            ahead.push(moves[-1])
        return tuple(moves)

    def _ask(self, board: Board) -> Probe:
        found = probe(board)
        self.hits += 1 + len(found.moves)
        return found
