"""The legal moves of a board, which are made when they are needed."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, overload


class HasMoves(Protocol):
    """What a board says of its moves."""

    def _moves(self) -> Sequence[int]: ...

    def _is_legal(self, move: object) -> bool: ...

    def text(self, move: int) -> str: ...


class LegalMoves(Sequence[int]):
    """The legal moves of a position: iterate, `in`, `len`, truth; made only when needed."""

    def __init__(self, board: HasMoves) -> None:
        self._board = board

    def __iter__(self) -> Iterator[int]:
        return iter(self._board._moves())

    def __contains__(self, move: object) -> bool:
        return self._board._is_legal(move)

    def __len__(self) -> int:
        return len(self._board._moves())

    def __bool__(self) -> bool:
        return bool(self._board._moves())

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        moves = self._board._moves()
        return list(moves[index]) if isinstance(index, slice) else moves[index]

    def __repr__(self) -> str:
        texts = sorted(self._board.text(move) for move in self)
        return f"<LegalMoves ({', '.join(texts)})>"
