"""A game without endings: no position has a number."""
from ..kernel import inner, kernel
from ..kernel.types import Array, Position
from . import NOWHERE

NAMES, NEEDS, GROUPS, SLICES, LANES, MOST_MOVES = (), (), (), (), (), ()
MOST_BEFORE = AIDS = 1


@kernel
def size(ending: int) -> int:
    """There are no numbers."""
    return 0


@inner
def possible(ending: int, number: int) -> bool:
    """There are no numbers."""
    return False


@kernel
def place(p: Position) -> tuple[int, int]:
    """No position has a number."""
    return NOWHERE, 0


@kernel
def prepare(aids: Array) -> None:
    """There is nothing to prepare."""


@inner
def before(ending: int, number: int, aids: Array, numbers: Array, n: int) -> int:
    """There are no numbers."""
    return n
