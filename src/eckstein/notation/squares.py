"""Names of squares: a letter for the column, a number for the row."""
from functools import lru_cache
from string import ascii_lowercase

from ..base.sentence import Sentence
from ..contract.pieces import Square
from .errors import NotationError

PLANE = 26                  # an endless board has columns a to z and rows 1 to 26, and wraps


def name_of(square: Square) -> str:
    """The name of a square of a board: (0, 0) is a1."""
    column, row = square
    return f"{chr(97 + column)}{row + 1}"


def plane_name(square: Square, origin: Square) -> str:
    """The name of a square on the endless plane, where (0, 0) lies on `origin`."""
    return name_of(((square[0] + origin[0]) % PLANE, (square[1] + origin[1]) % PLANE))


def plane_square(name: Square, origin: Square) -> Square:
    """The other way round, to the nearest square that has the name."""
    half = PLANE // 2
    return ((name[0] - origin[0] + half) % PLANE - half,
            (name[1] - origin[1] + half) % PLANE - half)


@lru_cache(maxsize=2048)
def read_name(text: str, columns: int = PLANE, rows: int = PLANE) -> Square:
    """The square of a name in either case.

    Raises:
        NotationError: if it is not a square of a board with so many columns and rows.
    """
    column, row = ascii_lowercase.find(text[:1].lower()), text[1:]
    if not (row.isascii() and row.isdigit() and len(row) < 3
            and 0 <= column < columns and 1 <= int(row) <= rows):
        raise NotationError(Sentence("there is no square {text}; squares are a1 to {last}",
                                     text=text, last=name_of((columns - 1, rows - 1))), text)
    return column, int(row) - 1
