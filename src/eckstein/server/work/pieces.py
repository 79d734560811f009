"""Long work of this process, done piece by piece, so that all else goes on in between.

Only one piece is done in each turn of the event loop, for whichever payer; so however much long
work there is, urgent work waits for one piece.
"""
from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from ..ops.sharing import TreePath
from .turns import Places

PIECE = 0.005               # seconds
T = TypeVar("T")


class Pieces:
    """Goes through long work.

    Args:
        steady: a source of seconds.
    """

    def __init__(self, steady: Callable[[], float] = time.perf_counter) -> None:
        self._places, self._steady = Places(1), steady

    async def each(self, payer: TreePath, steps: Iterator[T], do: Callable[[T], object]) -> None:
        """Take all steps of something, and do something after each.

        Args:
            payer: where the payer stands.
            steps: a generator, which takes a step whenever it is asked for the next.
            do: is given what each step gives.
        """
        more = True
        while more:
            async with self._places.place(payer, PIECE):
                begin, more = self._steady(), False
                for found in steps:
                    do(found)
                    if self._steady() - begin > PIECE:
                        more = True
                        break
                await asyncio.sleep(0)
