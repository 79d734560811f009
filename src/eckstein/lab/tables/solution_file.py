"""Solutions of whole boards as Parquet, with a card that says what they are and how they were made.

docs/formats/solutions.md describes the columns.
"""
from __future__ import annotations

import datetime
import hashlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ... import __version__
from ...base.files import save_pieces
from ...base.json_text import read_json
from ...base.sentence import Sentence, reason_of
from ...board import Board
from ...engine.tables.solution import Solution
from ...engine.tables.values import Value
from ...kernel.options import Value as OptionValue
from ...kernel.options import Values, complete, defaults
from ...notation.positions import write_position
from ..data.games import DataError
from ..data.parquet import pyarrow_modules
from ..proofs.certificate import fingerprint, plain_rules
from .whole import Array, Report, check, ordered

SUFFIX = ".parquet"
ROWS = 1 << 17              # in a group of rows
KEYS = 100                  # that are looked at to see whether all are as they would be now
META = b"eckstein"
KIND, VERSION = "solution", 1
CHECKED = "each value was derived again, by the plain rules, from those of the next positions"


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What a file of a solution says of itself.

    Attributes:
        kind, version: what the file is.
        game: the name of the game.
        options: rule options that are not at their defaults.
        start: the position that all others come from, as text.
        positions: how many there are.
        won, drawn, lost: how many of them are so for the player to move.
        longest: how many plies the farthest end is away.
        value: what the start is worth to the player to move, in words.
        digest: SHA-256 of the keys, the integers and the values, as hexadecimal digits.
        rules: a digest of what the rules say of the first positions of a game (see docs/proofs.md).
        made: the day, as 2026-11-30.
        how: the command that made it, or what else tells.
        checked: how it was checked before it was written.
        engine: the version of Eckstein that wrote it.
    """

    kind: str
    version: int
    game: str
    options: dict[str, OptionValue]
    start: str
    positions: int
    won: int
    drawn: int
    lost: int
    longest: int
    value: str
    digest: str
    rules: str
    made: str
    how: str
    checked: str
    engine: str


def card_of(solution: Solution, how: str) -> Card:
    """The card of a solution that is written now, by this program."""
    codes, options = solution.codes, dict[str, Any](solution.options)
    usual = defaults(solution.game)
    start = Board(solution.game, solution.start, compiled=False, **options)
    return Card(
        kind=KIND, version=VERSION, game=solution.game,
        options={name: value for name, value in options.items() if value != usual[name]},
        start=solution.start, positions=len(solution),
        won=int(((codes > 0) & (codes % 2 == 0)).sum()), drawn=int((codes == 0).sum()),
        lost=int((codes % 2 == 1).sum()), longest=solution.longest,
        value=str(solution.value(start)), digest=digest_of(solution),
        rules=fingerprint(plain_rules(solution.game, options)),
        made=datetime.date.today().isoformat(), how=how, checked=CHECKED, engine=__version__)


def digest_of(solution: Solution) -> str:
    """SHA-256 of what a solution holds, as hexadecimal digits."""
    found = hashlib.sha256()
    for column, kind in ((solution.keys, "<i8"), (solution.fields, "<i8"), (solution.codes, "<u2")):
        found.update(np.ascontiguousarray(column, kind).tobytes())
    return found.hexdigest()


def write_solution(path: str | Path, solution: Solution, how: str, texts: bool = True,
                   report: Report = lambda positions: None) -> Card:
    """Check a solution, and write it, whole or not at all.

    Args:
        path: where; the folder must exist.
        solution: what the file is to hold.
        how: how it was made, such as a command.
        texts: whether to write positions as texts, too.
        report: called now and then with how many positions have been checked.

    Returns:
        The card that stands in the file's metadata.

    Raises:
        WrongSolutionError: if a value does not follow from the rules.
        NoParquetError: without pyarrow.
        OSError: if it cannot be written.
    """
    arrow, parquet = pyarrow_modules()
    check(solution, report)
    card = card_of(solution, how)
    plies = _plies(solution.codes)
    columns: dict[str, Any] = {"key": arrow.array(solution.keys)}
    if texts:
        columns["position"] = arrow.array(_texts(solution), arrow.string())
    columns |= {name: arrow.array(np.ascontiguousarray(solution.fields[:, place]))
                for place, name in enumerate(_names(solution.game, solution.options))}
    columns["result"] = arrow.array(_results(solution.codes))
    columns["plies"] = arrow.array(plies.astype(np.int16), mask=plies < 0)
    table = arrow.table(columns).replace_schema_metadata({META: msgspec.json.encode(card)})
    sink = arrow.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd", row_group_size=ROWS)
    save_pieces(path, [memoryview(sink.getvalue())])
    return card


def read_solution(path: str | Path) -> tuple[Solution, Card]:
    """A solution from a file that `write_solution` wrote, and its card.

    Raises:
        NoParquetError: without pyarrow.
        DataError: if it is no such file, not as it was written, or of other rules.
        OSError: if it cannot be read.
    """
    arrow, parquet = pyarrow_modules()
    with open(path, "rb") as file:
        try:
            table = parquet.read_table(file)
            card = _card(table, path)
            names = ("key", *_names(card.game, complete(card.game, card.options)))
            keys, *fields = (np.asarray(table[name], np.int64) for name in names)
            result = np.asarray(table["result"], np.int64)
            plies = np.asarray(table["plies"].fill_null(-1), np.int64)
        except (arrow.ArrowException, OSError, KeyError, TypeError) as error:
            raise DataError(Sentence("{path} is no sound file of a solution: {error}", path=path,
                                     error=" ".join(str(error).split()))) from None
    options = Values(complete(card.game, card.options))
    solution = Solution(card.game, options, card.start, keys, np.stack(fields, 1),
                        _codes(result, plies))
    if digest_of(solution) != card.digest:
        raise DataError(Sentence("{path} is damaged: its positions are not those that its card "
                                 "tells of", path=path))
    if fingerprint(plain_rules(card.game, dict(options))) != card.rules:
        raise DataError(Sentence("{path} was made by other rules than those of this program; make "
                                 "it again with: {how}", path=path, how=card.how))
    return _with_own_keys(solution), card


def _with_own_keys(solution: Solution) -> Solution:
    """The same with the keys that this program gives positions, if those of the file are others."""
    rules = plain_rules(solution.game, dict(solution.options))
    for key, p in zip(solution.keys[:KEYS].tolist(), solution.fields[:KEYS].tolist(), strict=True):
        if rules.key(rules.Position(*p)) != key:
            return ordered(solution.game, solution.options, solution.start, solution.fields,
                           solution.codes)
    return solution


def _card(table: Any, path: str | Path) -> Card:
    """The card of a table."""
    try:
        card = read_json((table.schema.metadata or {})[META], Card)
        if (card.kind, card.version) != (KIND, VERSION):
            raise ValueError(Sentence("it is of another kind or version"))
        complete(card.game, card.options)
    except (KeyError, ValueError) as error:
        raise DataError(Sentence("{path} is no file of a solution: {reason}", path=path,
                                 reason=Sentence("it has no card") if isinstance(error, KeyError)
                                 else reason_of(error))) from None
    return card


def _names(game: str, options: Any) -> tuple[str, ...]:
    """The names of the integers of a position."""
    names: tuple[str, ...] = plain_rules(game, dict(options)).Position._fields
    return names


def _texts(solution: Solution) -> list[str]:
    options = dict[str, Any](solution.options)
    board = Board(solution.game, solution.start, compiled=False, **options)
    rules = board.rules
    return [write_position(rules, rules.Position(*p), board.origin)
            for p in solution.fields.tolist()]


def _results(codes: Array) -> Array:
    """int8 [n]: 1 won, 0 drawn, -1 lost."""
    found: Array = np.where(codes == Value("drawn").code, 0, np.where(codes % 2, -1, 1)
                            ).astype(np.int8)
    return found


def _plies(codes: Array) -> Array:
    """int64 [n]: how far away ends are; -1 where nobody wins."""
    found: Array = (codes.astype(np.int64) - 1) // 2
    return found


def _codes(results: Array, plies: Array) -> Array:
    """uint16 [n]: the codes that such results and plies are."""
    found: Array = np.where(results == 0, 0, 2 * plies + np.where(results > 0, 2, 1)
                            ).astype(np.uint16)
    return found
