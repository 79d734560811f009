"""What policies see of the moves of many games at once (see `Traits` in the contract)."""
from ...kernel import array, encoding, game, kernel, record, traits
from ...kernel.bits import address, load, store_pair
from ...kernel.types import Memory
from .stepping import FIELDS, new_batch, position

WIDTH = game.MAX_MOVES * traits.MOST        # traits of a position
NONE = traits.TRAITS        # where a move has fewer traits


def new_memory() -> Memory:
    """Room for the moves of one position, and the traits of one move."""
    return record(moves=game.MAX_MOVES, found=traits.MOST)


@kernel
def write_traits(memory: Memory, b: Memory, actions: int, found: int, choices: int, chosen: int,
                 first: int, last: int) -> None:
    """Write the traits of the legal moves of games, and which of the moves is made.

    Args:
        memory: see `new_memory`.
        b: the batch (see `stepping`).
        actions: the address of a column of words: the actions that are made; a game with a
            negative one is left out.
        found: of a column of WIDTH pairs of bytes for each game: the traits of its moves one after
            the other, NONE where one has fewer.
        choices, chosen: of columns of pairs of bytes: how many moves there are, and the number of
            the one that is made.
        first, last: the games from the first to before the last.
    """
    for i in range(first, last):
        p, action = position(b.positions, i), load(actions, i)
        if action < 0:
            continue
        count, move = game.generate(p, memory.moves, 0), encoding.move_of(p, action)
        store_pair(choices, i, count)
        for k in range(count):
            if memory.moves[k] == move:
                store_pair(chosen, i, k)
            n = traits.traits(p, memory.moves[k], memory.found)
            for t in range(traits.MOST):
                store_pair(found, i * WIDTH + k * traits.MOST + t,
                           memory.found[t] if t < n else NONE)


def warm() -> None:
    """Compile, or load from the cache, all that is here."""
    memory, b = new_memory(), new_batch()
    kept = [array(FIELDS), array(WIDTH), array(1)]
    b.positions = address(kept[0])
    write_traits(memory, b, address(kept[2]), address(kept[1]), address(kept[2]),
                 address(kept[2]), 0, 0)
