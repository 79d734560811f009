"""Moves for all positions that can arise, as the search that writes a certificate chooses them."""
from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from ...board import Board
from ...kernel.options import own_values
from ...kernel.specialise import specialise
from .columns import width_of

# Searches for a proof ask one another, so that they come from one life.
TOGETHER = ("search.play.bounded", "search.play.proof", "search.solve.descent",
            "search.solve.closure")
AT_ONCE = 1 << 14           # positions that are followed between two reports


class Rows:
    """The rows of such a search (search/solve/_rows.py), each a position with its move.

    Attributes:
        search: the template, specialised.
        memory: its memory.

    Args:
        template: "search.solve.descent" or "search.solve.closure".
        board: the position of the claim.
    """

    def __init__(self, template: str, board: Board) -> None:
        own = own_values(board.options)
        self.search: Any = specialise(template, board.game, beside=TOGETHER, **own)
        self.memory = self.search.new_memory()
        self._room = self.search.make_room(self.memory)
        self._moving = threading.Lock()     # while it is held, rows stay where they are

    @property
    def count(self) -> int:
        """How many positions have their move for good."""
        return int(self.memory.settled)

    def make_room(self) -> None:
        """Check that there is room for more rows."""
        with self._moving:
            self._room = self.search.make_room(self.memory, self._room)

    def follow(self, row: int, *solvers: Any) -> None:
        """Choose moves for a row and what follows it, until some positions have been followed.

        Args:
            row: from `row_of`.
            solvers: the memories of the solvers that are asked.
        """
        self.make_room()
        self.memory.budget = AT_ONCE
        self.search.follow(self.position(row), row, *solvers, self.memory, 0, 0)

    def row_of(self, p: Any) -> int:
        """The row of a position; a fresh one, if it had none."""
        return int(self.search.row_of(p, self.memory))

    def cell(self, index: int) -> int:
        """What a row has, by its index plus the name of the word, such as `search.STATE`."""
        return int(self.search.cell(self.memory, index))

    def state(self, row: int) -> int:
        """The state of a row, as the search names them."""
        return self.cell(row + self.search.STATE)

    def position(self, row: int) -> Any:
        """The position of a row."""
        return self.search.game.Position(*(self.cell(row + i) for i in range(self.search.FIELDS)))

    def left(self) -> Iterator[int]:
        """The rows that were left for later, which are told once."""
        while (row := int(self.search.taken(self.memory))) >= 0:
            yield row

    def settled(self) -> Iterator[list[int]]:
        """The fields of all settled positions, each with its move and what else is told of it.

        They come in pieces, lists of the numbers of whole rows; it may be asked by another thread
        while the search is under way.
        """
        pieces = self.search.settled(self.memory)
        while True:
            with self._moving:
                piece = next(pieces, None)
            if piece is None:
                return
            yield piece

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The same, row by row."""
        size = self.search.FIELDS + int(self.memory.certified)
        for piece in self.settled():
            yield from zip(*[iter(piece)] * size, strict=True)

    def widths(self) -> list[int]:
        """How many bytes each number of a settled row takes at most."""
        size = self.search.FIELDS + int(self.memory.certified)
        largest = [0] * size
        for piece in self.settled():
            if piece:
                largest = [max(old, *piece[i::size]) for i, old in enumerate(largest)]
        return list(map(width_of, largest))
