"""Positions of dice games: `PWa1Wb1...`, the game's letter and then each die with its square."""
from string import ascii_lowercase
from typing import Any

from ... import dice
from ...games import Contents, Piece, Square
from ..errors import NotationError
from ..squares import name_of

KING = "Z"


def write(rules: Any, contents: Contents, origin: Square) -> str:
    """Dice row by row from row 1, and in a row from column a."""
    letter = rules.LETTER if contents.side == 0 else rules.LETTER.lower()
    order = sorted(contents.pieces, key=lambda square: (square[1], square[0]))
    return letter + "".join(_letter(contents.pieces[square]) + name_of(square)
                            for square in order)


def read(rules: Any, text: str) -> tuple[Contents, Square]:
    """Dice in any order, blanks anywhere."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    written = "".join(text[place] for place in places)
    if written[:1].upper() != rules.LETTER:
        expected = f"a position of {rules.TITLE} begins with {rules.LETTER} (White to move) " \
                   f"or {rules.LETTER.lower()} (Black to move)"
        raise NotationError(expected, text, places[0] if places else None)
    pieces: dict[Square, Piece] = {}
    for start in range(1, len(written), 3):
        square, piece = _die(rules, text, written[start:start + 3], places[start])
        if square in pieces:
            raise NotationError(f"two dice lie on {name_of(square)}", text, places[start])
        pieces[square] = piece
    return Contents(int(written[0].islower()), pieces), (0, 0)


def _letter(piece: Piece) -> str:
    letter = KING if piece.kind == "K" else dice.letter(piece.die).upper()
    return letter if piece.colour == 0 else letter.lower()


def _die(rules: Any, text: str, token: str, place: int) -> tuple[Square, Piece]:
    """One die: its letter, its column and its row."""
    letter, column, row = token[:1].upper(), ascii_lowercase.find(token[1:2].lower()), token[2:]
    king = letter == KING and rules.MOVE_TEXT == "legs"
    if not (token[:1].isascii() and "A" <= letter <= "X" or king):
        allowed = "A to X, or Z for a king" if rules.MOVE_TEXT == "legs" else "A to X"
        raise NotationError(f"expected a die, a letter from {allowed}, not {token[:1]}",
                            text, place)
    if not (0 <= column < rules.COLUMNS and row.isascii() and row.isdigit()
            and 1 <= int(row) <= rules.ROWS):
        last = name_of((rules.COLUMNS - 1, rules.ROWS - 1))
        written = token[1:] or "the end"
        raise NotationError(f"expected a square from a1 to {last} after {token[:1]}, "
                            f"not {written}", text, place)
    colour = int(token[0].islower())
    piece = Piece(colour, "K") if king else Piece(colour, "D", dice.number_of(letter.lower()))
    return (column, int(row) - 1), piece
