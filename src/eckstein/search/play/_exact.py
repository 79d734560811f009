"""What the exact searches share: when to end, what was played before, which move comes first.

They are proofs by numbers (`proof.py`), wins within so many plies (`bounded.py`) and within a few
(`mate.py`).  A position that stood on the board so often that it would be a draw the next time is
**barred**; the memory of each search has their keys in `barred`, and how many there are in `bars`.
"""
from collections import Counter
from collections.abc import Sequence

from ...kernel import inner
from ...kernel.bits import peek
from ...kernel.types import Memory

STOP = 0                    # memory.signals: set to 1 by another thread, the search ends soon


@inner
def stopped(memory: Memory) -> int:
    """Whether to end: at the limit of nodes, or by the signal."""
    if memory.nodes >= memory.limit or peek(memory.signals, STOP):
        memory.aborted = 1
    return memory.aborted


def barred_keys(history: Sequence[int], repetition: int) -> list[int]:
    """The keys that are barred, in the order in which they first came.

    Args:
        history: the keys of the positions of a game.
        repetition: which occurrence of a position is a draw, or 0.
    """
    times = Counter(history if repetition else ())
    return [key for key in times if times[key] >= repetition - 1]


@inner
def is_barred(memory: Memory, key: int) -> bool:
    """Whether the position would be a draw because of what was played before the root."""
    for i in range(memory.bars):
        if memory.barred[i] == key:
            return True
    return False


@inner
def bring_forward(memory: Memory, first: int, end: int, move: int) -> None:
    """Exchange a move, if it is among those from `first` to before `end`, with the first one."""
    for i in range(first, end):
        if memory.moves[i] == move:
            memory.moves[i] = memory.moves[first]
            memory.moves[first] = move
            return
