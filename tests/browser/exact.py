"""What tables of the package say of endings, told line by line."""
from eckstein import Board
from eckstein.tables import certain

ENDINGS = [("contra", "CHb1ub5"), ("contra", "cWd1gd6"), ("duell", "DZd7za2")]


def exact():
    for game, position in ENDINGS:
        yield " ".join(f"{one.text} {one.value}" for one in certain(Board(game, position)).moves)
