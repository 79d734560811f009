"""Many games at once, as arrays of NumPy: a step for all of them, and what learners see then."""
from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...base.sentence import Sentence
from ...board import Board
from ...kernel import options as option_values
from ...kernel.specialise import COMPILED, Life, specialise
from ...notation.positions import write_position
from ..tables.solution import Solution
from .chance import Seeds, chances, stirred
from .columns import Array, Columns
from .exact import ExactValues, exact_values
from .optional_arrays import OptionalArray
from .settings import BatchError as BatchError
from .settings import one_of, whole
from .threads import Threads, alone

COMMON = "occurrences", "moves without progress"        # scalars of every game
Autoreset = Literal["same", "next", "off"]
Masks = Literal["bytes", "bits"]

TEMPLATE = "search.batch.stepping"
AUTORESET = ("off", "same", "next")         # by the numbers of the template
ROOM = 64                   # moves that a line has room for at first, beside random ones
MOST_ACTIONS = 1 << 15      # an action is kept in 16 bits
NO_ACTION = NOBODY = -1
# The settings that are whole numbers, and from where to where they go.
COUNTS = {"n": (1, (1 << 31) - 1), "threads": (1, 1024), "random_plies": (0, 1000),
          "max_plies": (0, (1 << 31) - 1)}
# The columns that are shown, and what they are called.
SHOWN = {"legal": "legal", "count": "legal_count", "rewards": "rewards", "terminated": "terminated",
         "truncated": "truncated", "winner": "winner", "reason": "reason", "player": "player",
         "plies": "plies", "planes": "observations", "scalars": "scalars", "mask": "action_mask",
         "bits": "action_mask", "final_planes": "final_observations",
         "final_scalars": "final_scalars", "final_player": "final_player"}
# What `snapshot` keeps of each game: the rest is shown again.
STATE = ("positions", "anchors", "keys", "line", "reversible", "idle", "plies", "chance",
         "occurrences", "rewards", "terminated", "truncated", "winner", "reason", "final_planes",
         "final_scalars", "final_player")

LINES = "keys", "line"      # which have room for a number of moves


@dataclass(frozen=True)
class Legend:
    """What observations show, always from the side of the player to move.

    Attributes:
        planes: what each plane of `observations` shows, such as "own die, top 6".
        scalars: what each column of `scalars` tells.
        reasons: what each number in `reason` means.
    """

    planes: tuple[str, ...]
    scalars: tuple[str, ...]
    reasons: tuple[str, ...] = ("running", "position", "repetition", "no progress", "max plies")


@dataclass(frozen=True)
class Snapshot:
    """The games of a batch as they were; see `BatchGame.snapshot`."""

    rules: tuple[Any, ...]
    n: int
    columns: dict[str, Array]


class BatchGame:
    """Many games of one kind, all under the same rules, played step by step.

    All arrays below are views of the batch's own memory, which each step overwrites: copy what is
    to stay.  They have a row for each game, and are read-only.  To read one that was not asked for
    is a BatchError.

    Attributes:
        actions: how many actions there are; they are numbers from 0, seen from the mover's side.
        legend: what the observations show.
        observation_shape: planes, rows, columns.
        observations: uint8 [n, planes, rows, columns], each 0 or 1; with `observe`.
        scalars: float32 [n, k], from 0 to 1; with `observe`.
        action_mask: uint8 [n, actions], 1 for legal ones, or with "bits" uint64 [n, words], action
            a in bit a % 64 of word a // 64; with `masks`.
        legal: int16 [n, m]: the legal actions of game i are legal[i, :legal_count[i]].
        legal_count: int16 [n]; 0 where a game is over, but under autoreset="next" action 0 is
            legal there, and alone, so that every row of a mask has a legal action.
        rewards: int8 [n]: the reward of the last step for its mover: 1, 0 or -1.
        terminated: bool [n]: whether the last step has ended the game by the rules, draws included.
        truncated: bool [n]: whether it has ended it by `max_plies`.
        winner: int8 [n]: 0 White, 1 Black, -1 for a draw or a running game.
        reason: uint8 [n]: why the game has ended, see `legend.reasons`.
        player: uint8 [n]: the player to move, 0 White, 1 Black.
        plies: int64 [n]: moves since the game began, random ones included.
        final_observations, final_scalars, final_player: under autoreset="same", what was to be
            seen of a game at its end, where it has ended in the last step.

    Args:
        game: the name of a game.
        n: how many games.
        seed: of all chance, see `reset`: games with the same seed and the same actions are the
            same, whatever the number of games and of threads; None for others every time.
        threads: how many threads share the work.
        autoreset: when a game that is over begins anew: in the "same" step, so that observations
            are those of the new game; with the "next" step, whatever its action; or never ("off").
        masks: "bytes", "bits" or None: how legal actions are marked.
        observe: whether there are observations.
        starts: position texts, one of which each game begins with; the start of the rules if None.
        random_plies: how many random moves each game begins with, up to 1000.
        max_plies: after how many moves a game is truncated; 0 for never.
        life: a certain life instead of the first that there is, see docs/house.md.
        options: rule options, as for `Board`.

    Raises:
        ValueError: for an unknown game, an unknown or impossible option, a number that cannot be,
            or a start where no game can begin.
        TypeError: if a number is no whole one.
        NoCompilerError: if there is neither a library for these options nor Numba.

    Examples:
        >>> batch = BatchGame("contra", 1000, seed=1)
        >>> batch.observations.shape
        (1000, 24, 7, 7)
        >>> for _ in range(100):
        ...     batch.step(batch.sample())
        >>> int(batch.legal_count.min()) > 0
        True
    """

    observations = OptionalArray("observe=True")
    scalars = OptionalArray("observe=True")
    action_mask = OptionalArray('masks="bytes"')
    legal: Array
    legal_count: Array
    rewards: Array
    terminated: Array
    truncated: Array
    winner: Array
    reason: Array
    player: Array
    plies: Array
    final_observations = OptionalArray('observe=True, autoreset="same"')
    final_scalars = OptionalArray('observe=True, autoreset="same"')
    final_player = OptionalArray('autoreset="same"')

    def __init__(self, game: str, n: int, *, seed: Seeds | None = 0, threads: int = 1,
                 autoreset: Autoreset = "same", masks: Masks | None = "bytes",
                 observe: bool = True, starts: Sequence[str] | None = None, random_plies: int = 0,
                 max_plies: int = 0, life: Life | None = None, **options: Any) -> None:
        self._given = {
            "game": game, "n": n, "seed": seed, "threads": threads, "autoreset": autoreset,
            "masks": masks, "observe": observe, "starts": starts, "random_plies": random_plies,
            "max_plies": max_plies, "life": life, **options}
        n, threads, random_plies, max_plies = (whole(name, self._given[name], *COUNTS[name])
                                               for name in COUNTS)
        one_of("life", life, (*COMPILED, None))
        one_of("autoreset", autoreset, AUTORESET)
        one_of("masks", masks, ("bytes", "bits", None))
        self.game, self.n, self.life, self._autoreset = game, n, life, autoreset
        self.threads = Threads(threads)
        self.first = Board(game, **options)
        self.options = self.first.options
        own = option_values.own_values(self.options)
        self._search: Any = specialise(TEMPLATE, game, life=life, **own)
        encoding = specialise("kernel", game, compiled=False, **own).encoding
        self.actions: int = encoding.ACTIONS
        if self.actions > MOST_ACTIONS:
            raise BatchError(Sentence("{game} has {count} actions, and a batch numbers {most}: its "
                                      "module encoding can number them densely", game=game,
                                      count=self.actions, most=MOST_ACTIONS))
        self._encoding = encoding
        self.observation_shape = len(encoding.PLANES), encoding.HEIGHT, encoding.WIDTH
        self.legend = Legend(encoding.PLANES, (*COMMON, *encoding.SCALARS))
        self.records = [self._search.new_batch() for _ in range(threads)]
        self.columns = Columns(self._search, self.records)
        room = ROOM + random_plies
        self._room = min(1 + max_plies, room) if max_plies else room
        finals = autoreset == "same"
        wanted = {"mask": masks == "bytes", "bits": masks == "bits", "planes": observe,
                  "scalars": observe, "final_planes": observe and finals,
                  "final_scalars": observe and finals}
        self.columns.add({name: size for name, size in self._search.row_bytes(self._room).items()
                           if wanted.get(name, True)} | {"actions": 8, "games": 8}, n)
        self.columns.set(
            repetition=self.options[option_values.REPETITION],
            no_progress=self.options[option_values.NO_PROGRESS], max_plies=max_plies,
            random_plies=random_plies, autoreset=AUTORESET.index(autoreset), room=self._room)
        self.begin_from(starts)
        self._show_columns(finals)
        self.seed(seed)
        self.reset()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"BatchGame({self.game!r}, {self.n})"

    def __reduce__(self) -> Any:
        return _restored, (type(self), self._given, self.snapshot())

    def keys(self) -> Array:
        """int64 [n]: `Board.key` of each position, a new array."""
        found: Array = self.columns["keys"][np.arange(self.n), self.columns["reversible"]]
        return found

    # Playing.

    @alone
    def reset(self, seed: Seeds | None = None, where: object = None,
              starts: Sequence[str] | None = None) -> None:
        """Restart games.

        Args:
            seed: of all chance from now on: game i has the seed + i, or the i-th of n seeds.  If it
                is None, chance goes on as it was.
            where: which games: their numbers, each once, or n truth values; all if None.
            starts: a position text for each of these games, in the order of their numbers as they
                are named, where it begins this once and without random moves; as they always begin
                if None.

        Raises:
            BatchError: if no game can begin in such a position, or there are not as many of them.
        """
        games = self.games(where)
        boards = None if starts is None else self._boards(starts)
        if boards is not None and len(boards) != len(games):
            raise BatchError(Sentence("{count} games cannot begin in {starts} positions",
                                      count=len(games), starts=len(boards)))
        if seed is not None:
            self.seed(seed, where)
        if boards is None:
            self._each(self._search.reset, games)
        elif boards:
            self._begin_at(boards, games)

    @alone
    def begin_from(self, starts: Sequence[str] | None) -> None:
        """Let games begin with other positions from the next `reset` on.

        Args:
            starts: as for a new batch; errors are the same, too.
        """
        boards = [self.first] if starts is None else self._boards(starts)
        if not boards:
            raise BatchError(Sentence("starts is empty; leave it out for the start of the rules"))
        columns = self.columns
        self._starts, address = columns.memory(len(boards[0].state) * len(boards))
        columns.set(starts=address, start_count=len(boards))
        for i, board in enumerate(boards):
            self._search.write_start(self.records[0], i,
                                     self._search.game.Position(*board.state))
        self._given["starts"] = starts

    @alone
    def seed(self, seed: Seeds | None, where: object = None) -> None:
        """Seed the random numbers again; the games go on.

        Args:
            seed: as for `reset`; None for another one every time.
            where: as for `reset`.
        """
        games = self.games(where)
        self.columns["chance"][games] = chances(seed, self.n)[games]

    @alone
    def random(self, where: object = None) -> Array:
        """A random number below 2**62 for each game, int64 [n], after which its chance goes on.

        Args:
            where: which games, as for `reset`; for others it is 0.
        """
        games = self.games(where)
        found = np.zeros(self.n, np.int64)
        found[games] = stirred(self.columns["chance"][games].astype(np.uint64))
        self.columns["chance"][games] = found[games]
        return found

    @alone
    def step(self, actions: object, where: object = None) -> None:
        """A move in each game.

        Args:
            actions: integers [n]; what is said for a game that is over does not matter.
            where: which games, as for `reset`; others stay as they are, with a reward of 0.

        Raises:
            BatchError: if an action is not legal, with the first such game; nothing has changed.
            TypeError, ValueError: if these are not n integers.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise BatchError(Sentence("there are {n} games, and the actions have the shape {shape}",
                                      n=self.n, shape=given.shape))
        if given.dtype.kind not in "iub":
            raise TypeError(f"actions must be integers, not {given.dtype}")
        numbers = given.astype(np.int64)
        numbers[numbers == self._search.STAY] = NO_ACTION
        self._only(where, numbers)
        found = self._checked()
        if found == self._search.FULL:
            self._make_room(2 * self._room)
            found = self._checked()
        if found != self._search.LEGAL:
            raise BatchError(Sentence(
                "game {i}: the action {action} is not legal in {position}", i=found,
                action=int(given[found]), position=self.board(found).position()))
        self._all(self._search.step)

    @alone
    def sample(self, where: object = None) -> Array:
        """A random legal action for each game, int64 [n], a new array; 0 where a game is over.

        Args:
            where: which games, as for `reset`; what stands in the rows of others means nothing.
        """
        self._only(where, np.zeros(self.n, np.int64))
        self._all(self._search.sample)
        return self.columns["actions"].copy()

    @alone
    def exact(self, *solutions: Solution) -> ExactValues:
        """The exact values of the positions, as far as tables of endings and solved boards know.

        Values suppose that nothing was played before, as those of tables do.  A game that is over
        by the rules has its result.

        Args:
            solutions: whole boards that were solved (see `read_solution`), which are asked where no
                table knows a position.

        Raises:
            BatchError: if a solution is of another game, or of other options.
            TableError: if a table is damaged, or of other rules.
        """
        return exact_values(self, solutions)

    # Keeping and restoring.

    @alone
    def snapshot(self) -> Snapshot:
        """The games as they are, chance included, to go back to."""
        return Snapshot(self._rules(), self.n,
                        {name: self.columns[name].copy() for name in STATE
                         if name in self.columns})

    @alone
    def restore(self, snapshot: Snapshot, where: object = None, rows: object = None) -> None:
        """Put games back.

        Args:
            snapshot: of a batch with the same rules and the same `autoreset`.
            where: which games: their numbers, or n truth values; all if None.
            rows: which game of the snapshot each of them becomes; the same one if None.

        Raises:
            BatchError: if the snapshot is of other games, or there is no such game.
        """
        if snapshot.rules != self._rules():
            raise BatchError(Sentence("the snapshot is of {theirs}, and this is a batch of {ours}",
                                      theirs=_named(snapshot.rules), ours=_named(self._rules())))
        games = self.games(where)
        kept = _indices(games if rows is None else rows, snapshot.n)
        if len(kept) != len(games):
            raise BatchError(Sentence("{count} games cannot become {rows}", count=len(games),
                                      rows=len(kept)))
        room = snapshot.columns["keys"].shape[1]
        if room > self._room:
            self._make_room(room)
        self._each(self._search.hide, games)
        # Before moves that can be undone were counted, a line held those without progress.
        for name, column in {"reversible": snapshot.columns["idle"], **snapshot.columns}.items():
            if name not in self.columns:
                continue
            if name in LINES:
                self.columns[name][games, :room] = column[kept]
            else:
                self.columns[name][games] = column[kept]
        self._each(self._search.reveal, games)

    # One game.

    def board(self, i: int) -> Board:
        """A board of game i, with those of its last moves behind it that can be undone."""
        i = self._game(i)
        return self.board_from(self.columns["anchors"][i],
                               self.columns["line"][i, :int(self.columns["reversible"][i])])

    def board_from(self, fields: Array, moves: Array) -> Board:
        """A board of a position with these fields, and of the moves that were made since."""
        rules = self.first.rules
        text = write_position(rules, rules.Position(*fields.tolist()), self.first.origin)
        board = Board(self.game, text, **self.options)
        for move in moves.tolist():
            board.push(move)
        return board

    def move(self, i: int, action: int) -> str:
        """The text of a legal action of game i."""
        board = self.board(i)
        code = (int(self._encoding.move_of(board.state, action))
                if 0 <= (action := operator.index(action)) < self.actions else -1)
        if code not in board.legal_moves:
            raise BatchError(Sentence("game {i}: the action {action} is not legal in {position}",
                                      i=i, action=action, position=board.position()))
        return board.text(code)

    def action(self, i: int, move: str) -> int:
        """The action that a move is, written as for `Board.parse`, in game i.

        Raises:
            NotationError, IllegalMoveError: as `Board.parse`.
        """
        board = self.board(i)
        return self.action_of(board, board.parse(move))

    def action_of(self, board: Board, move: int) -> int:
        """The action that a legal move of a board is."""
        return int(self._encoding.action_of(board.state, move))

    def move_of(self, board: Board, action: int) -> int:
        """The move that an action is which is legal on a board."""
        return int(self._encoding.move_of(board.state, action))

    # Behind the face.

    def _rules(self) -> tuple[Any, ...]:
        return self.game, *sorted(self.options.items()), ("autoreset", self._autoreset)

    def _boards(self, starts: Sequence[str]) -> list[Board]:
        """Boards on which games can begin."""
        if isinstance(starts, str):
            raise TypeError(f"starts are position texts in a list, not {starts!r}")
        boards = [Board(self.game, text, **self.options) for text in starts]
        for board in boards:
            board.check_status()
            if board.is_game_over():
                raise BatchError(Sentence("no game can begin where it is over: {position}",
                                          position=board.position()))
        return boards

    def _begin_at(self, boards: list[Board], games: Array) -> None:
        """Begin games in some positions, one each."""
        self._each(self._search.hide, games)
        self.columns["positions"][games] = self.columns["anchors"][games] = [
            tuple(board.state) for board in boards]
        self.columns["keys"][games, 0] = [board.key for board in boards]
        for name in ("reversible", "idle", "plies", "rewards", "terminated", "truncated",
                     "reason"):
            self.columns[name][games] = 0
        self.columns["winner"][games] = NOBODY
        self.columns["occurrences"][games] = 1
        self._each(self._search.reveal, games)

    def _show_columns(self, finals: bool) -> None:
        """The columns that are public, as attributes."""
        for name, attribute in SHOWN.items():
            if name in self.columns and (finals or not name.startswith("final")):
                view = self.columns[name][:]
                if name.endswith("planes"):
                    view = view.reshape(self.n, *self.observation_shape)
                view.flags.writeable = False
                setattr(self, attribute, view)

    def games(self, where: object) -> Array:
        """The numbers of games, from what `where` says in `reset`."""
        if where is None:
            return np.arange(self.n)
        found = _indices(where, self.n)
        again, times = np.unique(found, return_counts=True)
        if (times > 1).any():
            raise BatchError(Sentence("game {i} is named twice", i=int(again[times > 1][0])))
        return found

    def running(self) -> Array:
        """Which games are not over, bool [n], a new array; all, where they restart at once."""
        return (self.reason == 0) | (self._autoreset == "same")

    def _game(self, i: int) -> int:
        return int(_indices([operator.index(i)], self.n)[0])

    def _only(self, where: object, actions: Array) -> None:
        """Write the actions of some games, and let all others stay as they are."""
        column = self.columns["actions"]
        if where is None:
            column[:] = actions
        else:
            games = self.games(where)
            column[:] = self._search.STAY
            column[games] = actions[games]

    def _all(self, work: Callable[..., int]) -> list[int]:
        """Let the threads work at all games; what each says."""
        return self._spread(work, "actions", self.n)

    def _each(self, work: Callable[..., int], games: Array) -> None:
        """Let the threads work at some games."""
        self.columns["games"][:len(games)] = games
        self._spread(work, "games", len(games))

    def _spread(self, work: Callable[..., int], column: str, count: int) -> list[int]:
        address = self.columns.address(column)
        return self.threads.share(lambda thread, first, last: work(
            self.records[thread], address, first, last), count)

    def _make_room(self, room: int) -> None:
        """Give lines more room; what stands in them stays."""
        sizes = self._search.row_bytes(room)
        for name in LINES:
            old = self.columns[name]
            self.columns.add({name: sizes[name]}, self.n)
            self.columns[name][:, :self._room] = old
        self._room = room
        self.columns.set(room=room)

    def _checked(self) -> int:
        """What `first_illegal` says of all games."""
        found = self._all(self._search.first_illegal)
        return min([one for one in found if one >= 0] or found)


def _restored(kind: type[BatchGame], given: dict[str, Any], snapshot: Snapshot) -> BatchGame:
    batch = kind(**given)
    batch.restore(snapshot)
    return batch


def _named(rules: tuple[Any, ...]) -> str:
    game, *options = rules
    usual = {**option_values.defaults(game), "autoreset": "same"}
    return " ".join([game, *(f"{name}={value}" for name, value in options
                             if value != usual[name])])


def _indices(where: object, n: int) -> Array:
    """Numbers of games, from numbers or truth values.

    Raises:
        BatchError: if there is no such game.
    """
    found = np.asarray(where)
    if found.dtype.kind == "b":
        if found.shape != (n,):
            raise BatchError(Sentence("there are {n} games, and the truth values have the shape "
                                      "{shape}", n=n, shape=found.shape))
        return np.flatnonzero(found)
    if found.size and found.dtype.kind not in "iu":
        raise TypeError(f"games are named by integers or truth values, not {found.dtype}")
    found = found.astype(np.int64).ravel()
    if found.size and not (found.min() >= 0 and found.max() < n):
        raise BatchError(Sentence("there are {n} games, from 0; there is no game {i}", n=n,
                                  i=int(found.min() if found.min() < 0 else found.max())))
    return found
