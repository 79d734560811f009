"""Positions of Studer's Duell program (`.dls`): integers for the side to move and for each square.

A die is a number of two digits, the top face T and a code P for how it is turned: with P = 1 it
lies as if the die 11 (1 on top, 3 to the north, 2 to the east) had been rolled until T came up,
the short way or, for 6, twice north; each step of P turns it a quarter counter-clockwise, seen
from above.  Black's dice are negative, and 15 is the king.
"""
import re
from typing import NamedTuple

from ...base.sentence import Sentence
from ...contract.pieces import COLOURS, Contents, Piece, Square
from ...kernel.dice import EAST, NORTH, NUMBER, SOUTH, WEST, tilted
from ._common import DUELL_COLUMNS, DUELL_ROWS, FileError, filled_lines, read_duell, write_duell

KING_CODE = 15
SIDES = (1, -1)             # White, Black


def _die_codes() -> dict[int, int]:
    """Every TP with the number of the orientation (see kernel/dice.py)."""
    found = {}
    for way in ((), (NORTH,), (EAST,), (SOUTH,), (WEST,), (NORTH, NORTH)):
        die = 1, 3, 2
        for direction in way:
            die = tilted(die, direction)
        for turns in range(1, 5):
            top, north, east = die
            found[10 * top + turns] = NUMBER[die]
            die = top, east, 7 - north
    return found


DIE_OF_CODE = _die_codes()
CODE_OF_DIE = {die: code for code, die in DIE_OF_CODE.items()}


class Studer(NamedTuple):
    """A position of Duell with the side to move, and the number of the move."""

    position: str
    move_number: int


def read(text: str) -> Studer:
    """A position file; what follows the board is passed over.

    Args:
        text: the whole file.

    Raises:
        FileError: where the file is not as it should be.
    """
    lines = filled_lines(text)
    if not lines:
        raise FileError(Sentence("the file is empty"), 1)
    number, first = lines[0]
    head = _integers(number, first, "a return code, the move number and the side to move", 3)
    if head[2][0] not in SIDES:
        raise FileError(Sentence("the side to move is 1 for White or -1 for Black, not {side}",
                                 side=head[2][0]), number, head[2][1])
    pieces: dict[Square, Piece] = {}
    rows = lines[1:DUELL_ROWS + 1]
    if len(rows) < DUELL_ROWS:
        raise FileError(Sentence("expected {rows} rows of numbers, not {count}",
                                 rows=DUELL_ROWS, count=len(rows)), lines[-1][0])
    for row, (number, line) in zip(range(DUELL_ROWS - 1, -1, -1), rows, strict=True):
        cells = _integers(number, line, f"the squares of row {row + 1}", DUELL_COLUMNS)
        for column, (code, place) in enumerate(cells):
            if code:
                pieces[column, row] = _piece(code, number, place)
    contents = Contents(COLOURS[SIDES.index(head[2][0])], pieces)
    return Studer(write_duell(contents), head[1][0])


def write(position: str, move_number: int = 1) -> str:
    """The file of a position.

    Args:
        position: a position text of Duell.
        move_number: the number of the move to come.

    Raises:
        NotationError: if it is not a position of Duell on nine by eight squares, or cannot occur.
    """
    contents = read_duell(position)
    lines = [f"0 {move_number} {SIDES[contents.side]}"]
    for row in range(DUELL_ROWS - 1, -1, -1):
        codes = (_code(contents.pieces.get((column, row))) for column in range(DUELL_COLUMNS))
        lines.append(" ".join(f"{code:3}" for code in codes))
    return "\n".join([*lines, ""])


def _integers(number: int, line: str, what: str, count: int) -> list[tuple[int, int]]:
    """So many integers of a line, each with its column."""
    words = list(re.finditer(r"\S+", line))
    for word in words:
        if not re.fullmatch(r"[-+]?[0-9]{1,9}", word.group()):
            raise FileError(Sentence("expected an integer, not {word}", word=word.group()[:20]),
                            number, word.start() + 1)
    if len(words) != count:
        raise FileError(Sentence("expected {what}, which is {count} integers, not {found}",
                                 what=what, count=count, found=len(words)), number)
    return [(int(word.group()), word.start() + 1) for word in words]


def _piece(code: int, line: int, column: int) -> Piece:
    colour = COLOURS[code < 0]
    if abs(code) == KING_CODE:
        return Piece(colour, "K")
    if abs(code) not in DIE_OF_CODE:
        raise FileError(Sentence("{code} is not a die; dice are 11 to 64 with a last digit from "
                                 "1 to 4, kings {king_code}, and Black's are negative", code=code,
                                 king_code=KING_CODE), line, column)
    return Piece(colour, "D", DIE_OF_CODE[abs(code)])


def _code(piece: Piece | None) -> int:
    if piece is None:
        return 0
    return SIDES[piece.colour] * (KING_CODE if piece.kind == "K" else CODE_OF_DIE[piece.die])
