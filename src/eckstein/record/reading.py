"""Records from text: every move, main line or variation, is checked against the rules."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..base.sentence import Sentence, reason_of
from ..board import Board
from ..games import check_game_name
from ..kernel import options as option_values
from ..notation import pgn
from ..notation.annotations import read_comments
from ..notation.chess import CHESS, is_chess
from ..notation.errors import NotationError
from ..notation.pgn import RESULTS, RecordError, move_number
from ..notation.positions.recognise import game_of_position
from .tree import RUNNING, Node, Record, wrong_result, wrong_score

Place = pgn.Game | pgn.Tag | pgn.Move | pgn.Said


def read_records(text: str) -> Iterator[Record]:
    """The games of a text, one by one.

    Args:
        text: any number of games in the notation that `write_record` writes, or close to it.

    Yields:
        Records with legal moves only, and with results that agree with the rules.

    Raises:
        RecordError: for the first thing that is wrong, with its game, line and column; games
            before that have been yielded.
    """
    for found in read_each(text):
        if isinstance(found, RecordError):
            raise found
        yield found


def read_each(text: str) -> Iterator[Record | RecordError]:
    """The games of a text, one by one, whatever is wrong with others.

    Args:
        text: any number of games in the notation that `write_record` writes, or close to it.

    Yields:
        Records as `read_records` does, and for a game that is none, the first thing that is wrong
        with it, as an error with its game, line and column.
    """
    for game in pgn.parse_each(text):
        yield game if isinstance(game, RecordError) else checked(game)


def checked(game: pgn.Game) -> Record | RecordError:
    """A game as a record with legal moves only, or the first thing that is wrong with it."""
    try:
        return _Reader(game).record()
    except RecordError as error:
        return error


class Last(NamedTuple):
    """The last game of a text.

    Attributes:
        before: all that stands before it, good games and others.
        record: the game, or None if there is none.
    """

    before: str
    record: Record | None


def read_last(text: str) -> Last:
    """The last game of a text; those before it are not checked.

    Args:
        text: any number of games in the notation that `write_record` writes, or close to it.

    Raises:
        RecordError: if the last game is wrong.
    """
    text = pgn.plain_text(text)
    begins = pgn.begins(text)
    if not begins:
        return Last(text, None)
    *_, last = pgn.parse_each(text)
    found = last if isinstance(last, RecordError) else checked(last)
    if isinstance(found, RecordError):
        raise found
    return Last(text[:begins[-1]], found)


class Beginning(NamedTuple):
    """How a recorded game begins.

    Attributes:
        board: after the moves that were read.
        moves: for each of them the position before it and its plain text.
        result: `1-0`, `0-1`, `1/2-1/2`, or `*` if unknown.
    """

    board: Board
    moves: list[tuple[str, str]]
    result: str


def read_beginnings(text: str, plies: int) -> Iterator[Beginning | RecordError]:
    """The first moves of each game of a text; what follows them is not checked.

    Args:
        text: any number of games in the notation that `write_record` writes, or close to it.
        plies: how many moves of the main line to read.

    Yields:
        What was read of each game, or the first thing that is wrong with it.
    """
    for game in pgn.parse_each(text):
        found: Beginning | RecordError
        try:
            found = game if isinstance(game, RecordError) else _Reader(game).beginning(plies)
        except RecordError as error:
            found = error
        yield found


def read_record(text: str) -> Record:
    """The only game of a text.

    Args:
        text: one game in the notation that `write_record` writes, or close to it.

    Raises:
        RecordError: as `read_records`; also if there is no game, or more than one.
    """
    games = pgn.parse(text)
    first = next(games, None)
    if first is None:
        raise RecordError(Sentence("there is no game in this text"), 1, 1, 1)
    record = _Reader(first).record()
    if second := next(games, None):
        raise RecordError(Sentence("expected one game, but here a second one begins"), 2,
                          second.line, second.column)
    return record


class _Walk:
    """A board that goes through a record's tree as the text does."""

    def __init__(self, record: Record) -> None:
        self.board, self._node = record.start.copy(), record.root
        self._first = record.start.turn

    def number(self) -> str:
        """How the move that comes next is numbered."""
        return move_number(self._first, self._node.ply)

    def go(self, node: Node) -> None:
        """To this node, which the board has passed, or where it stands, or which comes next."""
        while self._node not in (node, node.parent):
            self.board.pop()
            assert self._node.parent is not None
            self._node = self._node.parent
        if node is not self._node:
            assert node.move is not None
            self.board.push(node.move)
            self._node = node


class _Reader:
    """Makes a record of one game of a text."""

    def __init__(self, game: pgn.Game) -> None:
        self._game = game
        self._goes_on = False           # whether moves of the main line come after its end

    def record(self) -> Record:
        record = Record(self._start(), warnings=self._game.warnings)
        _take_comments(record.root, self._game.main.comments)
        walk = _Walk(record)
        self._read_moves(walk, record.root)
        walk.go(record.end())
        self._read_end(walk.board, record)
        return record

    def beginning(self, plies: int) -> Beginning:
        board, moves = self._start(), list[tuple[str, str]]()
        first = board.turn
        for written in self._game.main.moves[:plies]:
            try:
                move = board.parse(written.text)
            except ValueError as error:
                if board.is_game_over():
                    break
                number = move_number(first, board.ply)
                raise self._wrong_move(number, written, error) from None
            moves.append((board.position(), board.text(move)))
            board.push(move)
        outcome, (result, _) = board.outcome(), self._result()
        return Beginning(board, moves, outcome.result() if outcome else result)

    def _start(self) -> Board:
        game = self._name()
        place = self._game.tags.get("Options")
        try:
            written = option_values.parse([place.value] if place else [])
            options: dict[str, Any] = {**option_values.complete(game, written)}
            place = self._game.tags.get("Position")
            board = Board(game, place.value if place else None, **options)
            board.check_status()
        except ValueError as error:
            raise self._error(_sentence(error), place or self._game) from None
        return board

    def _name(self) -> str:
        tag, position = self._game.tags.get("Game"), self._game.tags.get("Position")
        try:
            if tag:
                check_game_name(tag.value.strip().lower())
                return tag.value.strip().lower()
            if position:
                return game_of_position(position.value)
        except ValueError as error:
            raise self._error(_sentence(error), tag or position or self._game) from None
        first = " ".join(move.text for move in self._game.main.moves[:2])
        if is_chess("".join(f'[{name} ""]\n' for name in self._game.tags) + f"1. {first}"):
            raise self._error(CHESS, self._game)
        raise self._error(Sentence('the tag Game is missing, such as [Game "contra"], and there '
                                   "is no tag Position to identify the game"), self._game)

    def _read_moves(self, walk: _Walk, root: Node) -> None:
        """Read the tree in the order of the text, so that the first mistake is found first."""
        todo = [(self._game.main, 0, root)]     # a line, the move to read, the node before it
        while todo:
            line, index, before = todo.pop()
            if index == len(line.moves):
                continue
            walk.go(before)
            move = line.moves[index]
            try:
                node = self._read_move(walk, before, move)
            except RecordError:
                if not walk.board.is_game_over():
                    raise
                self._keep_rest(line, index, before)
                continue
            if index == 0 and line is not self._game.main:
                node.opening = [comment.text for comment in line.comments]
            todo.append((line, index + 1, node))
            if move.variations:
                todo.extend((variation, 0, before) for variation in reversed(move.variations))

    def _keep_rest(self, line: pgn.Line, index: int, end: Node) -> None:
        """Keep what stands after the end of a game as a comment."""
        end.comments.append(pgn.as_written(line, index))
        self._game.warnings.append(self._error(Sentence(
            "the game was over before {move}; what follows is kept as a comment",
            move=line.moves[index].text), line.moves[index]))
        if line is self._game.main:
            self._goes_on = True

    def _read_move(self, walk: _Walk, before: Node, move: pgn.Move) -> Node:
        try:
            node = before.add(walk.board, walk.board.parse(move.text))
        except ValueError as error:
            raise self._wrong_move(walk.number(), move, error) from None
        _take_comments(node, move.comments)
        if move.glyphs:
            node.glyphs = [glyph.number for glyph in move.glyphs]
        return node

    def _read_end(self, board: Board, record: Record) -> None:
        outcome = board.outcome()
        tags = {name: tag.value for name, tag in self._game.tags.items()}
        result, place = self._result()
        if self._goes_on and wrong_result(outcome, result):
            record.end().comments.append(result)
            result = RUNNING
        if complaint := wrong_result(outcome, result):
            raise self._error(complaint, place)
        if complaint := wrong_score(outcome, tags.get("Score")):
            if not self._goes_on:
                raise self._error(complaint, self._game.tags["Score"])
            del tags["Score"]
        record.settle(outcome, tags | {"Result": result})

    def _result(self) -> tuple[str, Place]:
        """What the tag and the end of the text say, and where; either may be silent."""
        tag, last = self._game.tags.get("Result"), self._game.result
        if tag:
            said = tag.value.strip() or RUNNING
            tag = tag._replace(value=pgn.result_of(said) or (RUNNING if said == "?" else said))
        if tag and tag.value not in RESULTS:
            return tag.value, tag
        if tag and last and RUNNING not in (tag.value, last.text) and tag.value != last.text:
            raise self._error(Sentence("the game ends with {text}, but its tag Result says "
                                       "{value}", text=last.text, value=tag.value), last)
        if last and last.text != RUNNING:
            return last.text, last
        return (tag.value, tag) if tag else (RUNNING, self._game)

    def _wrong_move(self, number: str, move: pgn.Move, error: ValueError) -> RecordError:
        return self._error(Sentence("move {number} {move}: {reason}", number=number,
                                    move=move.text, reason=_sentence(error)), move)

    def _error(self, reason: str, place: Place) -> RecordError:
        return RecordError(reason, self._game.number, place.line, place.column)


def _take_comments(node: Node, comments: list[pgn.Said]) -> None:
    if not comments:
        return
    node.comments, told = read_comments(comment.text for comment in comments)
    node.annotate(told)


def _sentence(error: ValueError) -> str:
    if not isinstance(error, NotationError):
        return reason_of(error)
    return error.reason if error.place is None else Sentence(
        "{reason} (character {place})", reason=error.reason, place=error.place + 1)
