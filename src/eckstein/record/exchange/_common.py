"""What the formats share: errors with a place, and positions of Duell as contents."""
from ...base.sentence import Sentence
from ...board import Board
from ...contract.pieces import Contents
from ...kernel.specialise import specialise
from ...notation.errors import NotationError
from ...notation.positions import write_position

DUELL_ROWS, DUELL_COLUMNS = 8, 9


class FileError(NotationError):
    """A file of another program that cannot be read.

    Attributes:
        reason: a sentence without its full stop.
        line, column: where in the file, from 1.
    """

    def __init__(self, reason: str, line: int, column: int = 1) -> None:
        super().__init__(reason)
        self.line, self.column = line, column
        self.args = reason, line, column

    @property
    def message(self) -> Sentence:
        """The reason, and where it is found."""
        return Sentence("line {line}, column {column}: {reason}", line=self.line,
                        column=self.column, reason=self.reason)

    def __str__(self) -> str:
        return str(self.message)


def filled_lines(text: str) -> list[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1."""
    lines = text.removeprefix("\ufeff").split("\n")
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def read_duell(position: str) -> Contents:
    """What lies where in a position text of Duell on the board of nine by eight.

    Raises:
        NotationError: if it is not one.
        PositionError: if it cannot occur in a game.
    """
    board = Board("duell", position)
    board.check_status()
    contents: Contents = board.contents()
    return contents


def write_duell(contents: Contents) -> str:
    """The position text of Duell."""
    rules = specialise("games.duell", "duell", compiled=False)
    return write_position(rules, rules.position(contents))


def check_held(target: str, board: Board) -> None:
    """Raise NotationError unless files of Duell programs can hold what is on a board.

    Args:
        target: the format, for the sentence.
        board: a board of any game.
    """
    if board.game != "duell":
        raise NotationError(Sentence("the format {target} holds positions of duell, not of {game}",
                                     target=target, game=board.game))
    if board.options["board"] != "9x8":
        raise NotationError(Sentence("the format {target} holds the board of nine by eight "
                                     "squares, not {board}", target=target,
                                     board=board.options['board']))
