"""Files of games: sealed, a block of columns in each piece; see docs/formats/games.md."""
from __future__ import annotations

import datetime
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ... import __version__
from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence, reason_of
from ...kernel.options import Value, complete, defaults
from .games import RESULTS, Array, DataError, Games, joined, numbering, summed

SUFFIX = ".games"
BLOCK_MOVES = 1 << 18       # in a block, and those of one more game
LONGEST = (1 << 16) - 1     # plies of a game, and visited actions of a move
COUNTS = struct.Struct("<IIII")     # games, moves, visits, and bytes of the starts
# The columns of a block in their order: the name, the type, what there is one for each of, and
# what the header calls the group of columns that it belongs to, if that may be missing.
COLUMNS = (("plies", "<u2", "game", ""), ("start", "<u4", "game", ""),
           ("results", "<u1", "game", ""), ("random_plies", "<u2", "game", ""),
           ("actions", "<u2", "move", ""), ("values", "<i2", "move", "values"),
           ("visited", "<u2", "move", "visits"), ("visit_actions", "<u2", "visit", "visits"),
           ("visit_counts", "<u4", "visit", "visits"))


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a file of games says of itself.

    Attributes:
        game: the name of the game.
        options: rule options that are not at their defaults.
        numbering: a name for how actions are numbered (`games.numbering`).
        values, visits: whether there are such columns.
        made: the day, as 2026-11-26.
        how: the command that made it, or what else tells.
        engine: the version of Eckstein that wrote it.
    """

    game: str
    options: dict[str, Value]
    numbering: str
    values: bool
    visits: bool
    made: str
    how: str
    engine: str

    @classmethod
    def now(cls, game: str, options: Mapping[str, Value], how: str, *, values: bool,
            visits: bool) -> Header:
        """The header of a file that is written now, by this program."""
        usual = defaults(game)
        return cls(game=game, options={name: value for name, value in options.items()
                                       if value != usual[name]},
                   numbering=numbering(game, options), values=values, visits=visits,
                   made=datetime.date.today().isoformat(), how=how, engine=__version__)


KIND = Kind("games", 1, Header, Sentence("is not a file of games"))


def write_games(path: str | Path, games: Games, how: str, made: str | None = None) -> int:
    """Write a file, whole or not at all, and return how many bytes it has.

    Args:
        path: where; the folder must exist.
        games: what it is to hold.
        how: how the games were made, such as a command.
        made: the day that the file tells, as 2026-11-26; that of today, if left out.

    Raises:
        DataError: if a game or a list of visits is too long for the format.
        OSError: if it cannot be written.
    """
    header = Header.now(games.game, games.options, how, values=games.values is not None,
                        visits=games.visit_offsets is not None)
    if made is not None:
        header = msgspec.structs.replace(header, made=made)
    return KIND.write(path, header, map(encoded, blocks_of(games)))


def read_games(*paths: str | Path) -> Games:
    """All games of these files.

    Raises:
        DataError: if a file is damaged, of another version, or not of the same kind of games as the
            first one.
        ValueError: if its game or its options are unknown.
        OSError: if it cannot be read.
    """
    parts: list[Games] = []
    for path in paths:
        parts += open_games(path)[1]
        if parts[0].rules != parts[-1].rules:
            raise DataError(Sentence("{path} holds games of {ours}, and {first} holds games of "
                                     "{theirs}; games of one kind belong together", path=path,
                                     ours=parts[-1].rules, first=paths[0], theirs=parts[0].rules))
    if not parts:
        raise DataError(Sentence("there is no file of games to read"))
    return joined(parts)


def open_games(path: str | Path) -> tuple[Header, list[Games]]:
    """The header of a file, and its blocks; errors are those of `read_games`."""
    def refused(fault: Sentence) -> DataError:
        return DataError(Sentence("{path} {fault}", path=path, fault=fault))
    with Sealed(path, KIND, refused) as file:
        header = file.header
        try:
            options = complete(header.game, header.options)
            known = numbering(header.game, options)
        except ValueError as error:
            raise DataError(Sentence("{path}: {reason}", path=path,
                                     reason=reason_of(error))) from None
        if header.numbering != known:
            raise refused(Sentence(
                "numbers moves otherwise than this program; Eckstein {version}, which wrote it, "
                "can convert it to records", version=header.engine))
        found = [_decoded(piece, header, options, number, refused)
                 for number, piece in enumerate(file, 1)]
    return header, found or [_decoded(COUNTS.pack(0, 0, 0, 0), header, options, 1, refused)]


def blocks_of(games: Games) -> Iterator[Games]:
    """The games in groups, each of which makes a block."""
    first = 0
    while first < len(games):
        end = int(np.searchsorted(games.offsets, games.offsets[first] + BLOCK_MOVES))
        end = min(max(end, first + 1), len(games))
        yield games if (first, end) == (0, len(games)) else games.select(np.arange(first, end))
        first = end


def encoded(games: Games) -> bytes:
    """The bytes of a block.

    Raises:
        DataError: if a game or a list of visits is too long.
    """
    starts = "\n".join(games.starts).encode()
    columns: dict[str, Any] = {"plies": games.plies}
    visits = 0
    if games.visit_offsets is not None:
        columns["visited"], visits = np.diff(games.visit_offsets), int(games.visit_offsets[-1])
    for name, longest in columns.items():
        if longest.size and longest.max() > LONGEST:
            raise DataError(Sentence("a game has {count} {name}, and the format has room for "
                                     "{most}", count=int(longest.max()),
                                     name="plies" if name == "plies" else "visited actions",
                                     most=LONGEST))
    told = [COUNTS.pack(len(games), games.moves, visits, len(starts)), starts]
    for name, kind, _, _ in COLUMNS:
        column = columns.get(name, getattr(games, name, None))
        if column is not None:
            told.append(np.ascontiguousarray(column).astype(kind, copy=False).tobytes())
    return b"".join(told)


def _decoded(piece: bytes, header: Header, options: dict[str, Value], number: int,
             refused: Any) -> Games:
    """The games of a block.

    Raises:
        Exception: what `refused` makes, if it holds what cannot be.
    """
    wrong = Sentence("says what cannot be in block {number}", number=number)
    if len(piece) < COUNTS.size:
        raise refused(wrong)
    games, moves, visits, size = COUNTS.unpack_from(piece)
    rows = {"game": games, "move": moves, "visit": visits}
    columns = [(name, np.dtype(kind), rows[each]) for name, kind, each, group in COLUMNS
               if not group or getattr(header, group)]
    at = COUNTS.size + size
    if len(piece) != at + sum(kind.itemsize * count for _, kind, count in columns):
        raise refused(wrong)
    try:
        text = piece[COUNTS.size:at].decode()
    except UnicodeDecodeError:
        raise refused(wrong) from None
    found: dict[str, Array] = {}
    for name, kind, count in columns:
        found[name] = np.frombuffer(piece, kind, count, at)
        at += kind.itemsize * count
    plies, visited = found.pop("plies"), found.pop("visited", None)
    if visited is not None:
        found["visit_offsets"] = summed(visited)
    made = Games(header.game, options, tuple(text.split("\n")) if text else (),
                 offsets=summed(plies), **found)
    if not _can_be(made, visits):
        raise refused(wrong)
    return made


def _can_be(games: Games, visits: int) -> bool:
    """Whether the columns of a block fit each other."""
    return bool(
        games.offsets[-1] == games.moves
        and (games.visit_offsets is None or games.visit_offsets[-1] == visits)
        and (games.results < len(RESULTS)).all() and (games.start < len(games.starts)).all()
        and (games.random_plies <= games.plies).all())

