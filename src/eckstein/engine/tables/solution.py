"""A whole board that was solved: the exact value of every position that its start can lead to."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...board import Board
from ...kernel.options import Value as OptionValue
from ...kernel.options import Values, changed_rules
from .probing import MoveValue
from .values import Value

Array = npt.NDArray[Any]
NOT_THERE = -1


@dataclass(frozen=True, eq=False)
class Solution:
    """The positions of a solved board, in the order of their keys.

    Values suppose, as those of tables do, that nothing was played before: play that never ends is
    a draw, and there are no draws by repetition or for lack of progress.

    Attributes:
        game: its name.
        options: all rule options.
        start: the text of the position that all others come from.
        keys: int64 [n]: `Board.key` of each position, ascending, each once.
        fields: int64 [n, k]: the integers of each position (`Board.state`).
        codes: uint16 [n]: the value for the player to move, as `Value.of_code` reads it.
    """

    game: str
    options: Values
    start: str
    keys: Array
    fields: Array
    codes: Array

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def longest(self) -> int:
        """How many plies the farthest end is away."""
        return max(0, (int(self.codes.max()) - 1) // 2)

    def is_of(self, game: str, options: Mapping[str, OptionValue]) -> bool:
        """Whether it is of a game under all these options, as far as they change what moves do."""
        return self.game == game and changed_rules(game, self.options) == changed_rules(
            game, options)

    def codes_of(self, keys: Array, fields: Array) -> Array:
        """The codes of positions, int32 [m]; NOT_THERE for those that are not on this board.

        Args:
            keys: int64 [m].
            fields: int64 [m, k].
        """
        places = np.minimum(np.searchsorted(self.keys, keys), len(self) - 1)
        there = (self.keys[places] == keys) & (self.fields[places] == fields).all(1)
        found: Array = np.where(there, self.codes[places].astype(np.int32), NOT_THERE)
        return found

    def value(self, board: Board) -> Value | None:
        """The value of a position for the player to move; None if it is not on this board."""
        return self._values([board.key], [tuple(board.state)])[0]

    def moves(self, board: Board) -> list[MoveValue] | None:
        """The legal moves of a position and their values, the best first; None if it is not here.
        """
        if self.value(board) is None:
            return None
        rules, moves = board.rules, list(board.legal_moves)
        after = [rules.apply(board.state, move) for move in moves]
        found = []
        for move, value in zip(moves, self._values([rules.key(p) for p in after],
                                                   [tuple(p) for p in after]), strict=True):
            assert value is not None        # all that a position leads to is here
            found.append(MoveValue(move, board.text(move), value.before()))
        return sorted(found, key=lambda one: one.value.rank(), reverse=True)

    def _values(self, keys: list[int], fields: list[tuple[int, ...]]) -> list[Value | None]:
        codes = self.codes_of(np.array(keys, np.int64),
                              np.array(fields, np.int64).reshape(len(keys), self.fields.shape[1]))
        return [None if code == NOT_THERE else Value.of_code(code) for code in codes.tolist()]
