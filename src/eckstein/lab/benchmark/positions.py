"""The positions of the benchmark, by strata, each with what is known exactly of its moves.

A position is critical if some legal moves keep its value and others do not.  Which positions a
stratum has follows from its name and the exact values alone, so they are the same on each machine;
fewer positions are the first ones of more.
"""
from __future__ import annotations

import contextlib
import functools
import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ...base.json_text import read_json
from ...base.sentence import Sentence
from ...base.user_paths import data_folder, tables_folders
from ...board import Board
from ...board.score import plies_within
from ...engine.tables import NoTableError, TableError, probe
from ...engine.tables.endings import Ending, endings_of, not_built, numbering
from ...engine.tables.part_files import PartTables
from ...engine.tables.probing import MoveValue, tables_under
from ...engine.tables.solution import Array, Solution
from ...games import check_game_name
from ...kernel.options import Values, complete, write
from ...notation.positions import write_position
from .. import guessing
from ..puzzles import puzzle_file
from ..tables.whole import solve

POSITIONS = 500             # of a stratum, unless another number is asked for
VERSION = 1                 # of how positions are chosen; another one gives others
EACH = 400                  # numbers of a table that are looked at for each position, at most
FOLDER = Path(__file__).parent

Known = Callable[[Board], Sequence[MoveValue]]


class Critical(NamedTuple):
    """A position in which some moves keep the value and others do not.

    Attributes:
        position: as text.
        result: "won" or "drawn", for the player to move; in a puzzle "drawn" says not lost.
        kept: the texts of the moves that keep it, each with the plies by which the win comes later
            than it must; 0 where nobody wins.
    """

    position: str
    result: str
    kept: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Stratum:
    """Positions of one kind.

    Attributes:
        name: such as "table d-d", "board size=3", "claims size=5" or "puzzles".
        game: its name.
        options: all rule options.
        positions: what a player is asked.
        complete: whether these are all critical positions there are, not some of them.
        most: how many plies later than it must a kept win can come; 0 where that is not known.
        known: the values of all moves of any position that play can lead to, the best first; None
            where only those of the positions themselves are known.
        start: the position that a whole board begins with, as text; None for other strata.
    """

    name: str
    game: str
    options: Values
    positions: tuple[Critical, ...]
    complete: bool
    most: int
    known: Known | None = None
    start: str | None = None

    @functools.cached_property
    def digest(self) -> str:
        """SHA-256 of the name, the positions and the moves that keep values, 64 digits."""
        told = [f"{VERSION} {self.game} {self.name}"]
        told += [" ".join([one.position, one.result, *(f"{move}+{plies}" for move, plies in sorted(
            one.kept.items()))]) for one in self.positions]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()

    def board(self, position: str) -> Board:
        """A board with one of its positions."""
        return Board(self.game, position, compiled=False, **self.options)

    def keys(self) -> Array:
        """int64, ascending: `Board.key` of the positions, and of each turned with colours swapped.
        """
        boards = [self.board(one.position) for one in self.positions]
        return np.unique(np.array([board.key for one in boards for board in (one, one.turned())],
                                  np.int64))


class Source(NamedTuple):
    """What a stratum is made from.

    Attributes:
        name: of the stratum.
        options: all rule options.
        make: makes it with so many positions at most.  It raises ValueError where what it needs
            is not there, with a sentence that says what to do.
    """

    name: str
    options: Values
    make: Callable[[int], Stratum]


class SmallBoard(msgspec.Struct, frozen=True):
    """A board in the file of a game that is small enough to be solved whole."""

    options: dict[str, str]
    position: str | None = None


def strata(game: str, options: Mapping[str, Any] | None = None, positions: int = POSITIONS,
           solutions: Sequence[Solution] = ()) -> list[Stratum]:
    """The strata of a game that can be had here.

    Args:
        game: its name.
        options: rule options, for the strata under these alone; all strata if None.
        positions: how many positions a stratum has at most.
        solutions: more boards, each of which becomes a stratum.

    Raises:
        ValueError: for an unknown game, an option that it cannot have, or a solution of another
            game.
    """
    found = []
    for source in sources(game, options, solutions):
        with contextlib.suppress(NoTableError, TableError):
            found.append(source.make(positions))
    return found


def held_out(game: str, options: Mapping[str, Any] | None = None,
             positions: int = POSITIONS) -> Array:
    """The keys of all positions of the benchmark under some options, for a training to leave out.

    Args:
        game: its name.
        options: rule options; the usual ones if None.
        positions: how many positions a stratum has at most.

    Returns:
        int64, ascending: `Board.key` of each position, and of the same position turned by half a
        turn with colours swapped.  Of tables that are not there, no position is known.
    """
    chosen = complete(game, options or {})
    return _held_out(game, tuple(chosen.items()), positions, (data_folder(), *tables_folders()))


@functools.cache
def _held_out(game: str, options: tuple[tuple[str, Any], ...], positions: int,
              folders: tuple[Path, ...]) -> Array:
    found = [one.keys() for one in strata(game, dict(options), positions)]
    keys = np.unique(np.concatenate([np.zeros(0, np.int64), *found]))
    keys.flags.writeable = False
    return keys


def sources(game: str, options: Mapping[str, Any] | None = None,
            solutions: Sequence[Solution] = ()) -> list[Source]:
    """What strata can be made from; arguments and errors as of `strata`."""
    check_game_name(game)
    if not (options is None or isinstance(options, Mapping)):
        raise TypeError(f"options are names with values, such as {{'size': 3}}, not {options!r}")
    for one in solutions:
        if not isinstance(one, Solution):
            raise TypeError(f"a solution is the first of what read_solution returns, not {one!r}")
        if one.game != game:
            raise ValueError(Sentence("the solution is of {theirs}, not of {game}",
                                      theirs=one.game, game=game))
    chosen = complete(game, options or {})
    found = [*_tables(game, Values(chosen)), *_boards(game), *_solved(solutions), *_claims(game),
             *_puzzles(game)]
    if options is None:
        return found
    return [source for source in found if dict(source.options) == chosen]


# Tables of endings.

def _tables(game: str, options: Values) -> Iterator[Source]:
    for ending in endings_of(game, options):
        yield Source(_named(f"table {ending.name}", game, options), options,
                     functools.partial(_of_table, ending, options))


def _of_table(ending: Ending, options: Values, count: int) -> Stratum:
    tables, numbers = tables_under(ending.game, options), numbering(ending.game, ending.options)
    name = _named(f"table {ending.name}", ending.game, options)
    table = tables.opened(ending.number)
    if isinstance(table, PartTables):
        raise not_built(ending)
    first, chance = Board(ending.game, compiled=False, **options), _chance(ending.game, name)
    found, seen = dict[str, Critical](), 0
    for number in _drawn(chance, ending.entries, EACH * count):
        if len(found) == count:
            break
        seen, turned = seen + 1, chance.random() < 0.5
        if not numbers.possible(ending.number, number):
            continue
        board = placed(first, numbers.position(ending.number, number))
        if board.is_game_over() or tables.value_or_result(board.state).result == "lost":
            continue
        board = board.turned() if turned else board
        if one := _critical(board, probe(board).moves):
            found[one.position] = one
    return Stratum(name, ending.game, options, tuple(found.values()), seen == ending.entries,
                   table.header.longest, lambda board: probe(board).moves)


# Whole boards.

def _boards(game: str) -> Iterator[Source]:
    path = FOLDER / f"{game}.json"
    for one in read_json(path.read_bytes(), list[SmallBoard]) if path.exists() else ():
        board = Board(game, one.position, compiled=False, **one.options)
        yield Source(_named_board(board), board.options, functools.partial(_of_board, board))


def _solved(solutions: Sequence[Solution]) -> Iterator[Source]:
    for one in solutions:
        board = Board(one.game, one.start, compiled=False, **one.options)
        yield Source(_named_board(board), board.options,
                     functools.partial(_of_solution, one, _named_board(board)))


def _of_board(board: Board, count: int) -> Stratum:
    return _of_solution(_solution(board.game, tuple(board.options.items()), board.position()),
                        _named_board(board), count)


@functools.cache
def _solution(game: str, options: tuple[tuple[str, Any], ...], position: str) -> Solution:
    return solve(Board(game, position, compiled=False, **dict(options)))


def _of_solution(solution: Solution, name: str, count: int) -> Stratum:
    def known(board: Board) -> Sequence[MoveValue]:
        moves = solution.moves(board)
        if moves is None:
            raise ValueError(Sentence("{position} is not on this board",
                                      position=board.position()))
        return moves

    options = Values(solution.options)
    first, chance = Board(solution.game, compiled=False, **options), _chance(solution.game, name)
    found, seen = list[Critical](), 0
    for row in _drawn(chance, len(solution), len(solution)):
        if len(found) == count:
            break
        seen += 1
        if solution.codes[row] % 2 == 0:        # not lost
            board = placed(first, solution.fields[row].tolist())
            if one := _critical(board, known(board)):
                found.append(one)
    return Stratum(name, solution.game, options, tuple(found), seen == len(solution),
                   solution.longest, known, solution.start)


# Claims and puzzles.

def _claims(game: str) -> Iterator[Source]:
    by_options = dict[str, list[guessing.Guessing]]()
    for one in guessing.load(game):
        by_options.setdefault(write(game, complete(game, one.options)), []).append(one)
    for some in by_options.values():
        options = Values(complete(game, some[0].options))
        yield Source(_named("claims", game, options), options,
                     functools.partial(_of_claims, game, options, some))


def _of_claims(game: str, options: Values, proofs: Sequence[guessing.Guessing],
               count: int) -> Stratum:
    found = dict[str, Critical]()
    for proof in proofs:
        for position, moves in proof.moves.items():
            wins = {text: plies for text, plies in moves.items() if plies is not None}
            if 0 < len(wins) < len(moves):
                found[position] = Critical(position, "won", {
                    text: plies - min(wins.values()) for text, plies in wins.items()})
    return _listed(_named("claims", game, options), game, options, list(found.values()), count,
                   plies_within(max(proof.late for proof in proofs)))


def _puzzles(game: str) -> Iterator[Source]:
    by_options = dict[str, list[Critical]]()
    for one in puzzle_file.load(game):
        by_options.setdefault(write(game, complete(game, one.options)), []).append(
            Critical(one.position, "won" if one.task == "win" else "drawn", {one.first: 0}))
    for text, some in by_options.items():
        options = Values(complete(game, dict(word.split("=") for word in text.split())))
        yield Source(_named("puzzles", game, options), options, functools.partial(
            _listed, _named("puzzles", game, options), game, options, some))


def _listed(name: str, game: str, options: Values, found: list[Critical], count: int,
            most: int = 0) -> Stratum:
    """A stratum of positions that are all known, in an order by chance."""
    shuffled = found.copy()
    _chance(game, name).shuffle(shuffled)
    return Stratum(name, game, options, tuple(shuffled[:count]), False, most)


# What they have in common.

def _critical(board: Board, moves: Sequence[MoveValue]) -> Critical | None:
    """What is known of a position, if it is critical."""
    if not moves or moves[0].value.result == "lost":
        return None
    best = moves[0].value
    kept = {one.text: (one.value.plies or 0) - (best.plies or 0) for one in moves
            if one.value.result == best.result}
    return Critical(board.position(), best.result, kept) if len(kept) < len(moves) else None


def placed(board: Board, fields: Sequence[int]) -> Board:
    """A board of the same game and options with a position of these integers, and no moves before.
    """
    rules = board.rules
    return Board(board.game, write_position(rules, rules.Position(*fields), board.origin),
                 compiled=False, **board.options)


def _drawn(chance: random.Random, entries: int, most: int) -> Iterator[int]:
    """Numbers below `entries` in an order by chance, each once, and no more than `most`."""
    seen = set[int]()
    while len(seen) < min(entries, most):
        number = chance.randrange(entries)
        if number not in seen:
            seen.add(number)
            yield number


def _chance(game: str, name: str) -> random.Random:
    return random.Random(f"benchmark {VERSION} {game} {name}")


def _named(name: str, game: str, options: Values) -> str:
    return " ".join(filter(None, [name, write(game, options)]))


def _named_board(board: Board) -> str:
    """The name of a whole board: its first position stands in it if it is not the usual one."""
    usual = Board(board.game, compiled=False, **board.options).position()
    start = board.position()
    return _named("board" if start == usual else f"board {start}", board.game, board.options)
