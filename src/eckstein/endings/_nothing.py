"""A game without endings: no position has a number."""
from ..kernel import inner, kernel
from ..kernel.types import Position
from . import NOWHERE

NAMES, PARTS, SLICES = (), (), ()


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
