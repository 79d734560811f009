"""Boards of positions that clients ask about, made from lines that were asked about before.

A client that walks through a game asks about one position of it after the other.  A line is a game,
or a variation, as far as it was ever asked about: a board with the texts of its moves.  Any
position is reached from the line that shares the most moves with it, by taking back those that it
does not share and making the others.  Taking a move back costs next to nothing, so after one look
at its last position all of a game is near.
"""
from __future__ import annotations

import threading
import time
from itertools import takewhile
from typing import NamedTuple

from ...board import Board, push_texts
from ...wire.positions import PositionRef
from ..game.boards import make_board

AT_ONCE = 50                # moves between two looks at the clock
KEPT_LINES = 200
KEPT_MOVES = 20_000         # of all lines together; each takes about a kilobyte


class _Line(NamedTuple):
    """The board after the moves of a reference; none of its moves is ever taken back."""

    ref: PositionRef
    board: Board


class Lines:
    """The lines that were asked about last; threads may share them."""

    def __init__(self) -> None:
        self._kept: list[_Line] = []            # the one used last is last
        self._lock = threading.Lock()

    def board(self, ref: PositionRef) -> Board:
        """The board of a position.

        Args:
            ref: of which.

        Returns:
            A board that others may be given as well, so it has to be left as it is.

        Raises:
            ValueError: with a sentence about the position, or about the first bad move; the moves
                before it stay.
        """
        near, shared = self._nearest(ref)
        if near is None:
            board = make_board(ref.game, ref.options, ref.position)
        elif shared == len(near.ref.moves) == len(ref.moves):
            return near.board
        else:
            board = near.board.copy()
            while board.ply > shared:
                board.pop()
        try:
            push_texts(board, ref.moves[shared:], shared + 1)
        finally:
            if near is None or board.ply > shared:
                self._keep(_Line(_until(ref, board.ply), board), near)
        return board

    def read_on(self, ref: PositionRef, seconds: float) -> bool:
        """Read moves of a position, from where this ended the last time.

        Args:
            ref: of which position.
            seconds: about how long.

        Returns:
            Whether all of them are read now, so that its board is near.

        Raises:
            ValueError: as by `board`.
        """
        begin = time.perf_counter()
        _, ply = self._nearest(ref)
        while ply < len(ref.moves):
            ply = min(ply + AT_ONCE, len(ref.moves))
            self.board(_until(ref, ply))
            if time.perf_counter() - begin > seconds:
                break
        return ply == len(ref.moves)

    def _nearest(self, ref: PositionRef) -> tuple[_Line | None, int]:
        """The line that shares the most moves, the last of several, and how many it shares."""
        nearest, most = None, 0
        with self._lock:
            for line in reversed(self._kept):
                if _until(line.ref, most) == _until(ref, most):
                    shared = most + _shared(line.ref.moves[most:], ref.moves[most:])
                    if nearest is None or shared > most:
                        nearest, most = line, shared
            if nearest is not None:
                self._kept.remove(nearest)
                self._kept.append(nearest)
        return nearest, most

    def _keep(self, line: _Line, near: _Line | None) -> None:
        """Keep a line, in place of the one that it goes on from, and forget the oldest ones."""
        with self._lock:
            self._kept.append(line)
            if near and near in self._kept and near.ref == _until(line.ref, len(near.ref.moves)):
                self._kept.remove(near)
            while (len(self._kept) > KEPT_LINES
                   or sum(len(one.ref.moves) for one in self._kept) > KEPT_MOVES):
                del self._kept[0]


def _until(ref: PositionRef, ply: int) -> PositionRef:
    """A position of the same line, after so many of its moves."""
    return PositionRef(ref.game, ref.options, ref.position, ref.moves[:ply])


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """With how many of the same moves both begin."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1],
                                    zip(one, other, strict=False)))


_lines = Lines()
board_of, read_on = _lines.board, _lines.read_on
