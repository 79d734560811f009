"""The position that a client asks about, and the notation of its moves."""
from __future__ import annotations

from typing import NamedTuple

from ...wire.positions import PositionRef
from ..game.opening import key_of
from .lines import board_of


class Asked(NamedTuple):
    """A position to look up the moves of.

    Attributes:
        key: by which it is known.
        notations: the texts for people of its legal moves, by their plain texts.
    """

    key: int
    notations: dict[str, str]


def asked(wish: PositionRef) -> Asked:
    """What has to be known of a position.

    Raises:
        ValueError: with a sentence about the position or the moves.
    """
    board = board_of(wish)
    moves = [] if board.is_game_over() else list(board.legal_moves)
    return Asked(key_of(board), {board.text(move): board.notation(move) for move in moves})
