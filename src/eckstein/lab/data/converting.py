"""Data from and to other formats, recognised by the beginning of a file and the end of its name."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...base.files import save_text
from ...base.sentence import Sentence
from ...board import Board
from ...kernel.options import write as write_options
from ...record.conversion import written
from .data_file import SUFFIX, write_games
from .games import DataError, Games
from .parquet import SUFFIX as PARQUET_SUFFIX
from .parquet import write_parquet
from .records import to_records

GAMES, PARQUET, TEXT = "games", "parquet", "text"
BEGINS = {b"eckstein games ": GAMES, b"PAR1": PARQUET}
TARGETS = GAMES, PARQUET, "record", "json", "moves"
SUFFIXES = {SUFFIX: GAMES, PARQUET_SUFFIX: PARQUET, ".json": "json", ".jsonl": "json"}


def source_of(path: str | Path) -> str:
    """What a file is by its first bytes: games, parquet, or any text.

    Raises:
        OSError: if it cannot be read.
    """
    with open(path, "rb") as file:
        begin = file.read(max(map(len, BEGINS)))
    return next((kind for known, kind in BEGINS.items() if begin.startswith(known)), TEXT)


def target_of(path: Path, target: str | None) -> str:
    """The format of a file that is to be written: the one that is asked for, or by its name.

    Raises:
        DataError: if there is no such format.
    """
    if target is None:
        return SUFFIXES.get(path.suffix.lower(), "record")
    if target not in TARGETS:
        raise DataError(Sentence("{target} is not a format to write; formats are {known}",
                                 target=target, known=", ".join(TARGETS)))
    return target


def write(path: Path, games: Games, how: str, target: str, texts: bool = True) -> list[str]:
    """Write games in a format, whole or not at all.

    Args:
        path: where; the folder must exist.
        games: what it is to hold.
        how: how they were made.
        target: one of TARGETS.
        texts: whether Parquet tells moves as texts, too.

    Returns:
        What of the games the format cannot hold, each as a few words.

    Raises:
        DataError: if a move is not legal, or too much for the format.
        NoParquetError: for Parquet without pyarrow.
        OSError: if it cannot be written.
    """
    if target == GAMES:
        write_games(path, games, how)
    elif target == PARQUET:
        write_parquet(path, games, how, texts)
    else:
        save_text(path, written(list(to_records(games)), target))
    return list(_lost(games, target))


def _lost(games: Games, target: str) -> Iterator[str]:
    if target in (GAMES, PARQUET):
        return
    if games.visit_offsets is not None:
        yield "visits"
    if games.values is not None and target != "record":
        yield "values"
    if games.random_plies.any():
        yield "which moves were made by chance"
    if target == "moves":
        yield "results"
        if games.starts != (Board(games.game).position(),) or write_options(
                games.game, games.options):
            yield "starts and options"
    yield "how the games were made"
