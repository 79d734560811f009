"""The grammar of game records, without any knowledge of rules.

A text holds games one after the other: tag pairs, numbered moves, comments in braces or from a
semicolon to the end of the line, variations in parentheses, glyphs, and a result.  This is the
import format of the Portable Game Notation for chess; what a move looks like is left to the games.
Move numbers are read and forgotten: the order tells them.
"""
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..expect import expect
from ..sentence import Sentence
from .errors import NotationError

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
HIGHEST_GLYPH = 255
LONGEST_WORD = 255          # as in PGN; it also bounds the work that a hostile text can cause

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TOKEN = re.compile(
    r"""(?P<comment>\{[^}]*\} | ;[^\n]*)
      | (?P<tag>\[\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\])
      | (?P<open>\() | (?P<close>\)) | (?P<word>[^\s{}();]+) | (?P<stray>[{}])""", re.VERBOSE)
_NUMBER = re.compile(r"[0-9]*\.+|[0-9]+$")
_GLYPHS = re.compile(r"(?:\$[0-9]+|[!?])*$")
_GLYPH = re.compile(r"\$[0-9]+|[!?]+")


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


class Comment(NamedTuple):
    """A comment with single blanks for any white space, and where it begins."""

    text: str
    line: int
    column: int


class Glyph(NamedTuple):
    """An opinion on a move as a number, 1 for a good move and so on, and where it stands."""

    number: int
    line: int
    column: int


class Result(NamedTuple):
    """One of RESULTS at the end of a game, and where it stands."""

    text: str
    line: int
    column: int


@dataclass(slots=True, eq=False)
class Move:
    """A move as it was written, with what is said about it and what might have been instead."""

    text: str
    line: int
    column: int
    glyphs: list[Glyph] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    variations: list["Line"] = field(default_factory=list, repr=False)


@dataclass(slots=True, eq=False)
class Line:
    """Moves one after the other: a game or a variation, with the comments before its first move."""

    line: int
    column: int
    comments: list[Comment] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list, repr=False)


@dataclass(slots=True, eq=False)
class Game:
    """One game of a text: `number` counts from 1, and `main` is its main line."""

    number: int
    line: int
    column: int
    main: Line
    tags: dict[str, Tag] = field(default_factory=dict)
    result: Result | None = None


class _Token(NamedTuple):
    kind: str               # "comment", "tag", "open", "close", "move", "glyph", "result" or "bad"
    text: str               # of a bad token: what is wrong with it
    line: int
    column: int
    name: str = ""          # of a tag
    opens: bool = False     # whether it is the first tag of a block, where a game may begin


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
    number, broken = 1, False
    parser = _Parser(number)
    for token in _tokens(text):
        if not broken:
            try:
                if parser.is_over(token):
                    yield parser.finish()
                    number, parser = number + 1, _Parser(number + 1)
                parser.take(token)
            except RecordError as error:
                yield error
                broken = True
        if broken and token.opens:
            number, parser, broken = number + 1, _Parser(number + 1), False
            parser.take(token)
    if broken or not parser.has_begun():
        return
    try:
        yield parser.finish()
    except RecordError as error:
        yield error


def move_number(turn: str, ply: int) -> str:
    """How the move after `ply` moves is numbered, such as `3.` or, for Black, `3...`.

    Args:
        turn: who moved first, white or black.
        ply: how many moves were made before.
    """
    number, black = divmod(ply + (turn == "black"), 2)
    return f"{number + 1}{'...' if black else '.'}"


def escaped(value: str) -> str:
    """A tag's value as it stands between quotes; line breaks, which a tag cannot hold, are blanks.
    """
    return " ".join(value.split("\n")).replace("\\", "\\\\").replace('"', '\\"')


class _Parser:
    """One game, token by token."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._game: Game | None = None
        self._early: list[Comment] = []             # comments before the game begins
        self._open: list[Line] = []                 # the main line and the variations we are in

    def has_begun(self) -> bool:
        return self._game is not None

    def is_over(self, token: _Token) -> bool:
        """Whether the token belongs to the next game."""
        if self._game is None or len(self._open) > 1:
            return False
        if self._game.result:
            return token.kind != "comment"
        return token.kind == "tag" and bool(self._open[0].moves)

    def finish(self) -> Game:
        assert self._game is not None
        if len(self._open) > 1:
            raise self._error(Sentence("this variation is not closed with )"), self._open[-1])
        return self._game

    def take(self, token: _Token) -> None:
        if self._game is None and token.kind == "comment":
            self._early.append(Comment(token.text, token.line, token.column))
            return
        if self._game is None:
            main = Line(token.line, token.column, self._early)
            self._game, self._open = Game(self._number, token.line, token.column, main), [main]
        getattr(self, f"_take_{token.kind}")(self._game, self._open[-1], token)

    def _take_tag(self, game: Game, line: Line, token: _Token) -> None:
        if len(self._open) > 1:
            raise self._error(Sentence("this variation is not closed with )"), self._open[-1])
        if token.name in game.tags:
            raise self._error(Sentence("the tag {name} is given twice in one game; a game "
                                       "without moves ends with a result, such as *",
                                       name=token.name), token)
        game.tags[token.name] = Tag(token.name, token.text, token.line, token.column)

    def _take_comment(self, game: Game, line: Line, token: _Token) -> None:
        comment = Comment(token.text, token.line, token.column)
        (line.moves[-1].comments if line.moves else line.comments).append(comment)

    def _take_move(self, game: Game, line: Line, token: _Token) -> None:
        line.moves.append(Move(token.text, token.line, token.column))

    def _take_glyph(self, game: Game, line: Line, token: _Token) -> None:
        if not line.moves:
            raise self._error(Sentence("the glyph {text} stands before any move", text=token.text),
                              token)
        number = GLYPHS.get(token.text, -1)
        if token.text[0] == "$":
            number = int(token.text[1:])
        if not 0 <= number <= HIGHEST_GLYPH:
            raise self._error(Sentence("{text} is not a glyph; glyphs are $0 to "
                                       "${highest}, and {known} after a move",
                                       text=token.text, highest=HIGHEST_GLYPH,
                                       known=" ".join(GLYPHS)), token)
        line.moves[-1].glyphs.append(Glyph(number, token.line, token.column))

    def _take_open(self, game: Game, line: Line, token: _Token) -> None:
        if not line.moves:
            raise self._error(Sentence("a variation stands before any move that it could replace"),
                              token)
        variation = Line(token.line, token.column)
        line.moves[-1].variations.append(variation)
        self._open.append(variation)

    def _take_close(self, game: Game, line: Line, token: _Token) -> None:
        if len(self._open) == 1:
            raise self._error(Sentence("there is no variation to close here"), token)
        if not line.moves:
            raise self._error(Sentence("this variation has no moves"), line)
        self._open.pop()

    def _take_result(self, game: Game, line: Line, token: _Token) -> None:
        if len(self._open) > 1:
            raise self._error(Sentence("the result {text} stands in a variation that is not "
                                       "closed", text=token.text),
                              token)
        game.result = Result(token.text, token.line, token.column)

    def _take_bad(self, game: Game, line: Line, token: _Token) -> None:
        raise self._error(token.text, token)

    def _error(self, reason: str, place: _Token | Line) -> RecordError:
        return RecordError(reason, self._number, place.line, place.column)


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of a text; move numbers and empty comments are left out."""
    expect("what records are read from", text, str)
    text = text.removeprefix("\ufeff")
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    last = 0                                        # the line of the token before
    for found in _TOKEN.finditer(text):
        line = bisect_right(starts, found.start())
        column = found.start() - starts[line - 1] + 1
        if found["comment"]:
            comment = " ".join(_inside(found["comment"]).split())
            if comment:
                yield _Token("comment", comment, line, column)
        elif found["tag"]:
            value = re.sub(r'\\(["\\])', r"\1", found["value"])
            opens = line > last and not text.startswith("[", starts[max(line - 2, 0)],
                                                        starts[line - 1])
            yield _Token("tag", value, line, column, found["name"], opens)
        elif found["word"]:
            yield from _word(found["word"], line, column)
        elif found["stray"]:
            reason = (Sentence("this comment is not closed with }}") if found["stray"] == "{"
                      else Sentence("there is no comment to close here"))
            yield _Token("bad", reason, line, column)
        else:
            yield _Token("open" if found["open"] else "close", found.group(), line, column)
        last = line


def _inside(comment: str) -> str:
    return comment[1:-1] if comment[0] == "{" else comment[1:]


def _word(word: str, line: int, column: int) -> Iterator[_Token]:
    """What stands between blanks: `c1-c2`, `1.c1-c2!?$14`, `1-0`."""
    if word[0] == "[":
        yield _Token("bad", Sentence('expected a tag on one line, such as [White "name"]'), line,
                     column)
        return
    if len(word) > LONGEST_WORD:
        yield _Token("bad", Sentence("{word}... is {count} characters long, and no move is longer "
                                     "than {longest}", word=word[:20], count=len(word),
                                     longest=LONGEST_WORD), line, column)
        return
    number = _NUMBER.match(word)
    start = number.end() if number else 0
    if word[start:] in RESULTS:
        yield _Token("result", word[start:], line, column + start)
        return
    glyphs = _GLYPHS.search(word, start)
    end = glyphs.start() if glyphs else len(word)
    if start < end:
        yield _Token("move", word[start:end], line, column + start)
    for glyph in _GLYPH.finditer(word, end):
        yield _Token("glyph", glyph.group(), line, column + glyph.start())
