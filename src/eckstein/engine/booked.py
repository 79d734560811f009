"""Moves from an opening book, where several are about as good: a seed decides between them."""
from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Mapping
from typing import Any

from ..board import Board
from .books import BookError, BookMove, find, open_book
from .books.probing import line
from .books.values import is_decided, score_of
from .info import Info

MARGIN = 8                  # hundredths of a die by which a move may be worse than the best


class BookRoot:
    """Looks moves up in the book; without one, or with a damaged one, the player searches.

    Attributes:
        complaint: why the book could not be used when it was last asked, as a sentence; or "".
    """

    def __init__(self) -> None:
        self.complaint = ""

    def warm(self, game: str, options: Mapping[str, Any]) -> None:
        """Read the book of a game under some options, so that `choose` need not."""
        with contextlib.suppress(BookError):        # `choose` tells of it
            open_book(game, options)

    def choose(self, board: Board, seed: int) -> Info | None:
        """A move from the book with its line; None where the book says nothing.

        Args:
            board: a position with its history; unchanged.
            seed: of the choice; the same seed gives the same move whenever the position comes up
                after so many moves.
        """
        begin, self.complaint = time.perf_counter(), ""
        try:
            known = find(board)
        except BookError as error:
            self.complaint = str(error)
            return None
        if known is None:
            return None
        chance = random.Random(f"{seed}/{board.key}/{board.ply}/book")
        chosen = chance.choice(candidates(known.moves))
        pv = tuple(line(board, chosen.move))
        return Info(len(pv), len(pv), 1, chosen.value, score_of(chosen.value).mate, 0,
                    time.perf_counter() - begin, 0, pv, booked=True)


def candidates(moves: list[BookMove]) -> list[BookMove]:
    """The moves that may be played: those as good as the best, or nearly so.

    Args:
        moves: the best first.
    """
    best = moves[0].value
    if is_decided(best):
        return moves[:1]
    return [one for one in moves if one.value >= best - MARGIN]
