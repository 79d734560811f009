"""Save files of the Duell program Ramapo: a table of cells, rounds won, and the side to move.

The human is White and sits below; the computer is Black.  A cell is `0`, or an owner `H` or `C`
with the top face and the face on the owner's right; `11` is the king.
"""
import re
from typing import Literal, NamedTuple

from ...base.sentence import Sentence
from ...contract.pieces import BLACK, COLOURS, Contents, Piece, Square
from ...kernel.dice import DICE, FIRST, KING
from ...notation.errors import NotationError
from ._common import DUELL_COLUMNS, DUELL_ROWS, FileError, filled_lines, read_duell, write_duell

OWNERS, PLAYERS = "HC", ("Human", "Computer")
CELLS_A_SIDE = 9
_CELL = re.compile(r"0|(?P<owner>[HC])(?P<top>[1-6])(?P<right>[1-6])", re.IGNORECASE | re.ASCII)
_TITLE = re.compile(r"\s*board\s*+:?\s*", re.IGNORECASE | re.ASCII)
_ENTRY = re.compile(r"\s*(computer\s+wins|human\s+wins|next\s+player)\s*+:?\s*(\w+)\s*",
                    re.IGNORECASE | re.ASCII)


class Ramapo(NamedTuple):
    """A position of Duell with the side to move, and the rounds won so far."""

    position: str
    computer_wins: int
    human_wins: int


def read(text: str, frame: Literal["owner", "board"] = "owner") -> Ramapo:
    """A save file.

    Args:
        text: the whole file.
        frame: which right hand the second digit of a cell means: each owner's, or for files of
            one program that took the right side of the board (the human's) for both owners.

    Raises:
        FileError: where the file is not as it should be.
    """
    lines = filled_lines(text)
    if lines and _TITLE.fullmatch(lines[0][1]):
        lines = lines[1:]
    pieces = _read_pieces(lines[:DUELL_ROWS], frame)
    entries = _read_entries(lines[DUELL_ROWS:])
    contents = Contents(COLOURS[entries["next player"]], pieces)
    return Ramapo(write_duell(contents), entries["computer wins"], entries["human wins"])


def write(position: str, computer_wins: int = 0, human_wins: int = 0) -> str:
    """The save file of a position, with the digit on each owner's right.

    Args:
        position: a position text of Duell.
        computer_wins, human_wins: rounds won, from 0 up.

    Raises:
        NotationError: if it is not a position of Duell on nine by eight squares, or cannot occur.
    """
    contents = read_duell(position)
    rows = [" ".join(_cell(contents.pieces.get((column, row))).ljust(3)
                     for column in range(DUELL_COLUMNS)).rstrip()
            for row in range(DUELL_ROWS - 1, -1, -1)]
    return "\n".join(["Board:", *rows, "", f"Computer Wins: {computer_wins}",
                      f"Human Wins: {human_wins}", "", f"Next Player: {PLAYERS[contents.side]}",
                      ""])


def _read_pieces(lines: list[tuple[int, str]], frame: str) -> dict[Square, Piece]:
    """The table, row 8 first."""
    pieces: dict[Square, Piece] = {}
    for row, (number, line) in zip(range(DUELL_ROWS - 1, -1, -1), lines, strict=False):
        cells = list(re.finditer(r"\S+", line))
        if len(cells) != DUELL_COLUMNS:
            raise FileError(Sentence("expected the {columns} cells of row {row}, not "
                                     "{count}", columns=DUELL_COLUMNS, row=row + 1,
                                     count=len(cells)), number)
        for column, cell in enumerate(cells):
            try:
                piece = _piece(cell.group(), frame)
                _check_count(pieces, piece)
            except NotationError as error:
                raise FileError(error.reason, number, cell.start() + 1) from None
            if piece:
                pieces[column, row] = piece
    if len(lines) < DUELL_ROWS:
        raise FileError(Sentence("expected {rows} rows of cells, not {count}",
                                 rows=DUELL_ROWS, count=len(lines)),
                        lines[-1][0] if lines else 1)
    return pieces


def _piece(cell: str, frame: str) -> Piece | None:
    found = _CELL.fullmatch(cell)
    if not found:
        raise NotationError(Sentence("{cell} is not a cell; a cell is 0, or H or C with the top "
                                     "face and the face on the right, such as H56", cell=cell))
    if not found["owner"]:
        return None
    colour = COLOURS[OWNERS.index(found["owner"].upper())]
    top, right = int(found["top"]), int(found["right"])
    if top == right == 1:
        return Piece(colour, "K")
    if right in (top, 7 - top):
        raise NotationError(Sentence("no die shows {top} on top and {right} on a side", top=top,
                                     right=right))
    east = 7 - right if colour == BLACK and frame == "owner" else right
    die = next(number for number in range(FIRST, KING) if DICE[number][::2] == (top, east))
    return Piece(colour, "D", die)


def _check_count(pieces: dict[Square, Piece], piece: Piece | None) -> None:
    """Raise NotationError if one more piece is one too many."""
    if piece is None:
        return
    own = [other for other in pieces.values() if other.colour == piece.colour]
    if piece.kind == "K" and piece in own:
        raise NotationError(Sentence("this is a second king of {owner}",
                                     owner=OWNERS[piece.colour]))
    if len(own) == CELLS_A_SIDE:
        raise NotationError(Sentence("{owner} has more than {all} dice",
                                     owner=OWNERS[piece.colour], all=CELLS_A_SIDE))


def _read_entries(lines: list[tuple[int, str]]) -> dict[str, int]:
    """What stands below the table; the next player as 0 for the human, 1 for the computer."""
    found: dict[str, int] = {}
    for number, line in lines:
        entry = _ENTRY.fullmatch(line)
        if not entry:
            raise FileError(Sentence("expected Computer Wins, Human Wins or Next Player, such as "
                                     "Human Wins: 2"), number)
        name, value = " ".join(entry[1].lower().split()), entry[2]
        if name in found:
            raise FileError(Sentence("{name} is given twice", name=name), number)
        found[name] = _entry(name, value, number, entry.start(2) + 1)
    for name in ("computer wins", "human wins", "next player"):
        if name not in found:
            raise FileError(Sentence("the line for {name} is missing", name=name),
                            lines[-1][0] if lines else 1)
    return found


def _entry(name: str, value: str, line: int, column: int) -> int:
    if name == "next player":
        if value.capitalize() in PLAYERS:
            return PLAYERS.index(value.capitalize())
        raise FileError(Sentence("the next player is Human or Computer, not {value}", value=value),
                        line, column)
    if value.isdigit() and len(value) < 10:
        return int(value)
    raise FileError(Sentence("{name} must be a number from 0 up, not {value}", name=name,
                             value=value), line, column)


def _cell(piece: Piece | None) -> str:
    if piece is None:
        return "0"
    if piece.kind == "K":
        return f"{OWNERS[piece.colour]}11"
    top, _, east = DICE[piece.die]
    return f"{OWNERS[piece.colour]}{top}{7 - east if piece.colour == BLACK else east}"
