"""Where the positions of many games stand in tables of endings (see `Endings` in the contract)."""
from ...kernel import array, endings, kernel
from ...kernel.bits import address, store
from ...kernel.types import Memory
from .stepping import FIELDS, new_batch, position


@kernel
def write_places(b: Memory, found: int, numbers: int, first: int, last: int) -> None:
    """Write of each game which ending its position belongs to, -1 for none, and its number there.

    Args:
        b: the batch (see `stepping`).
        found, numbers: the addresses of two columns.
        first, last: the games from the first to before the last.
    """
    for i in range(first, last):
        ending, number = endings.place(position(b.positions, i))
        store(found, i, ending)
        store(numbers, i, number)


def warm() -> None:
    """Compile, or load from the cache, all that is here."""
    b, fields, kept = new_batch(), array(FIELDS), array(1)
    b.positions = address(fields)
    write_places(b, address(kept), address(kept), 0, 0)
