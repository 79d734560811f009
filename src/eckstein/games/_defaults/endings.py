"""What a module of endings may leave out: nothing is prepared, and each tile is one number."""
from ...kernel import inner, kernel
from ...kernel.types import Array

LINES = 2
MOST_CAPTURES = PREPARED = 1


@kernel
def prepare(prepared: Array) -> None:
    """There is nothing to prepare."""


@inner
def successors(ending: int, number: int, quiet: Array, closed: Array, captures: Array) -> int:
    """There are no tiles of several numbers."""
    return 0
