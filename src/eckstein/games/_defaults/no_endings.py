"""A game without endings: no position has a number."""
from ...kernel import inner, kernel
from ...kernel.codes import NOWHERE
from ...kernel.types import Array, Position

NAMES, NEEDS, GROUPS, SLICES, LANES, TILES, MOST_MOVES = (), (), (), (), (), (), ()
LINES, MOST_BEFORE, MOST_CAPTURES, AIDS = 2, 1, 1, 1


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


placed = place


@kernel
def prepare(aids: Array) -> None:
    """There is nothing to prepare."""


@inner
def before(ending: int, number: int, line: int, aids: Array, words: Array, n: int) -> int:
    """There are no numbers."""
    return n


@inner
def after(ending: int, number: int, quiet: Array, closed: Array, captures: Array) -> int:
    """There are no tiles of several numbers."""
    return 0
