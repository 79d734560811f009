"""What tables of the package say of endings, at hand and ahead of a search, told line by line."""
from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import certain

ENDINGS = [("contra", "CHb1ub5"), ("contra", "cWd1gd6"), ("duell", "DZd7za2")]
AHEAD = [("contra", "cDd6Pa1ue7"), ("duell", "DZh7Va3zf3")]     # won by tables two plies away


def exact():
    for game, position in ENDINGS:
        yield " ".join(f"{one.text} {one.value}" for one in certain(Board(game, position)).moves)
    for game, position in AHEAD:
        board = Board(game, position)
        searcher = Searcher(game, board.options, megabytes=1, proofs=False, tables=True)
        found = searcher.best(board, Limits(depth=2))
        searcher.close()
        assert found.mate, position
        yield " ".join(map(str, (found.score, found.nodes, *found.pv)))
