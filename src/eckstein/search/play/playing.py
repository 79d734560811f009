"""One move of a game in one call: what a compiled board needs after each push."""
from ...kernel import array, game, kernel, listed
from ...kernel.types import Array, Position
from ._counts import counts_after


def new_moves() -> Array:
    """Room for the moves of one position."""
    return array(game.MAX_MOVES)


def legal_moves(p: Position) -> list[int]:
    """The legal moves of a running position; threads may ask at once."""
    moves = new_moves()
    return listed(moves, game.generate(p, moves, 0))


@kernel
def played(p: Position, move: int, idle: int,
           reversible: int) -> tuple[Position, int, int, tuple[int, int]]:
    """The position after a legal move with its outcome and key, and the counts of moves."""
    q = game.apply(p, move)
    return q, game.outcome(q), game.key(q), counts_after(p, move, q, idle, reversible)


def warm() -> None:
    """Compile, or load from the cache, all that a board needs."""
    p, moves = game.start(), new_moves()
    game.generate(p, moves, 0)
    played(p, int(moves[0]), 0, 0)
