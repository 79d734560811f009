"""Files of puzzles: a header, and then a puzzle on each line, as JSON."""
from __future__ import annotations

import functools
import gzip
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from ...base.files import save_text
from ...base.json_text import read_json
from ...base.sentence import Sentence, reason_of
from ...board import Board
from ...games import check_game_name
from .puzzle import THEMES, Puzzle, PuzzleError

FOLDER = Path(__file__).parent
KIND, VERSION = "puzzles", 2
PACKED = ".gz"


class Header(msgspec.Struct, frozen=True):
    """The first line of a file.

    Attributes:
        eckstein, version: what the file is.
        game: the game of the puzzles.
        made: the day, as 2026-11-22.
        how: the command that made it.
        puzzles: how many follow, by which a file that was cut is known.
        seed, games: of the search for puzzles, which goes on from there.
        last: the highest number of an id that was ever given, which none gets again.
    """

    eckstein: str
    version: int
    game: str
    made: str
    how: str
    puzzles: int
    seed: int = 0
    games: int = 0
    last: int = 0


@functools.cache
def _loaded(game: str) -> tuple[Puzzle, ...]:
    path = FOLDER / f"{game}.jsonl{PACKED}"
    return tuple(read_puzzles(path)[1]) if path.exists() else ()


def load(game: str) -> list[Puzzle]:
    """The puzzles that come with a game; none for a game of one's own.

    Raises:
        UnknownGameError: if there is no such game.
        PuzzleError: if the file is not sound.
    """
    check_game_name(game)
    return list(_loaded(game))


class ForeignError(PuzzleError):
    """A file that is not one of puzzles that this program reads."""


def read_puzzles(path: Path) -> tuple[Header, list[Puzzle]]:
    """The header of a file, and its puzzles, with possible positions and legal moves.

    A file whose name ends in `.gz` is packed by gzip, as those that come with the program are.

    Whether exactly one move solves each is for `checking.Checker` to find out.

    Raises:
        PuzzleError: with the name of the file and the number of the line.
        OSError: if it cannot be read.
    """
    try:
        packed = path.read_bytes()
        text = (gzip.decompress(packed) if path.suffix == PACKED else packed).decode("utf-8")
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise PuzzleError(Sentence("{path} is damaged: {reason}", path=path,
                                   reason=str(error))) from None
    except UnicodeDecodeError as error:
        raise PuzzleError(Sentence("{path} is not text in UTF-8 (byte {byte})", path=path,
                                   byte=error.start + 1)) from None
    lines = text.split("\n")
    header = _header(path, lines[0])
    if lines[-1]:
        raise PuzzleError(Sentence("{path} is cut: its last line has no end", path=path))
    puzzles: list[Puzzle] = []
    for number, line in enumerate(lines[1:-1], 2):
        try:
            puzzle = read_json(line, Puzzle)
            _check_form(puzzle)
            check_moves(header.game, puzzle)
        except ValueError as error:
            raise PuzzleError(Sentence("{path}, line {number}: {reason}", path=path,
                                       number=number, reason=reason_of(error))) from None
        puzzles.append(puzzle)
    if len(puzzles) != header.puzzles:
        raise PuzzleError(Sentence("{path} has {count} {count:puzzle|puzzles}, and its first line "
                                   "tells of {told}", path=path, count=len(puzzles),
                                   told=header.puzzles))
    if len({puzzle.id for puzzle in puzzles}) < len(puzzles):
        raise PuzzleError(Sentence("{path} has two puzzles with one id", path=path))
    return header, puzzles


def _header(path: Path, line: str) -> Header:
    try:
        header = read_json(line, Header)
    except msgspec.DecodeError:
        header = None
    if header is None or header.eckstein != KIND:
        raise ForeignError(Sentence("{path} is not a file of puzzles: its first line is not a "
                                    "header", path=path))
    if header.version != VERSION:
        raise ForeignError(Sentence("{path} is of version {version}, and this program reads "
                                    "version {own}", path=path, version=header.version,
                                    own=VERSION))
    try:
        check_game_name(header.game)
    except ValueError as error:
        raise ForeignError(Sentence("{path}: {reason}", path=path,
                                    reason=reason_of(error))) from None
    return header


def _check_form(puzzle: Puzzle) -> None:
    """Raise PuzzleError unless the solution is a tree with one first move, and themes are known."""
    _check_tree(puzzle.solution)
    if len(puzzle.solution) != 1:
        raise PuzzleError(Sentence("a solution begins with exactly one move, not with {count}",
                                   count=len(puzzle.solution)))
    for theme in puzzle.themes:
        if theme not in THEMES:
            raise PuzzleError(Sentence("there is no theme {theme!r}; themes are {known}",
                                       theme=theme, known=", ".join(THEMES)))


def _check_tree(tree: Any) -> None:
    if not (isinstance(tree, list) and all(
            isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
            for pair in tree)):
        raise PuzzleError(Sentence("a solution is a list of pairs, each a move and such a list"))
    for _, further in tree:
        _check_tree(further)


def write_puzzles(path: Path, header: Header, puzzles: Iterable[Puzzle]) -> None:
    """Write a file, completely or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    lines = [msgspec.json.encode(one).decode() for one in (header, *puzzles)]
    save_text(path, "\n".join(lines) + "\n")


def check_moves(game: str, puzzle: Puzzle) -> None:
    """Raise PuzzleError unless the position is possible, and every move of the solution legal."""
    _play(puzzle, puzzle.board(game), puzzle.solution)


def _play(puzzle: Puzzle, board: Board, tree: list[Any]) -> None:
    for text, further in tree:
        try:
            board.push_text(text)
        except ValueError as error:
            raise PuzzleError(Sentence("puzzle {id}: {reason}", id=puzzle.id,
                                       reason=reason_of(error))) from None
        _play(puzzle, board, further)
        board.pop()
