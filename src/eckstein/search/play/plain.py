"""Plain alpha-beta: full width, a fixed depth, no table, nothing pruned but what alpha-beta prunes.

It is the yardstick for cleverer searches: so simple that it can hardly be wrong.  It knows nothing
of repetition and lack of progress.  Scores are those of `knowledge`, for the player to move; wins
and losses lie beyond them, the sooner the farther.
"""
from ...kernel import game, kernel, knowledge, record
from ...kernel.codes import DRAW
from ...kernel.types import Memory, Position

INFINITE, WIN = 32000, 31000
PLIES = 40                  # how deep a search can be, noisy moves included

value = knowledge.plain


def new_memory(calm: int) -> Memory:
    """Room for the moves of PLIES plies, and `calm`, the plies of noisy moves after the last.

    The room does not depend on the depth, for every size would be compiled separately.
    """
    memory = record(nodes=0, calm=0, moves=game.MAX_MOVES * PLIES)
    memory.calm = calm
    return memory


@kernel
def quiesce(p: Position, memory: Memory, first: int, alpha: int, beta: int, ply: int,
            left: int) -> int:
    """The value of p after up to `left` plies of noisy moves, any of which may be left unplayed."""
    memory.nodes += 1
    result = game.outcome(p)
    if result:
        return 0 if result == DRAW else WIN - ply if result == 1 + p.side else ply - WIN
    best = value(p)
    if best >= beta or left == 0:
        return best
    end = knowledge.noisy(p, memory.moves, first)
    for i in range(first, end):
        q = game.apply(p, memory.moves[i])
        best = max(best, -quiesce(q, memory, end, -beta, -max(alpha, best), ply + 1, left - 1))
        if best >= beta:
            break
    return best


@kernel
def search(p: Position, memory: Memory, first: int, depth: int, alpha: int, beta: int,
           ply: int) -> int:
    """The value of p, searched `depth` plies deep, up to PLIES less `memory.calm`."""
    if depth == 0 or game.outcome(p):
        return quiesce(p, memory, first, alpha, beta, ply, memory.calm)
    memory.nodes += 1
    best = -INFINITE
    end = game.generate(p, memory.moves, first)
    for i in range(first, end):
        q = game.apply(p, memory.moves[i])
        best = max(best, -search(q, memory, end, depth - 1, -beta, -max(alpha, best), ply + 1))
        if best >= beta:
            break
    return best


def warm() -> None:
    """Compile, or load from the cache, all that the search needs."""
    search(game.start(), new_memory(1), 0, 1, -INFINITE, INFINITE, 0)
