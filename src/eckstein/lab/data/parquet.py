"""Data as Parquet, for programs of others: a row for each game, with lists of its moves.

pyarrow is needed only here.
"""
from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import EcksteinError
from ...base.files import save_pieces
from ...base.sentence import Sentence, reason_of
from ...board import Board
from ...kernel.options import complete, parse, write
from .data_file import LONGEST
from .games import (
    NO_VALUE,
    RESULTS,
    Array,
    DataError,
    Games,
    joined,
    named,
    numbering,
    summed,
)
from .records import boards, of_moves, one_game

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
        texts: whether moves are told as texts, too, which takes longer than all else.

    Raises:
        NoParquetError: without pyarrow.
        DataError: if a move is not legal, where texts are wanted.
        OSError: if it cannot be written.
    """
    arrow, parquet = _pyarrow()
    sink = arrow.BufferOutputStream()
    schema = _schema(arrow, games, texts).with_metadata(
        {"eckstein": json.dumps({"how": how}).encode()})
    with parquet.ParquetWriter(sink, schema, compression="zstd") as writer:
        for first in range(0, max(1, len(games)), ROWS):
            part = games.select(np.arange(first, min(first + ROWS, len(games))))
            writer.write_table(arrow.table(_columns(arrow, part, texts), schema))
    save_pieces(path, [memoryview(sink.getvalue())])


def read_parquet(path: str | Path) -> Games:
    """The games of a Parquet file, as `write_parquet` writes it or like it.

    Columns that it does not know are passed over.  Moves are taken from `actions` if the file says
    that they are numbered as here, and else from the texts in `moves`.

    Raises:
        NoParquetError: without pyarrow.
        DataError: if it is no such file, or a move is not legal.
        OSError: if it cannot be read.
    """
    arrow, parquet = _pyarrow()

    def refused(fault: str) -> DataError:
        return DataError(Sentence("{path} {fault}", path=path, fault=fault))
    with open(path, "rb") as file:
        try:
            table = parquet.read_table(file)
        except (arrow.ArrowException, OSError) as error:
            raise refused(Sentence("is not a sound Parquet file: {error}",
                                   error=" ".join(str(error).split()))) from None
    names = table.column_names
    if missing := [name for name in ALWAYS if name not in names]:
        raise refused(Sentence("has no column {name}; data of games has game, result, and moves or "
                               "actions", name=missing[0]))
    kinds = {(row["game"], row.get("options") or "") for row in table.select(
        [name for name in ("game", "options") if name in names]).group_by(
        [name for name in ("game", "options") if name in names]).aggregate([]).to_pylist()}
    if len(kinds) != 1:
        raise refused(Sentence("holds {count} kinds of games, and data is of one",
                               count=len(kinds)))
    [(game, written)] = kinds
    try:
        options: dict[str, Any] = dict(complete(str(game), parse([written])))
        known = numbering(str(game), options)
        numbers = set(table["numbering"].unique().to_pylist()) if "numbering" in names else set()
        if "actions" in names and numbers == {known}:
            return _numbered(arrow, table, str(game), options)
        if "moves" not in names:
            raise refused(Sentence("does not tell that its actions are numbered as here (column "
                                   "numbering: {known}), and has no column moves", known=known))
        return joined(list(_parsed(table, str(game), options)))
    except (arrow.ArrowException, OverflowError, TypeError) as error:
        raise refused(Sentence("has a column of another type: {error}",
                               error=" ".join(str(error).split()))) from None
    except DataError:
        raise
    except ValueError as error:
        raise refused(Sentence("cannot be read: {reason}", reason=reason_of(error))) from None


def _pyarrow() -> tuple[Any, Any]:
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
            list(itertools.chain.from_iterable(map(_texts, boards(games)))), arrow.string()))
    if games.values is not None:
        found["values"] = listed(offsets, arrow.array(games.values,
                                                      mask=games.values == NO_VALUE))
    if games.visit_offsets is not None:
        for name in ("visit_actions", "visit_counts"):
            found[name] = listed(offsets, listed(games.visit_offsets,
                                                 arrow.array(getattr(games, name))))
    return found


def _texts(board: Board) -> list[str]:
    """The plain texts of the moves of a board, which is taken back."""
    found = []
    while board.move_stack:
        move = board.pop()
        found.append(board.text(move))
    return found[::-1]


def _numbered(arrow: Any, table: Any, game: str, options: dict[str, Any]) -> Games:
    """The games of a table that numbers actions as they are numbered here."""
    def flat(name: str, kind: str) -> tuple[Array, Array]:
        """The lengths of lists, and what is in all of them."""
        column = table[name].combine_chunks()
        lengths = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        return lengths, column.flatten()
    plies, actions = flat("actions", "")
    raise NotImplementedError


def _parsed(table: Any, game: str, options: dict[str, Any]) -> Iterator[Games]:
    """The games of a table, by the texts of their moves."""
    raise NotImplementedError
