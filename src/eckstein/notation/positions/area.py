"""Positions of pieces on an endless plane: `k/K w QRBNPqrbnp Ss m13`.

Rows from north to south, the side to move, what is in hand, the swap rights, and the square of the
lower left cell of the rows.
"""
import re

from ...base.sentence import Sentence
from ...contract import Game
from ...contract.pieces import COLOURS, WHITE, Colour, Contents, Piece, Square
from ..errors import NotationError
from ..squares import PLANE, plane_name, read_name


def write(rules: Game, contents: Contents, origin: Square) -> str:
    """The rows are the smallest rectangle around all pieces."""
    columns = [column for column, _ in contents.pieces]
    rows = [row for _, row in contents.pieces]
    lines = []
    for row in range(max(rows), min(rows) - 1, -1):
        cells = [_cell(contents.pieces.get((column, row)))
                 for column in range(min(columns), max(columns) + 1)]
        lines.append(re.sub(r"\.+", lambda gap: str(len(gap.group())), "".join(cells)))
    reserves = contents.reserves[0] + contents.reserves[1].lower()
    corner = plane_name((min(columns), min(rows)), origin)
    return f"{'/'.join(lines)} {'wb'[contents.side]} {reserves or '-'} " \
           f"{contents.rights or '-'} {corner}"


def read(rules: Game, text: str) -> tuple[Contents, Square]:
    """The anchor, the rights and the reserves may be left out from the end (m13, none, none)."""
    fields = [(found.group(), found.start()) for found in re.finditer(r"\S+", text)]
    if not 2 <= len(fields) <= 5:
        raise NotationError(Sentence("expected rows, the side to move, reserves, swap rights and "
                                     "perhaps a square, with blanks between them, such as k/K w "
                                     "QRBNPqrbnp Ss m13"), text)
    fields += [("-", 0), ("-", 0), ("m13", 0)][len(fields) - 2:]
    (rows, _), (side, side_place), reserves, rights, (anchor, anchor_place) = fields
    if side not in ("w", "b"):
        raise NotationError(Sentence("expected w or b for the side to move, not {side}",
                                     side=side), text, side_place)
    pieces = _pieces(rules, rows, text, fields[0][1])
    hands = _reserves(rules, *reserves, text, pieces)
    if rights[0] not in ("Ss", "S", "s", "-"):
        raise NotationError(Sentence("expected the swap rights Ss, S, s or -, not {rights}",
                                     rights=rights[0]),
                            text, rights[1])
    try:
        corner = read_name(anchor)
    except NotationError as error:
        raise NotationError(error.reason, text, anchor_place) from None
    contents = Contents(COLOURS["wb".index(side)], pieces, hands, rights[0].replace("-", ""))
    if not pieces:
        return contents, corner
    # The rows may have an empty margin, and origin is where the pieces begin.
    west, south = (min(square[axis] for square in pieces) for axis in (0, 1))
    moved = {(column - west, row - south): piece for (column, row), piece in pieces.items()}
    return (contents._replace(pieces=moved),
            ((corner[0] + west) % PLANE, (corner[1] + south) % PLANE))


def letter(piece: Piece) -> str:
    """The letter of a piece, a capital if it is White's."""
    return piece.kind if piece.colour == WHITE else piece.kind.lower()


def piece(rules: Game, colour: Colour, letter: str) -> Piece:
    """The piece of a capital."""
    if letter not in rules.LETTERS:
        raise NotationError(Sentence("{letter} is not a piece; pieces are {letters}",
                                     letter=letter, letters=rules.LETTERS))
    return Piece(colour, letter)


def _cell(piece: Piece | None) -> str:
    return "." if piece is None else letter(piece)


def _pieces(rules: Game, rows: str, text: str, place: int) -> dict[Square, Piece]:
    """What the rows say, counted from their lower left corner."""
    pieces: dict[Square, Piece] = {}
    widths, lines = set(), rows.split("/")
    for row, line in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
        column = 0
        for offset, character in enumerate(line):
            if character in "123456789":
                column += int(character)
                continue
            found = Piece(COLOURS[character.islower()], character.upper())
            if found.kind not in rules.LETTERS:
                raise NotationError(Sentence("{character} is not a piece; pieces are {letters}",
                                             character=character, letters=rules.LETTERS),
                                    text, place + offset)
            if found in pieces.values():
                raise NotationError(Sentence("{character} stands on two squares",
                                             character=character), text, place + offset)
            pieces[column, row] = found
            column += 1
        widths.add(column)
        place += len(line) + 1
    if len(widths) > 1:
        raise NotationError(Sentence("the rows are not equally long"), text)
    return pieces


def _reserves(rules: Game, written: str, place: int, text: str,
              pieces: dict[Square, Piece]) -> tuple[str, str]:
    """The letters in hand, White's and Black's, in the order of the pieces."""
    hands: tuple[list[str], list[str]] = ([], [])
    for offset, character in enumerate(written if written != "-" else ""):
        found = Piece(COLOURS[character.islower()], character.upper())
        if found.kind not in rules.IN_HAND:
            raise NotationError(Sentence("{character} cannot be in reserve; pieces there are "
                                         "{in_hand}", character=character, in_hand=rules.IN_HAND),
                                text, place + offset)
        if found.kind in hands[found.colour]:
            raise NotationError(Sentence("{character} is in reserve twice", character=character),
                                text, place + offset)
        if found in pieces.values():
            raise NotationError(Sentence("{character} is on the board and in reserve",
                                         character=character), text, place + offset)
        hands[found.colour].append(found.kind)
    white, black = ("".join(letter for letter in rules.IN_HAND if letter in hand) for hand in hands)
    return white, black
