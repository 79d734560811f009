"""A game that only these tests know."""
from pathlib import Path

from eckstein import games
from eckstein.kernel import specialise


def in_mazes(template, *, compiled=False):
    """A search template for the game `maze`, which is a game for just this moment."""
    folder = str(Path(__file__).parent)
    games.__path__.append(folder)
    games.names.cache_clear()
    try:
        return specialise(template, "maze", compiled=compiled)
    finally:
        games.__path__.remove(folder)
        games.names.cache_clear()
