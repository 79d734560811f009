"""Asking tables about a position and the moves from it."""
from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...base.sentence import Sentence
from ...base.user_paths import data_folder, tables_folders
from ...board import Board
from ...kernel.codes import DRAW
from ...kernel.options import changed_rules
from ...kernel.specialise import specialise
from .endings import (
    Ending,
    MissingTableError,
    NoTableError,
    endings_of,
    not_built,
    numbering,
    tables_known,
)
from .part_files import PartTables, parts_there
from .table_file import Table, TableError, open_table
from .values import IMPOSSIBLE, Value


class MoveValue(NamedTuple):
    """A legal move, and its result for the mover.

    Attributes:
        move: as `Board.push` takes it.
        text: its plain text.
        value: its plies count this move, too.
    """

    move: int
    text: str
    value: Value


class Probe(NamedTuple):
    """What tables know about a position.

    Attributes:
        ending: the ending that it belongs to.
        value: for the player to move.
        moves: all legal moves, the best first; none if the game is over.
    """

    ending: Ending
    value: Value
    moves: list[MoveValue]


def probe(board: Board) -> Probe:
    """The exact value of a position and of each of its moves.

    Tables assume that nothing was played before: draws by repetition or lack of progress are not
    in them.

    Args:
        board: not changed.

    Raises:
        NoTableError: if there is no table for this material, or it has not been built, or the
            position cannot occur in a game.
        TableError: if the table is damaged or of other rules.
    """
    tables = tables_of(board)
    found = tables.value(board.state)
    if found is None:
        raise NoTableError(Sentence("{game} has no table for the material of this position; "
                                    "{told}", game=board.game,
                                    told=tables_known(board.game, endings_of(
                                        board.game, board.options))))
    moves = []
    for move in board.legal_moves:
        after = tables.value_or_result(board.rules.apply(board.state, move))
        moves.append(MoveValue(move, board.text(move), after.before()))
    moves.sort(key=lambda one: one.value.rank(), reverse=True)
    return Probe(*found, moves)


def find(board: Board) -> Probe | None:
    """As `probe`; None where there is no table, or none that can be used."""
    try:
        return probe(board)
    except (NoTableError, TableError):
        return None


def ending_of(board: Board) -> Ending | None:
    """The ending that a position belongs to by its material; None if it belongs to none."""
    return tables_of(board).ending(board.state)


def open_tables(game: str, options: Mapping[str, Any]) -> None:
    """Open all tables that there are, to save the time later.

    Args:
        game: its name.
        options: values of any of its options, as `options.complete` gives them.
    """
    tables_under(game, options).open_all()


def tables_of(board: Board) -> Tables:
    """The tables of a board's game under its options."""
    return tables_under(board.game, board.options)


def tables_under(game: str, options: Mapping[str, Any]) -> Tables:
    """The tables of a game.

    Args:
        game: its name.
        options: values of any of its options, as `options.complete` gives them.
    """
    return _tables_of(game, changed_rules(game, options), (data_folder(), *tables_folders()))


class Tables:
    """The tables of a game under some options, each opened when it is first asked.

    Args:
        game: its name.
        options: as `changed_rules` gives them.
    """

    def __init__(self, game: str, options: tuple[tuple[str, bool | str], ...]) -> None:
        own: dict[str, Any] = dict(options)
        self._rules = specialise(f"games.{game}", game, compiled=False, **own)
        self._endings = endings_of(game, dict(options))
        self._place = numbering(game, options).place
        self._tables: list[Table | PartTables | None] = [None for _ in self._endings]
        self._all_asked = False

    def open_all(self) -> None:
        """Open what is there and sound; the rest is reported when it is asked."""
        if not self._all_asked:
            self._all_asked = True
            for number, table in enumerate(self._tables):
                if table is None:
                    with contextlib.suppress(MissingTableError, TableError):
                        self._open(number)

    def ending(self, p: Any) -> Ending | None:
        """The ending that a position belongs to, whether or not its table is there; or None."""
        place, _ = self._place(p)
        return self._endings[place] if place >= 0 else None

    def value(self, p: Any) -> tuple[Ending, Value] | None:
        """The ending that a position belongs to, and its value; None if it belongs to none.

        Raises:
            MissingTableError: if its table has not been built.
            NoTableError: if the position cannot occur in a game.
            TableError: if the table is not sound.
        """
        place, number = self._place(p)
        if place < 0:
            return None
        code = self.opened(place).code(number)
        if code == IMPOSSIBLE:
            raise NoTableError(Sentence("the position cannot occur in a game, so no table has it"))
        return self._endings[place], Value.of_code(code)

    def value_or_result(self, p: Any) -> Value:
        """The value of a position that a move has led to, which may have ended the game."""
        found = self.value(p)
        if found is not None:
            return found[1]
        result = self._rules.outcome(p)
        if result == DRAW:
            return Value("drawn")
        return Value("won" if result == 1 + p.side else "lost", 0)

    def opened(self, number: int) -> Table | PartTables:
        """The table of an ending, by its number among the endings of the game.

        Raises:
            MissingTableError: if it has not been built.
            TableError: if it is not sound.
        """
        return self._tables[number] or self._open(number)

    def _open(self, number: int) -> Table | PartTables:
        ending = self._endings[number]
        try:
            table: Table | PartTables = open_table(ending)
        except FileNotFoundError:
            if parts_there(ending):
                self._tables[number] = table = PartTables(ending)
                return table
            raise not_built(ending) from None
        self._tables[number] = table
        return table


@functools.cache
def _tables_of(game: str, options: tuple[tuple[str, bool | str], ...],
               folders: tuple[Path, ...]) -> Tables:
    return Tables(game, options)
