"""What the exact searches share: when to end, what was played before, which move comes first.

They are proofs by numbers (`proof.py`), wins within so many plies (`bounded.py`) and within a few
(`mate.py`).  A position that stood on the board so often that it would be a draw the next time is
**barred**; the memory of each search has their keys in `barred`, and how many there are in `bars`.
"""
from collections import Counter
from collections.abc import Sequence

from ...kernel import game, inner
from ...kernel.bits import peek
from ...kernel.types import Memory, Position

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


def bar(memory: Memory, history: Sequence[int], repetition: int) -> None:
    """Tell a search which positions are barred.

    Args:
        memory: a record with the fields `bars` and `barred`.
        history, repetition: as for `barred_keys`.

    Raises:
        ValueError: if more are barred than `barred` has room for; without the others, a draw would
            be taken for a win.
    """
    barred, room = sorted(barred_keys(history, repetition)), len(memory.barred)
    if len(barred) > room:
        raise ValueError(f"{len(barred)} positions are barred, and only {room} can be remembered")
    memory.bars = len(barred)
    memory.barred[:len(barred)] = barred


@inner
def has_barred(memory: Memory, key: int) -> bool:
    """Whether the position with this key is barred."""
    for i in range(memory.bars):
        if memory.barred[i] == key:
            return True
    return False


@inner
def is_barred(p: Position, memory: Memory) -> bool:
    """Whether a position is barred."""
    return memory.bars > 0 and has_barred(memory, game.key(p))


@inner
def bring_forward(memory: Memory, first: int, end: int, move: int) -> None:
    """Exchange a move, if it is among those from `first` to before `end`, with the first one."""
    for i in range(first, end):
        if memory.moves[i] == move:
            memory.moves[i] = memory.moves[first]
            memory.moves[first] = move
            return
