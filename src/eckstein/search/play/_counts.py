"""Two counts of moves in a row: those without progress, and those that can be undone.

By the first a game may be drawn, and progress resets it.  The second tells how far back a position
can have occurred: only progress that can never be undone resets it, so it is never the smaller one.
"""
from ...kernel import game, inner, kernel
from ...kernel.types import Position


@inner
def idle_after(p: Position, move: int, q: Position, idle: int) -> int:
    """Moves in a row without progress after one more move."""
    return 0 if game.progress(p, move, q) else idle + 1


@inner
def is_for_good(p: Position, move: int, q: Position) -> bool:
    """Whether a move is progress that can never be undone."""
    if game.progress(p, move, q):
        return bool(game.irreversible(p, move, q))
    return False


@kernel
def counts_after(p: Position, move: int, q: Position, idle: int,
                 reversible: int) -> tuple[int, int]:
    """Moves in a row without progress, and moves in a row that can be undone, after one more."""
    if not game.progress(p, move, q):
        return idle + 1, reversible + 1
    return 0, 0 if game.irreversible(p, move, q) else reversible + 1
