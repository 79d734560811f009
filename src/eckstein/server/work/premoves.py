"""What a player can decide upon while the opponent thinks."""
from __future__ import annotations

import msgspec

from ...board.premoves import premoves
from ...wire.http_boards import LookRequest, PremovesAnswer
from ...wire.views import Move
from .lines import board_of


def premoves_in(wish: LookRequest) -> PremovesAnswer:
    """The moves that can be made after the opponent's next one.

    Raises:
        ValueError: with a sentence about the position or the moves.
    """
    return PremovesAnswer(msgspec.convert(premoves(board_of(wish)), list[Move],
                                          from_attributes=True))
