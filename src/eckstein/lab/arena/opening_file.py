"""Chosen openings: a file of positions, or of games that are played on."""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...base.sentence import Sentence
from ...board import Board
from ...kernel import options as option_values
from ...notation.pgn import RecordError, begins, plain_text
from ...notation.pgn_tokens import seen
from ...record import Record
from ...record.conversion import format_of, read_each
from .openings import Opening


def read_openings(text: str, game: str, options: Mapping[str, option_values.Value],
                  plies: int | None = None) -> tuple[list[Opening], list[RecordError]]:
    """The openings that a text tells: positions, or the main lines of games.

    Args:
        text: a whole file, in any format that can be read.
        game: the name of the game that they are for.
        options: the rule options that are asked for.
        plies: how many plies of each main line to take; all if left out.

    Returns:
        Openings to positions that all differ, and in which the game goes on; and what is wrong
        with the others.

    Raises:
        ValueError: if the text cannot be read at all, or its positions are of a game that has no
            such options.
    """
    text = plain_text(text)
    kind = format_of(text)
    start = Board(game, None, compiled=False, **option_values.complete(game, options))
    openings, faults, lines = list[Opening](), list[RecordError](), dict[str, int]()
    each = read_each(text, kind, None if kind in ("record", "json") else options)
    for number, (one, line) in enumerate(zip(each, _lines(text, kind), strict=False), 1):
        if isinstance(one, RecordError):
            faults.append(one)
            continue
        board = _beginning(one, plies)
        if reason := _unfit(board, start, lines):
            faults.append(RecordError(reason, number, line, 1))
            continue
        lines[board.position()] = line
        first = one.start.position()
        openings.append(Opening(None if first == start.position() else first,
                                tuple(board.move_stack)))
    return openings, faults


def _lines(text: str, kind: str) -> Iterator[int]:
    """In which line each game or position begins."""
    if kind == "record":
        line, counted = 1, 0
        for begin in begins(text):
            line, counted = line + text.count("\n", counted, begin), begin
            yield line
    else:
        for number, written in enumerate(text.split("\n"), 1):
            if seen(written).strip():
                yield number


def _beginning(record: Record, plies: int | None) -> Board:
    nodes = [record.root, *record.mainline()]
    return record.board(nodes[-1 if plies is None else min(plies, len(nodes) - 1)])


def _unfit(board: Board, start: Board, lines: Mapping[str, int]) -> Sentence | None:
    """Why games cannot begin with what was played on a board."""
    if board.game != start.game:
        return Sentence("this is of {game}, and the openings are for {wanted}", game=board.game,
                        wanted=start.game)
    if board.options != start.options:
        return Sentence("this game has other rule options than the openings are for")
    if board.is_game_over():
        return Sentence("the game is over here, so nobody can play on")
    if line := lines.get(board.position()):
        return Sentence("this leads to the same position as line {line}", line=line)
    return None
