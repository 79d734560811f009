"""How many nodes the search takes for fixed positions: a number that tells any change of it."""
from collections.abc import Iterator

from ..board import Board
from .limits import Limits
from .searcher import Searcher

POSITIONS = (
    ("pur", "", 5), ("pur", "a1a2 b7b6 b1a1a3 c7c6", 5),
    ("contra", "", 10), ("contra", "d1d2 d7d6 d2d3 d6d5", 9),
    ("ecke", "", 6), ("ecke", "a1b2 g7f6 c1c2 e7e6", 6),
    ("duell", "", 4), ("duell", "D1-e6 A8-e7 F1-c4", 4),
    ("echek", "", 5), ("echek", "N@l13 Q@n14 B@l12", 4),
)


def signature(only: str | None = None) -> Iterator[tuple[str, int, int]]:
    """Yield each position's name, and the nodes and the score of a search to its depth.

    Args:
        only: a game; all games if it is None.
    """
    for game, moves, depth in POSITIONS:
        if only not in (None, game):
            continue
        board = Board(game)
        for text in moves.split():
            board.push_text(text)
        searcher = Searcher(game, board.options, megabytes=4)
        found = searcher.best(board, Limits(depth=depth))
        searcher.close()
        yield " ".join([game, *moves.split(), f"depth {depth}"]), found.nodes, found.score
