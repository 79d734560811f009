"""Positions of dice games: `PWa1Wb1...`, the game's letter and then each die with its square."""
from string import ascii_lowercase

from ...base.sentence import Sentence
from ...contract import Game
from ...contract.pieces import COLOURS, WHITE, Colour, Contents, Piece, Square
from ...kernel import dice
from ..errors import NotationError
from ..squares import name_of

KING = "Z"


def write(rules: Game, contents: Contents, origin: Square) -> str:
    """Dice row by row from row 1, and in a row from column a."""
    begin = rules.LETTER if contents.side == WHITE else rules.LETTER.lower()
    order = sorted(contents.pieces, key=lambda square: (square[1], square[0]))
    return begin + "".join(letter(contents.pieces[square]) + name_of(square)
                            for square in order)


def read(rules: Game, text: str) -> tuple[Contents, Square]:
    """Dice in any order, blanks anywhere."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    written = "".join(text[place] for place in places)
    if written[:1].upper() != rules.LETTER:
        expected = Sentence("a position of {title} begins with {white} (White to move) or "
                            "{black} (Black to move)", title=rules.TITLE, white=rules.LETTER,
                            black=rules.LETTER.lower())
        raise NotationError(expected, text, places[0] if places else None)
    pieces: dict[Square, Piece] = {}
    for start in range(1, len(written), 3):
        square, piece = _die(rules, text, written[start:start + 3], places[start])
        if square in pieces:
            raise NotationError(Sentence("two dice lie on {square}", square=name_of(square)),
                                text, places[start])
        pieces[square] = piece
    return Contents(COLOURS[written[0].islower()], pieces), (0, 0)


def letter(piece: Piece) -> str:
    """A to X for a die as it lies, and Z for a king."""
    found = KING if piece.kind == "K" else dice.letter(piece.die).upper()
    return found if piece.colour == WHITE else found.lower()


def piece(rules: Game, colour: Colour, letter: str) -> Piece:
    """The die that lies as a capital says, or a king."""
    if letter == KING and "K" in rules.LETTERS:
        return Piece(colour, "K")
    if not (len(letter) == 1 and "A" <= letter <= "X"):
        raise NotationError(Sentence("{letter} is not a die; dice are {known}", letter=letter,
                                     known=_letters(rules)))
    return Piece(colour, "D", dice.number_of(letter.lower()))


def _letters(rules: Game) -> str:
    return Sentence("A to X, or Z for a king") if "K" in rules.LETTERS else Sentence("A to X")


def _die(rules: Game, text: str, token: str, place: int) -> tuple[Square, Piece]:
    """One die: its letter, its column and its row."""
    column, row = ascii_lowercase.find(token[1:2].lower()), token[2:]
    letter = token[:1].upper() if token[:1].isascii() else ""
    try:
        found = piece(rules, COLOURS[token[0].islower()], letter)
    except NotationError:
        raise NotationError(Sentence("expected a die, a letter from {known}, not {token}",
                                     known=_letters(rules), token=token[:1]),
                            text, place) from None
    if not (0 <= column < rules.COLUMNS and row.isascii() and row.isdigit()
            and 1 <= int(row) <= rules.ROWS):
        last = name_of((rules.COLUMNS - 1, rules.ROWS - 1))
        written = token[1:] or Sentence("the end")
        raise NotationError(Sentence("expected a square from a1 to {last} after {token}, not "
                                     "{written}", last=last, token=token[:1], written=written),
                            text, place)
    return (column, int(row) - 1), found
