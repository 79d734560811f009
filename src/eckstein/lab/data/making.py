"""Games of a player against himself, made by several processes, and gone on with after a stop.

The processes are on this machine, or on those of a cluster.

A game depends on its number and the seed alone.  Games are made in units, each of which becomes a
file of its own beside the one that is wanted, whole or not at all; when all are there, they are
put together.  So stopping the work, in whatever way, only loses the units that were under way.
"""
from __future__ import annotations

import contextlib
import functools
import random
import re
import shlex
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ... import __version__
from ...base.files import Note, check_place
from ...base.processes import worker_processes
from ...base.sentence import Sentence
from ...board import Board
from ...engine.limits import Limits
from ...engine.player import Player
from ...engine.players import FULL_SECONDS, learnt_of, make_player, read_player, thinkers
from ...engine.tree_search import TreeSearcher
from ...kernel.options import Value, write
from ..arena.openings import random_board
from ..cluster import ClusterError, Needs, spread
from .data_file import KIND, SUFFIX, Header, encoded, open_games, write_games
from .games import NO_VALUE, DataError, Games, encoding_of, joined, value_of
from .records import of_moves, one_game
from .selfplay import SelfPlay

MOST_UNITS, LARGEST = 512, 256      # of units, until one of them would have more games than this
COUNT = re.compile(r" --games ([0-9]{1,9}) ")       # in the command that made games
PATIENCE = 100              # random openings in a row in which the game is over

Report = Callable[[int], None]      # how many games there are
Blocks = Generator[tuple[range, bytes], None, None]     # units with their games


@dataclass(frozen=True)
class Making:
    """How games are made.

    Attributes:
        game: its name.
        options: all rule options, as pairs.
        player: plays both sides, as everywhere (see docs/players.md).
        games: how many.
        random_plies: how many random moves each begins with.
        max_plies: after how many moves a game ends without a result.
        seed: of all chance.

    Raises:
        ValueError: if there is no such player.
    """

    game: str
    options: tuple[tuple[str, Value], ...]
    player: str
    games: int
    random_plies: int = 8
    max_plies: int = 400
    seed: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "player", str(read_player(self.player, thinkers())))

    @property
    def how(self) -> str:
        """The command that makes these games; after a #, what the player has learnt.

        Raises:
            ValueError: if the player cannot be made.
            OSError: if its weights cannot be read.
        """
        return self.how_many(self.games)

    def how_many(self, games: int) -> str:
        """The same for another number of games."""
        words = ["eckstein", "data", "make", self.game]
        for pair in write(self.game, dict(self.options)).split():
            words += ["-o", pair]
        for name in ("player", "games", "random_plies", "max_plies", "seed"):
            words += [f"--{name.replace('_', '-')}",
                      str(games if name == "games" else getattr(self, name))]
        return shlex.join(words) + (f"  # {self._learnt}" if self._learnt else "")

    @functools.cached_property
    def _learnt(self) -> str:
        options: dict[str, Any] = dict(self.options)
        return learnt_of(read_player(self.player), Board(self.game, **options))

    @property
    def has_visits(self) -> bool:
        """Whether the player tells how often moves were visited."""
        return read_player(self.player).kind == "mcts"

    def units(self) -> Iterator[range]:
        """The numbers of the games of each unit."""
        size = min(LARGEST, -(-self.games // MOST_UNITS))
        for first in range(0, self.games, size):
            yield range(first, min(first + size, self.games))


def make(path: Path, making: Making, jobs: int, report: Report, cluster: str | None = None,
         note: Note = lambda told: None) -> bool:
    """Make games, or go on with what an earlier call has begun, or with fewer games of the same.

    What is damaged is set aside, and made again.

    Args:
        path: the file that is wanted.
        making: the games.
        jobs: processes on this machine.
        report: called now and then.
        cluster: the address of a Ray cluster that makes the games instead.
        note: called with what is set aside.

    Returns:
        Whether there was anything to do.

    Raises:
        DataError: if there are other games in its place.
        WorkerDiedError: if a process dies.
        ClusterError: if the cluster cannot be used, or cannot make a unit.
        OSError: if something cannot be written.
    """
    check_place(path)
    earlier = None
    if KIND.is_there(path, note, named=True):
        earlier = _games_in(path, making)
        if len(earlier) == making.games:
            _remove(path)
            return False
    folder = begun_folder(path)
    folder.mkdir(exist_ok=True)
    units = list(making.units())
    if earlier is not None:             # its last games may be a part of a unit
        units = [unit for unit in units if unit.stop > len(earlier)]
        earlier = earlier.select(np.arange(units[0].start))
    todo = [unit for unit in units if not _is_made(path, unit, making, note)]
    done = making.games - sum(map(len, todo))
    report(done)
    with contextlib.closing(_made_here(making, todo, jobs) if cluster is None else
                            _made_there(making, todo, cluster)) as blocks:
        for unit, block in blocks:
            keep(path, making, unit, block)
            done += len(unit)
            report(done)
    parts = [joined(open_games(unit_path(path, unit))[1]) for unit in units]
    found = joined(parts if earlier is None else [earlier, *parts])
    told = found.values is not None and bool((found.values != NO_VALUE).any())
    write_games(path, found if told else replace(found, values=None), making.how)
    _remove(path)
    return True


def _made_here(making: Making, todo: list[range], jobs: int) -> Blocks:
    with worker_processes(min(jobs, max(1, len(todo))), None) as pool:
        tasks = {pool.submit(played, making, unit): unit for unit in todo}
        for task in as_completed(tasks):
            yield tasks.pop(task), task.result()


def _made_there(making: Making, todo: list[range], cluster: str) -> Blocks:
    needs = Needs.of(read_player(making.player))
    for unit, block in spread(cluster, (making.game, dict(making.options)), played, making, todo,
                              lambda unit: needs):
        if isinstance(block, ClusterError):
            raise block
        yield unit, block


def played(making: Making, unit: range) -> bytes:
    """The games of a unit, as a block of a file."""
    return encoded(games_of(making, unit))


def games_of(making: Making, numbers: range) -> Games:
    """Games by their numbers."""
    return joined([_game(making, number) for number in numbers])


def keep(path: Path, making: Making, unit: range, block: bytes) -> None:
    """Write the file of a unit, whole or not at all."""
    header = Header.now(making.game, dict(making.options), making.how, values=True,
                        visits=making.has_visits)
    KIND.write(unit_path(path, unit), header, [block])


def begun_folder(path: Path) -> Path:
    """Where units lie until all are there."""
    return path.with_name(f"{path.name}.begun")


def unit_path(path: Path, unit: range) -> Path:
    """Where the file of a unit lies, or would lie."""
    return begun_folder(path) / f"{unit.start:09}{SUFFIX}"


def _is_made(path: Path, unit: range, making: Making, note: Note) -> bool:
    """Whether the games of a unit are there, all of them."""
    there = unit_path(path, unit)
    return KIND.is_there(there, note) and len(_games_in(there, making)) == len(unit)


def _games_in(path: Path, making: Making) -> Games:
    """The games of a file that is made as it is wanted, of so many games or fewer.

    Raises:
        DataError: if it is made otherwise.
    """
    header, blocks = open_games(path)
    count = COUNT.search(header.how)
    games = min(making.games, int(count[1])) if count else making.games
    if header.how != making.how_many(games) or header.engine != __version__:
        raise DataError(Sentence(
            "{path} was made by \"{command}\" of version {version}, not by \"{wanted}\" of version "
            "{own}; name another file with --out, or delete it", path=path, command=header.how,
            version=header.engine, wanted=making.how, own=__version__))
    return joined(blocks)


def _remove(path: Path) -> None:
    """Remove units that are no longer needed, and drafts of them."""
    folder = begun_folder(path)
    if folder.is_dir():
        for old in [*folder.glob(f"[0-9]*{SUFFIX}"), *folder.glob(".*.tmp")]:
            old.unlink(missing_ok=True)
        with contextlib.suppress(OSError):      # it has foreign files
            folder.rmdir()


@functools.lru_cache(maxsize=1)
def _player(making: Making) -> tuple[Board, Player | SelfPlay]:
    """The start, and the player of this process."""
    options: dict[str, Any] = dict(making.options)
    start, name = Board(making.game, **options), read_player(making.player)
    if SelfPlay.plays(name):
        return start, SelfPlay(name, start, making.max_plies)
    player = make_player(name, start)
    player.warm()
    return start, player


def _game(making: Making, number: int) -> Games:
    """A game by its number."""
    start, player = _player(making)
    chance = random.Random(f"{making.seed}/{number}")
    board = _opening(making, start, chance)
    encoding = encoding_of(making.game, start.options)
    values, visits = [NO_VALUE] * board.ply, [list[tuple[int, int]]() for _ in range(board.ply)]
    if isinstance(player, SelfPlay):
        actions, worth, result = player.play(board)
        return one_game(start, of_moves(start.copy(), board.move_stack) + actions, values + worth,
                        result, making.random_plies)
    player.new_game(chance.randrange(1 << 30))
    while not board.is_game_over() and board.ply < making.max_plies:
        found = player.play(board, Limits(time=FULL_SECONDS))
        values.append(value_of(found.info.score) if found.info else NO_VALUE)
        seen = player.visits() if isinstance(player, TreeSearcher) else []
        visits.append([(int(encoding.action_of(board.state, move)), often)
                       for move, often in seen if often])
        board.push(found.move)
    outcome = board.outcome()
    return one_game(start, of_moves(start.copy(), board.move_stack), values,
                    outcome.result() if outcome else "*", making.random_plies,
                    visits if making.has_visits else None)


def _opening(making: Making, start: Board, chance: random.Random) -> Board:
    """A board after random moves, on which the game goes on."""
    for _ in range(PATIENCE):
        board = random_board(start.copy(), making.random_plies, chance)
        if not board.is_game_over():
            return board
    raise DataError(Sentence("{game} is over after {plies} random {plies:ply|plies}, nearly "
                             "always; ask for fewer with --random-plies", game=making.game,
                             plies=making.random_plies))
