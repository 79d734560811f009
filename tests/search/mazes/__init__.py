"""Games that only these tests know: mazes full of cycles, and trees that a test writes down."""
import random
from pathlib import Path
from unittest.mock import patch

from eckstein import games
from eckstein.kernel.specialise import specialise

HERE = str(Path(__file__).parent)


def in_mazes(template):
    """A plain search template for the game `maze`, which is a game for just this moment."""
    return _plain(template, "maze")


def in_trees(template):
    """A plain search template for the game `tree`."""
    return _plain(template, "tree")


def _plain(template, game):
    with (patch.dict("os.environ", ECKSTEIN_GAMES=HERE),
          patch.object(games, "__path__", [*games.__path__, HERE]),
          patch.object(games, "check_game_name", lambda name: None)):   # they lack what people need
        games.look_again()
        try:
            found = specialise(template, game, compiled=False)
        finally:
            games.look_again()
    return found


def with_barred(maze):
    """Running positions of some mazes, each with the keys of a few others, chosen at random."""
    for graph in range(1, maze.GRAPHS, 4):
        positions = [maze.Position(side, node, graph)
                     for side in range(2) for node in range(maze.NODES)]
        choose = random.Random(graph)
        for p in positions:
            if not maze.outcome(p):
                yield p, [maze.key(q) for q in choose.sample(positions, 4) if q != p]
