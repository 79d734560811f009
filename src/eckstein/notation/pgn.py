"""The grammar of game records, without any knowledge of rules.

A text holds games one after the other: tag pairs, numbered moves, comments in braces or from a
semicolon to the end of the line, variations in parentheses, glyphs, and a result.  This is the
import format of the Portable Game Notation for chess; what a move looks like is left to the games.
Move numbers are read and forgotten: the order tells them.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..base.sentence import Sentence
from .errors import NotationError
from .pgn_tokens import GLYPHS, RESULTS, TAG_NAME, Token, plain_text, result_of, tokens

__all__ = ["GLYPHS", "HIGHEST_GLYPH", "RESULTS", "TAG_NAME", "Game", "Glyph", "Line", "Move",
           "RecordError", "Said", "Tag", "as_written", "begins", "escaped", "move_number", "parse",
           "parse_each", "plain_text", "result_of"]
HIGHEST_GLYPH = 255


class RecordError(NotationError):
    """A game record that cannot be read.

    Attributes:
        reason: a sentence without its full stop.
        game: which game of the text, from 1.
        line, column: where in the text, from 1.
    """

    def __init__(self, reason: str, game: int, line: int, column: int) -> None:
        super().__init__(reason)
        self.game, self.line, self.column = game, line, column
        self.args = reason, game, line, column

    @property
    def message(self) -> Sentence:
        """The reason, and where it is found."""
        return Sentence("game {game}, line {line}, column {column}: {reason}", game=self.game,
                        line=self.line, column=self.column, reason=self.reason)

    def __str__(self) -> str:
        return str(self.message)


class Tag(NamedTuple):
    """A tag pair, and where it begins."""

    name: str
    value: str
    line: int
    column: int


class Said(NamedTuple):
    """A comment with single blanks for any white space, or a result, and where it begins."""

    text: str
    line: int
    column: int


class Glyph(NamedTuple):
    """An opinion on a move as a number, 1 for a good move and so on, and where it stands."""

    number: int
    line: int
    column: int


@dataclass(slots=True, eq=False)
class Move:
    """A move as it was written, with what is said about it and what might have been instead."""

    text: str
    line: int
    column: int
    glyphs: list[Glyph] = field(default_factory=list)
    comments: list[Said] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list, repr=False)


@dataclass(slots=True, eq=False)
class Line:
    """Moves one after the other: a game or a variation, with the comments before its first move."""

    line: int
    column: int
    comments: list[Said] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list, repr=False)


@dataclass(slots=True, eq=False)
class Game:
    """One game of a text: `number` counts from 1, and `main` is its main line.

    `warnings` tell what had no place where it stood, and stays as a comment.
    """

    number: int
    line: int
    column: int
    main: Line
    tags: dict[str, Tag] = field(default_factory=dict)
    result: Said | None = None
    warnings: list[RecordError] = field(default_factory=list, repr=False)


def parse(text: str) -> Iterator[Game]:
    """The games of a text, one by one; see `parse_each`.

    Raises:
        RecordError: where the text is not a record; games before that have been yielded.
    """
    for found in parse_each(text):
        if isinstance(found, RecordError):
            raise found
        yield found


def parse_each(text: str) -> Iterator[Game | RecordError]:
    """The games of a text, one by one, whatever is wrong with others.

    Comments before the first tag or move of a game belong to its start, those after its result
    to its last move.  A game ends with its result, before the tags of the next, or with the text.

    Args:
        text: any text.

    Yields:
        Games as they were written; nothing in them is checked against any rules.  For a game that
        is no record, the first thing that is wrong with it; the next one begins with the next
        block of tags.
    """
    for _, found in _parse(plain_text(text)):
        yield found


def begins(text: str) -> list[int]:
    """Where the games of a text begin, good ones and others, as numbers of characters before them.

    A text that is cut at one of these places is read as two texts, to the same games.

    Args:
        text: any text with `plain_text`.
    """
    return [begin for begin, _ in _parse(text)]


def _parse(text: str) -> Iterator[tuple[int, Game | RecordError]]:
    """What is found, each with the place where it begins."""
    parser, broken = _Parser(1), False
    for token in tokens(text):
        if broken:
            if not token.opens:
                continue
            parser, broken = _Parser(parser.number + 1), False
        while True:
            try:
                if parser.is_over(token):
                    yield parser.begin, parser.finish()
                    parser = _Parser(parser.number + 1)
                parser.take(token)
                break
            except RecordError as error:
                yield parser.begin, error
                if not token.opens or parser.begin == token.at:
                    broken = True
                    break
                parser = _Parser(parser.number + 1)     # what is wrong is what came before it
    if broken or not parser.has_begun():
        return
    try:
        yield parser.begin, parser.finish()
    except RecordError as error:
        yield parser.begin, error


def move_number(turn: str, ply: int) -> str:
    """How the move after `ply` moves is numbered, such as `3.` or, for Black, `3...`.

    Args:
        turn: the colour that moved first, white or black.
        ply: how many moves were made before.
    """
    number, black = divmod(ply + (turn == "black"), 2)
    return f"{number + 1}{'...' if black else '.'}"


def as_written(line: Line, start: int) -> str:
    """The moves of a line from one on, with all that is said of them, as one text.

    Args:
        line: the line.
        start: how many of its moves to leave out.
    """
    words, todo = list[str](), list[str | Move](reversed(line.moves[start:]))
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            words.append(item)
            continue
        words += [item.text, *(f"${glyph.number}" for glyph in item.glyphs),
                  *(comment.text for comment in item.comments)]
        for other in reversed(item.variations):
            todo += [")", *reversed(other.moves),
                     *(comment.text for comment in other.comments), "("]
    return " ".join(words)


def escaped(value: str) -> str:
    """A tag's value as it stands between quotes; line breaks, which a tag cannot hold, are blanks.
    """
    line = value.replace("\r\n", " ").replace("\r", " ").replace("\n", " ")
    return line.replace("\\", "\\\\").replace('"', '\\"')


class _Parser:
    """One game, token by token."""

    def __init__(self, number: int) -> None:
        self.number, self.begin = number, -1
        self._game: Game | None = None
        self._early: list[Said] = []             # comments before the game begins
        self._open: list[Line] = []                 # the main line and the variations we are in

    def has_begun(self) -> bool:
        return self._game is not None

    def is_over(self, token: Token) -> bool:
        """Whether the token belongs to the next game."""
        if self._game is None or len(self._open) > 1:
            return False
        if self._game.result:
            return token.kind != "comment"
        if self._open[0].moves:
            return token.kind == "tag" or token.kind == "bad" and token.opens
        return token.opens and token.name in self._game.tags

    def finish(self) -> Game:
        assert self._game is not None
        if len(self._open) > 1:
            raise self._error(Sentence("this variation is not closed with )"), self._open[-1])
        return self._game

    def take(self, token: Token) -> None:
        if self.begin < 0:
            self.begin = token.at
        if self._game is None and token.kind == "comment":
            self._early.append(Said(token.text, token.line, token.column))
            return
        if self._game is None:
            main = Line(token.line, token.column, self._early)
            self._game, self._open = Game(self.number, token.line, token.column, main), [main]
        getattr(self, f"_take_{token.kind}")(self._game, self._open[-1], token)

    def _take_tag(self, game: Game, line: Line, token: Token) -> None:
        if len(self._open) > 1:
            raise self._error(Sentence("this variation is not closed with )"), self._open[-1])
        if token.name in game.tags:
            raise self._error(Sentence("the tag {name} is given twice in one game; a game "
                                       "without moves ends with a result, such as *",
                                       name=token.name), token)
        game.tags[token.name] = Tag(token.name, token.text, token.line, token.column)

    def _take_comment(self, game: Game, line: Line, token: Token) -> None:
        comment = Said(token.text, token.line, token.column)
        (line.moves[-1].comments if line.moves else line.comments).append(comment)

    def _take_move(self, game: Game, line: Line, token: Token) -> None:
        line.moves.append(Move(token.text, token.line, token.column))

    def _take_glyph(self, game: Game, line: Line, token: Token) -> None:
        if not line.moves:
            raise self._error(Sentence("the glyph {text} stands before any move", text=token.text),
                              token)
        if 0 <= token.number <= HIGHEST_GLYPH:
            line.moves[-1].glyphs.append(Glyph(token.number, token.line, token.column))
        else:
            self._keep(game, line, token, Sentence(
                "{text} is not a glyph, and is kept as a comment; glyphs are $0 to ${highest}, and "
                "{known} after a move", text=token.text, highest=HIGHEST_GLYPH,
                known=" ".join(GLYPHS)))

    def _keep(self, game: Game, line: Line, token: Token, reason: Sentence) -> None:
        """Keep what has no place here as a comment."""
        self._take_comment(game, line, token)
        game.warnings.append(self._error(reason, token))

    def _take_open(self, game: Game, line: Line, token: Token) -> None:
        if not line.moves:
            raise self._error(Sentence("a variation stands before any move that it could replace"),
                              token)
        variation = Line(token.line, token.column)
        line.moves[-1].variations.append(variation)
        self._open.append(variation)

    def _take_close(self, game: Game, line: Line, token: Token) -> None:
        if len(self._open) == 1:
            raise self._error(Sentence("there is no variation to close here"), token)
        if not line.moves:
            raise self._error(Sentence("this variation has no moves"), line)
        self._open.pop()

    def _take_result(self, game: Game, line: Line, token: Token) -> None:
        if len(self._open) > 1:
            if line.moves and token.text != "*":
                self._keep(game, line, token, Sentence(
                    "the result {text} stands in a variation, and is kept as a comment",
                    text=token.text))
            return
        game.result = Said(token.text, token.line, token.column)

    def _take_bad(self, game: Game, line: Line, token: Token) -> None:
        raise self._error(token.text, token)

    def _error(self, reason: str, place: Token | Line) -> RecordError:
        return RecordError(reason, self.number, place.line, place.column)
