"""Count move sequences: the classic test of a move generator."""
from ...kernel import game, inner, kernel, record
from ...kernel.bits import peek
from ...kernel.types import Memory, Position

STOP = 0                    # memory.signals: set to 1, perft returns soon with a worthless count
PLIES = 32                  # no count goes deeper


def new_memory() -> Memory:
    """Room for the moves of all plies and for the last position, and the signal to stop.

    It has one size, since every size of a record would be compiled separately.
    """
    return record(signals=1, last=len(game.Position._fields), moves=game.MAX_MOVES * PLIES)


@inner
def make_last(p: Position, memory: Memory, move: int) -> None:
    """Make a move after which nothing is looked at: without a call, into `memory.last`."""
    q = game.apply(p, move)
    for i in range(len(q)):
        memory.last[i] = q[i]


@kernel
def perft(p: Position, memory: Memory, n: int, depth: int) -> int:
    """How many sequences of `depth` moves start at p.

    A finished game has no moves.

    Args:
        p: the position.
        memory: see `new_memory`.
        n: where moves may be written in `memory.moves`; 0 at the root.
        depth: plies, 0 to PLIES.
    """
    if depth == 0:
        return 1
    if game.outcome(p):
        return 0
    if depth > 2 and peek(memory.signals, STOP):
        return 0
    end = game.generate(p, memory.moves, n)
    if depth == 1:
        for i in range(n, end):
            make_last(p, memory, memory.moves[i])
        return end - n
    count = 0
    for i in range(n, end):
        count += perft(game.apply(p, memory.moves[i]), memory, end, depth - 1)
    return count


def warm() -> None:
    """Compile, or load from the cache, all that perft needs."""
    perft(game.start(), new_memory(), 0, 1)
