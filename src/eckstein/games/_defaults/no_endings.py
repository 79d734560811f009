"""A game without endings: no position has a number."""
from ...contract.endings import EndingSpec
from ...kernel import inner, kernel
from ...kernel.codes import NOWHERE
from ...kernel.types import Array, Position

ENDINGS: tuple[EndingSpec, ...] = ()
MOST_PREDECESSORS = 1


@kernel
def size(ending: int) -> int:
    """There are no numbers."""
    return 0


@inner
def possible(ending: int, number: int) -> bool:
    """There are no numbers."""
    return False


def position(ending: int, number: int) -> Position:
    """There are no numbers, so nothing that is compiled calls this."""
    raise ValueError("no position has a number")


@kernel
def place(p: Position) -> tuple[int, int]:
    """No position has a number."""
    return NOWHERE, 0


placed = place


@inner
def predecessors(ending: int, number: int, line: int, prepared: Array, words: Array,
                 n: int) -> int:
    """There are no numbers."""
    return n
