"""Records as JSON: an object for each game, one a line, with the moves of its main line.

Any JSON that holds such objects is read: lines, an array, or objects over several lines.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ..base.sentence import Sentence
from ..kernel import options as option_values
from ..notation import pgn
from ..notation.pgn import RecordError
from ..notation.pgn_tokens import LONGEST_WORD
from .reading import checked
from .tree import Record

_BETWEEN = re.compile(r"[\s,\[\]\ufeff]*")
NEXT_LINE = re.compile(r"\n(?=[^\S\n]*\{)")      # where an object may begin
_BEGIN = re.compile(r"(?=\{)")
_BRACE = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|[{}]')       # or a string: its braces are text


class _Written(msgspec.Struct):
    """A game as JSON has it; what else its object holds is passed over."""

    moves: list[str] | str
    game: str | None = None
    options: dict[str, bool | int | str] = {}
    position: str | None = None
    result: str | None = None
    tags: dict[str, str] = {}


def write_json(record: Record) -> str:
    """A record as one line of JSON: game, options, position, moves, result, tags."""
    start, usual = record.start, option_values.defaults(record.start.game)
    chosen = {name: value for name, value in start.options.items() if value != usual[name]}
    tags = record.tag_pairs()
    return json.dumps({"game": start.game, "options": chosen, "position": start.position(),
                       "moves": plain_moves(record), "result": tags["Result"], "tags": tags})


def plain_moves(record: Record) -> list[str]:
    """The plain texts of the main line."""
    board, found = record.start.copy(), []
    for node in record.mainline():
        assert node.move is not None
        found.append(board.text(node.move))
        board.push(node.move)
    return found


def read_json(text: str) -> Iterator[Record | RecordError]:
    """The games of a text in JSON, one by one, whatever is wrong with others.

    Args:
        text: JSON as `write_json` writes it, or like it.

    Yields:
        Records with legal moves only, and for a game that is none, the first thing that is wrong
        with it, with the line in which its object begins.
    """
    ends, at, number = _ends(text), 0, 0
    line, begin, counted = 1, 0, 0              # of the place up to which was counted
    while (found := _BETWEEN.match(text, at)) and (at := found.end()) < len(text):
        number += 1
        line += text.count("\n", counted, at)
        begin = max(begin, text.rfind("\n", counted, at) + 1)
        counted, column = at, at - begin + 1
        end = ends.get(at)
        try:
            value = json.loads(text[at:end or at])
        except (ValueError, RecursionError):
            yield RecordError(Sentence("this is not a JSON object"), number, line, column)
        else:
            yield _read(value, number, line, column)
        if end is None:
            following = (NEXT_LINE if text[at] == "{" else _BEGIN).search(text, at)
            end = following.end() if following else len(text)
        at = end


def _ends(text: str) -> dict[int, int]:
    """Where the objects of a text begin and end; those that are not closed are left out.

    They are found before any is read: a decoder that reads as far as it gets would read the rest
    of the text once for each object that is not closed.
    """
    ends, open_at = dict[int, int](), list[int]()
    for found in _BRACE.finditer(text):
        if found.group() == "{":
            open_at.append(found.start())
        elif found.group() == "}" and open_at:
            ends[open_at.pop()] = found.end()
    return ends


def _read(value: Any, number: int, line: int, column: int) -> Record | RecordError:
    try:
        written = msgspec.convert(value, _Written)
    except msgspec.ValidationError as error:
        return RecordError(Sentence("this is not a game in JSON: {reason}", reason=str(error)),
                           number, line, column)
    tags = dict(written.tags)
    if written.options:
        tags["Options"] = " ".join(
            f"{name}={int(chosen) if isinstance(chosen, bool) else chosen}"
            for name, chosen in written.options.items())
    tags |= {name: said for name, said in (("Game", written.game), ("Position", written.position),
                                           ("Result", written.result)) if said is not None}
    moves = written.moves.split() if isinstance(written.moves, str) else written.moves
    main = pgn.Line(line, column, moves=[pgn.Move(move[:LONGEST_WORD], line, column)
                                         for move in moves])
    return checked(pgn.Game(number, line, column, main, {
        name: pgn.Tag(name, said, line, column) for name, said in tags.items()}))
