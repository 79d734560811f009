"""What nets see of many games at once (see `Network` in the contract)."""
from ...kernel import array, encoding, game, inner, kernel, knowledge, network, record
from ...kernel.bits import address, load, load_byte, store_byte, store_pair
from ...kernel.types import Memory, Position
from .stepping import FIELDS, new_batch, position

WIDTH = network.MOST        # rows of a position
NONE = network.INPUTS       # where there are fewer


def new_memory() -> Memory:
    """Room for the rows and the moves of one position."""
    return record(inputs=WIDTH, moves=game.MAX_MOVES)


@inner
def is_noisy(p: Position, memory: Memory, move: int) -> int:
    """Whether a move changes so much that a search would look beyond it."""
    for i in range(knowledge.noisy(p, memory.moves, 0)):
        if memory.moves[i] == move:
            return 1
    return 0


@kernel
def write_rows(memory: Memory, b: Memory, rows: int, first: int, last: int) -> None:
    """Write the rows of games, as White sees them: WIDTH pairs of bytes each, or NONE.

    Args:
        memory: see `new_memory`.
        b: the batch (see `stepping`).
        rows: the address of a column.
        first, last: the games from the first to before the last.
    """
    for i in range(first, last):
        n = network.inputs(network.seen(position(b.positions, i)), memory.inputs)
        for k in range(WIDTH):
            store_pair(rows, i * WIDTH + k, memory.inputs[k] if k < n else NONE)


@kernel
def write_noisy(memory: Memory, b: Memory, actions: int, noisy: int, first: int, last: int) -> None:
    """Write a byte for each game: whether the move that an action of a column is, is noisy."""
    for i in range(first, last):
        p, action, told = position(b.positions, i), load(actions, i), 0
        if action >= 0:                     # else the game is left as it is
            told = is_noisy(p, memory, encoding.move_of(p, action))
        if load_byte(noisy, i) != told:     # of zeros alone LLVM makes a call to C's `memset`
            store_byte(noisy, i, told)


def warm() -> None:
    """Compile, or load from the cache, all that is here."""
    memory, b = new_memory(), new_batch()
    kept = [array(FIELDS), array(WIDTH), array(1)]
    b.positions = address(kept[0])
    write_rows(memory, b, address(kept[1]), 0, 0)
    write_noisy(memory, b, address(kept[2]), address(kept[2]), 0, 0)
