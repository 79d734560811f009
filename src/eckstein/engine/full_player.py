"""The engine at full strength as a player: alpha-beta under the limits it is given."""
from __future__ import annotations

from collections import deque

from ..board import Board
from .booked import BookRoot
from .limits import Limits
from .messages import Analysis, Played
from .nets import Net
from .player import Player
from .searcher import Searcher


class FullPlayer(Searcher, Player):
    """A searcher that plays games.

    Args:
        board: of the game and options.
        threads, megabytes, tables: as for a `Searcher`.
        book: whether it plays from an opening book where there is one.
        own: its limits, instead of those of the call.
        net: as for a `Searcher`.
    """

    def __init__(self, board: Board, threads: int, megabytes: int, tables: bool,
                 book: bool, own: Limits | None = None, net: Net | None = None) -> None:
        super().__init__(board.game, board.options, threads, megabytes, tables=tables, net=net)
        self._book, self._seed = BookRoot() if book else None, 0
        self._own_limits = own

    def warm(self) -> None:
        super().warm()
        if self._book:
            self._book.warm(self.game, self._options)

    def new_game(self, seed: int) -> None:
        self.clear()
        self._seed = seed

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        if self._book and lines == 1 and (booked := self._book.choose(board, self._seed)):
            return Played.by([Analysis.of(booked)])
        [found] = deque(self.analyse(board, self._own_limits or limits, lines), maxlen=1)
        return Played.by([Analysis.of(info) for info in found])
