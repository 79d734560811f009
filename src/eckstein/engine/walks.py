"""Fixed walks through a game, by which a numbering of its moves or inputs is known."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..board import Board
from ..kernel.options import Value

WALKS = 4


def walked(game: str, own: Mapping[str, Value], plies: int) -> Iterator[
        tuple[Board, list[tuple[str, int]]]]:
    """The boards of a few walks, each with its legal moves in the order of their texts.

    What files name depends on these walks, so they stay as they are.

    Args:
        game: the name of a game.
        own: its own options.
        plies: how many boards each walk has, unless the game ends.
    """
    options: dict[str, Any] = dict(own)
    for walk in range(WALKS):
        board = Board(game, compiled=False, **options)
        for ply in range(plies):
            moves = sorted((board.text(move), move) for move in board.legal_moves)
            if not moves:
                break
            yield board, moves
            board.push(moves[(7 * walk + 5 * ply) % len(moves)][1])
