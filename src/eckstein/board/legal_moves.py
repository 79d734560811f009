"""The legal moves of a position, which are made when they are needed."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol, overload

from ..contract import Game
from ..contract.pieces import Square
from ..notation.moves import MoveContext, write_move


class HasMoves(Protocol):
    """What a board says of its moves."""

    rules: Game
    _p: Any
    _origin: Square

    def _moves(self) -> list[int]: ...

    def _moves_at(self, p: Any) -> list[int]: ...

    def _is_legal(self, move: object) -> bool: ...

    def is_game_over(self) -> bool: ...


class LegalMoves(Sequence[int]):
    """The legal moves of a position: iterate, `in`, `len`, truth; made only when needed.

    They stay those of the position in which they were asked for, whatever is played afterwards.
    """

    def __init__(self, board: HasMoves) -> None:
        self._board, self._p, self._origin = board, board._p, board._origin
        self._over = board.is_game_over()

    @property
    def _here(self) -> bool:
        """Whether the board still shows the position."""
        return self._board._p is self._p

    @cached_property
    def _moves(self) -> list[int]:
        if self._here:
            return self._board._moves()
        return [] if self._over else self._board._moves_at(self._p)

    def __iter__(self) -> Iterator[int]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        return self._board._is_legal(move) if self._here else move in self._moves

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        return self._moves[index]

    def __repr__(self) -> str:
        context = MoveContext(self._board.rules, self._p, self._origin, self)
        return f"<LegalMoves ({', '.join(sorted(write_move(context, move) for move in self))})>"
