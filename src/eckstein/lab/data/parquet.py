"""Data as Parquet, for programs of others: a row for each game, with lists of its moves.

pyarrow is needed only here.
"""
from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import EcksteinError
from ...base.files import save_pieces
from ...base.sentence import Sentence, reason_of
from ...board import Board
from ...kernel.options import complete, parse, write
from .games import (
    NO_VALUE,
    RESULTS,
    Array,
    DataError,
    Games,
    numbering,
    summed,
)
from .records import boards, of_moves, texts_of

SUFFIX = ".parquet"
ROWS = 4096                 # in a group of rows
ALWAYS = "game", "result"   # columns that a file must have, and `moves` or `actions`


class NoParquetError(EcksteinError, RuntimeError):
    """There is no pyarrow here."""


def write_parquet(path: str | Path, games: Games, how: str, texts: bool = True) -> None:
    """Write games as Parquet, whole or not at all.

    Args:
        path: where; the folder must exist.
        games: what it is to hold.
        how: how the games were made; it stands in the file's metadata.
        texts: whether to write moves as texts, too, which takes longer than all else.

    Raises:
        NoParquetError: without pyarrow.
        DataError: if a move is not legal, where texts are wanted.
        OSError: if it cannot be written.
    """
    arrow, parquet = pyarrow_modules()
    sink = arrow.BufferOutputStream()
    schema = _schema(arrow, games, texts).with_metadata(
        {"eckstein": json.dumps({"how": how}).encode()})
    with parquet.ParquetWriter(sink, schema, compression="zstd") as writer:
        for first in range(0, max(1, len(games)), ROWS):
            part = games.select(np.arange(first, min(first + ROWS, len(games))))
            writer.write_table(arrow.table(_columns(arrow, part, texts), schema))
    save_pieces(path, [memoryview(sink.getvalue())])


def read_parquet(path: str | Path) -> tuple[Games, str]:
    """The games of a Parquet file, as `write_parquet` writes it or like it.

    Columns that it does not know are passed over.  Moves are taken from `actions` if the file says
    that they are numbered as here, and else from the texts in `moves`.

    Returns:
        The games, and how they were made.

    Raises:
        NoParquetError: without pyarrow.
        DataError: if it is no such file, or a text is no legal move.
        OSError: if it cannot be read.
    """
    arrow, parquet = pyarrow_modules()
    with open(path, "rb") as file:
        try:
            table = parquet.read_table(file)
        except (arrow.ArrowException, OSError) as error:
            raise DataError(Sentence("{path} is not a sound Parquet file: {error}", path=path,
                                     error=_line(error))) from None
    try:
        return _read(table), _how(table, path)
    except (arrow.ArrowException, AttributeError, TypeError) as error:
        raise DataError(Sentence("{path} has a column of another type: {error}", path=path,
                                 error=_line(error))) from None
    except ValueError as error:
        raise DataError(Sentence("{path}: {reason}", path=path, reason=reason_of(error))) from None


def _read(table: Any) -> Games:
    """The games of a table."""
    names = table.column_names
    for name in ALWAYS:
        if name not in names:
            raise DataError(Sentence("there is no column {name}; data of games has game, result, "
                                     "and moves or actions", name=name))
    columns = [_only(table, name) if name in names else None
               for name in ("game", "options", "numbering")]
    game, options = str(columns[0]), dict[str, Any](complete(str(columns[0]), parse(
        [columns[1] or ""])))
    known = numbering(game, options)
    if "actions" in names and columns[2] == known:
        lists = table["actions"].combine_chunks()
        return _gathered(table, game, options, _lengths(lists),
                         _numbers(lists.flatten(), "actions", np.uint16))
    if "moves" not in names:
        raise DataError(Sentence("there is no column moves, and none that says that actions are "
                                 "numbered as here (numbering: {known})", known=known))
    return _gathered(table, game, options, *_parsed(table, game, options))


def _only(table: Any, name: str) -> str | None:
    """What all rows say alike."""
    found = table[name].unique().to_pylist()
    if len(found) != 1:
        raise DataError(Sentence("the column {name} has {count} values, and data is of one kind of "
                                 "games", name=name, count=len(found)))
    return found[0]


def _how(table: Any, path: str | Path) -> str:
    """How games were made, by the metadata."""
    try:
        return str(json.loads(table.schema.metadata[b"eckstein"])["how"])
    except (TypeError, KeyError, ValueError):
        return f"converted from {Path(path).name}"


def pyarrow_modules() -> tuple[Any, Any]:
    """pyarrow, and its module for Parquet.

    Raises:
        NoParquetError: if it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NoParquetError(Sentence("Parquet needs the package pyarrow; install it with pip "
                                      "install 'eckstein[learning]'")) from None
    return pyarrow, pyarrow.parquet


def _schema(arrow: Any, games: Games, texts: bool) -> Any:
    fields = [(name, arrow.string()) for name in ("game", "options", "numbering", "start",
                                                  "result")]
    fields += [("random_plies", arrow.uint16()), ("actions", arrow.list_(arrow.uint16()))]
    if texts:
        fields.append(("moves", arrow.list_(arrow.string())))
    if games.values is not None:
        fields.append(("values", arrow.list_(arrow.int16())))
    if games.visit_offsets is not None:
        fields += [("visit_actions", arrow.list_(arrow.list_(arrow.uint16()))),
                   ("visit_counts", arrow.list_(arrow.list_(arrow.uint32())))]
    return arrow.schema(fields)


def _columns(arrow: Any, games: Games, texts: bool) -> dict[str, Any]:
    """The columns of some rows."""
    def listed(offsets: Array, values: Any) -> Any:
        return arrow.ListArray.from_arrays(arrow.array(offsets.astype(np.int32)), values)
    count, offsets = len(games), games.offsets
    found = {name: arrow.array([text] * count, arrow.string()) for name, text in (
        ("game", games.game), ("options", write(games.game, games.options)),
        ("numbering", numbering(games.game, games.options)))}
    found["start"] = arrow.array([games.starts[i] for i in games.start.tolist()], arrow.string())
    found["result"] = arrow.array([RESULTS[i] for i in games.results.tolist()], arrow.string())
    found["random_plies"] = arrow.array(games.random_plies)
    found["actions"] = listed(offsets, arrow.array(games.actions))
    if texts:
        found["moves"] = listed(offsets, arrow.array(
            list(itertools.chain.from_iterable(map(texts_of, boards(games)))), arrow.string()))
    if games.values is not None:
        found["values"] = listed(offsets, arrow.array(games.values,
                                                      mask=games.values == NO_VALUE))
    if games.visit_offsets is not None:
        for name in ("visit_actions", "visit_counts"):
            found[name] = listed(offsets, listed(games.visit_offsets,
                                                 arrow.array(getattr(games, name))))
    return found


def _gathered(table: Any, game: str, options: dict[str, Any], plies: Array,
              actions: Array) -> Games:
    """The games of a table with known actions."""
    names, rows = table.column_names, len(table)
    numbers: dict[str, int] = {}
    start = np.array([numbers.setdefault(text, len(numbers))
                      for text in _starts(table, game, options)], np.uint32)
    results = table["result"].to_pylist()
    for row, result in enumerate(results, 1):
        if result not in RESULTS:
            raise DataError(Sentence("row {row} has the result {result!r}; results are {known}",
                                     row=row, result=result, known=", ".join(RESULTS)))
    by_chance = np.zeros(rows, np.uint16)
    if "random_plies" in names:
        by_chance = np.minimum(_numbers(table["random_plies"].combine_chunks().fill_null(0),
                                        "random_plies", np.uint16), plies).astype(np.uint16)
    columns: dict[str, Any] = {}
    if "values" in names:
        columns["values"] = _numbers(_listed(table, "values", plies).fill_null(NO_VALUE),
                                     "values", np.int16)
    if {"visit_actions", "visit_counts"} <= set(names):
        lists = [_listed(table, name, plies) for name in ("visit_actions", "visit_counts")]
        counts = _lengths(lists[0])
        if (counts != _lengths(lists[1])).any():
            raise DataError(Sentence("visit_actions and visit_counts have lists of other lengths"))
        columns |= {"visit_offsets": summed(counts),
                    "visit_actions": _numbers(lists[0].flatten(), "visit_actions", np.uint16),
                    "visit_counts": _numbers(lists[1].flatten(), "visit_counts", np.uint32)}
    return Games(game, options, tuple(numbers), start, summed(plies),
                 np.array([RESULTS.index(result) for result in results], np.uint8), by_chance,
                 actions, **columns)


def _parsed(table: Any, game: str, options: dict[str, Any]) -> tuple[Array, Array]:
    """How many moves each row has, and the actions that their texts are."""
    plies, actions = list[int](), list[int]()
    for row, (start, texts) in enumerate(zip(_starts(table, game, options),
                                             table["moves"].to_pylist(), strict=True), 1):
        try:
            board = Board(game, start, compiled=False, **options)
            begin = board.copy()
            for text in texts or []:
                board.push_text(text)
        except ValueError as error:
            raise DataError(Sentence("row {row}: {reason}", row=row,
                                     reason=reason_of(error))) from None
        plies.append(board.ply)
        actions += of_moves(begin, board.move_stack)
    return np.array(plies, np.int64), np.array(actions, np.uint16)


def _starts(table: Any, game: str, options: dict[str, Any]) -> list[str]:
    """Where each game begins; where nothing is said, at the start of the rules."""
    usual = Board(game, compiled=False, **options).position()
    told = table["start"].to_pylist() if "start" in table.column_names else [None] * len(table)
    return [text or usual for text in told]


def _listed(table: Any, name: str, plies: Array) -> Any:
    """What is in all lists of a column, one for each move."""
    column = table[name].combine_chunks()
    lengths = _lengths(column)
    if (wrong := np.flatnonzero(lengths != plies)).size:
        raise DataError(Sentence("row {row} has {count} of {name}, and {plies} "
                                 "{plies:move|moves}", row=int(wrong[0]) + 1, name=name,
                                 count=int(lengths[wrong[0]]), plies=int(plies[wrong[0]])))
    return column.flatten()


def _lengths(lists: Any) -> Array:
    """How long each list is; one that is missing is empty."""
    found: Array = lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    return found.astype(np.int64)


def _numbers(column: Any, name: str, kind: type[np.integer[Any]]) -> Array:
    """Whole numbers that such a type can hold."""
    found: Array = column.to_numpy(zero_copy_only=False)
    if found.size and found.dtype.kind not in "iu":
        raise DataError(Sentence("the column {name} has no whole numbers, or gaps between them",
                                 name=name))
    least, most = np.iinfo(kind).min, np.iinfo(kind).max
    if found.size and not (least <= int(found.min()) and int(found.max()) <= most):
        raise DataError(Sentence("the column {name} has a number that is not from {least} to "
                                 "{most}", name=name, least=least, most=most))
    return found.astype(kind)


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
