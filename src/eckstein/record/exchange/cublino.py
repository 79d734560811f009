"""Replay files of a Cublino program: the variant's letter, two names, and positions one a line.

The letter of each position is upper case where White has just moved.  In Pur there is a line for
every step of a move, and some lines stand twice.  Moves are not written: each is the legal move
that leads from one position to the next.
"""
from typing import Any

from ...base.sentence import Sentence
from ...board import Board
from ...contract import Ways, part_of
from ...contract.pieces import COLOURS, PLAYERS, Colour, Contents, Square, visited
from ...kernel import options as option_values
from ...notation.errors import NotationError
from ...notation.pgn import RecordError
from ...notation.positions import read_contents, write_position
from ...notation.positions.recognise import game_of_position
from .. import Record
from ._common import FileError

HEAD = 3                    # lines before the first position


def read(text: str, **options: object) -> Record:
    """The game of a replay file.

    What follows the end of the game is kept as a comment, and `warnings` of the record say so.

    The first position is the start of the game, or what its first move led to; any other position
    is taken as set up.  Where several moves lead to the next position, for example because the
    moved die leaves the board, the alphabetically first is taken.

    Args:
        text: the whole file.
        options: rule options of the game.

    Raises:
        FileError: where the file is not as it should be, or no legal move leads to a position.
        OptionError: if the game has no such options.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    game = _game(lines)
    chosen: dict[str, Any] = {**option_values.complete(game, options)}
    board, replay, rest = Board(game, **chosen), None, 0
    for number, line in enumerate(lines[HEAD:], HEAD + 1):
        if not line.strip():
            continue
        try:
            contents = read_contents(board.rules, line)
            if replay is None:
                replay = _begin(board, contents)
            else:
                replay.take(contents)
        except NotationError as error:
            if replay is None or not replay.is_over():
                raise FileError(error.reason, number, (error.place or 0) + 1) from None
            rest = number
            break
    if replay is None:
        raise FileError(Sentence("expected positions, one a line, after the two names"), HEAD + 1)
    record = Record.from_board(replay.end(), White=lines[1].strip(), Black=lines[2].strip())
    if rest:
        record.end().comments.append(" ".join(" ".join(lines[rest - 1:]).split()))
        record.warnings.append(RecordError(Sentence(
            "the game was over before this position; what follows is kept as a comment"),
            1, rest, 1))
    return record


def _game(lines: list[str]) -> str:
    letter = lines[0].strip()
    if len(letter) != 1:
        raise FileError(Sentence("expected the letter of a variant, such as P, C or E"), 1)
    try:
        return game_of_position(letter)
    except NotationError as error:
        raise FileError(error.reason, 1) from None


def _begin(board: Board, contents: Contents) -> "_Replay":
    """The replay after its first position."""
    replay = _Replay(board)
    try:
        replay.take(contents)
    except NotationError:
        before = contents._replace(side=contents.side.other)
        board.set_position(write_position(board.rules, board.rules.position(before)))
        board.check_status()
        return _Replay(board)
    return replay


class _Replay:
    """A board, and the move that the lines so far say is being made on it, step by step."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._move: int | None = None
        self._way: list[Square] = []            # the squares that this move visits
        self._last: Contents | None = None

    def take(self, contents: Contents) -> None:
        """The next position; its side is the one that has just moved.

        Raises:
            NotationError: if no legal move leads to it.
        """
        if not self._board.ply and self._move is None and self._is_before(contents):
            return                              # the start, whatever side is said to have moved
        if contents == self._last or self._goes_on(contents):
            self._last = contents
            return
        self._finish()
        mover = contents.side
        if self._side() != mover and self._board.rules.PASS in self._board.legal_moves:
            self._board.push(self._board.rules.PASS)
        found = self._explained(contents)
        if self._side() != mover or not found:
            raise NotationError(self._why_not(mover))
        self._move = min(found, key=self._board.text)
        self._way = self._squares(self._move)
        self._last = contents

    def is_over(self) -> bool:
        """Whether the game is over with the move that the lines so far say is being made."""
        self._finish()
        return self._board.is_game_over()

    def end(self) -> Board:
        """The board after the last move."""
        self._finish()
        return self._board

    def _side(self) -> Colour:
        return self._board.turn

    def _finish(self) -> None:
        if self._move is not None:
            self._board.push(self._move)
        self._move, self._way = None, []

    def _goes_on(self, contents: Contents) -> bool:
        """Whether the position is one step further in the same move."""
        if self._move is None or contents.side != self._side():
            return False
        rules = self._board.rules
        ways = part_of(rules, Ways)
        if ways is None:
            return False
        if self._is_before(contents):           # a chain of jumps back to where it began
            self._move, self._way = None, []
            return True
        for move in self._explained(contents):
            squares = self._squares(move)
            if ways.along(self._position(), [*self._way, squares[-1]]) == move:
                self._move, self._way = move, squares
                return True
        return False

    def _is_before(self, contents: Contents) -> bool:
        """Whether the dice lie as on the board, where the move that is being made began."""
        before: Contents = self._board.contents()
        return before.pieces == contents.pieces

    def _explained(self, contents: Contents) -> list[int]:
        """The legal moves that lead to what lies where."""
        rules, p = self._board.rules, self._position()
        wanted = rules.position(contents._replace(side=COLOURS[1 - p.side]))
        return [move for move in self._board.legal_moves if rules.apply(p, move) == wanted]

    def _position(self) -> Any:
        return self._board.rules.position(self._board.contents())

    def _squares(self, move: int) -> list[Square]:
        return visited(self._board.rules.steps(self._position(), move))

    def _why_not(self, mover: Colour) -> str:
        if self._side() != mover:
            return Sentence("{side} has just moved here, says the letter, but it was "
                            "{other}'s turn", side=PLAYERS[mover], other=PLAYERS[mover.other])
        return Sentence("no legal move of {side}'s leads from the position before to this one",
                        side=PLAYERS[mover])
