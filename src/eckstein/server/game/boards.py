"""Boards for positions that clients ask about; all input is checked before it reaches a board."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...board import Board
from ...games import check_game_name
from ...kernel import options as option_values


def make_board(game: str, options: Mapping[str, object], position: str | None = None) -> Board:
    """A board on which one can play.

    Raises:
        ValueError: with a sentence, if there is no such game, option or position.
    """
    check_game_name(game)
    chosen: dict[str, Any] = option_values.complete(game, options)
    board = Board(game, position, **chosen)
    board.check_status()
    return board
