"""One game at a time, at the speed of batches: each standing is a value that kernels move on.

Kernels work in a single row of memory (see search/batch/stepping.py).  A standing is a copy of that
row, so keeping one and going back to it cost next to nothing.  Without a compiler, boards play.
"""
from __future__ import annotations

import threading
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...base.sentence import Sentence, message_of
from ...board import Board
from ...contract.pieces import COLOURS
from ...engine.batch.columns import Array, Columns
from ...engine.batch.games import MOST_ACTIONS, ROOM, TEMPLATE
from ...kernel.options import NO_PROGRESS, REPETITION, own_values
from ...kernel.specialise import NoCompilerError, specialise
from .observations import encoding_of, observed_board

OVER, NOBODY = -1, -1       # in place of a player, and of a winner
WORD = 8                    # bytes; each column begins with a word of its own
LINES = "keys", "line"      # the columns with room for a number of moves
UNUSED = frozenset({"mask", "bits", "final_planes", "final_scalars", "final_player"})


class Standing(NamedTuple):
    """A game as it stands.

    Attributes:
        player: to move, 0 White, 1 Black; OVER where the game is over.
        winner: 0 White, 1 Black, NOBODY for a draw or a running game.
        legal: the legal actions, sorted; none where the game is over.
        kept: all else that `Playing` needs to know.
    """

    player: int
    winner: int
    legal: list[int]
    kept: Any


class Playing(Protocol):
    """What plays a game under some options, of so many plies at most.

    Attributes:
        start: how it begins.
    """

    start: Standing

    def after(self, standing: Standing, action: int) -> Standing:
        """How a game stands after a legal action."""

    def observe(self, standing: Standing, planes: Array) -> None:
        """Write what is to be seen to float32 [planes and scalars, rows * columns]."""

    def listed(self, standing: Standing) -> list[float]:
        """The same numbers, one after the other."""


def playing(game: str, options: Mapping[str, Any], max_plies: int) -> Playing:
    """What plays a game: its kernels, or where they cannot be had, boards."""
    try:
        return _kernels(game, tuple(sorted(options.items())), max_plies)
    except NoCompilerError:
        pass
    except Exception as error:
        if not type(error).__module__.startswith("numba."):
            raise
        warnings.warn(Sentence("{game} is played by plain Python, since it cannot be compiled: "
                               "{error}", game=game, error=message_of(error)), stacklevel=2)
    return Boards(Board(game, **options), max_plies)


@cache
def _kernels(game: str, options: tuple[tuple[str, Any], ...], max_plies: int) -> Playing:
    return Kernels(Board(game, **dict(options)), max_plies)


class Boards:
    """Plays by boards, as `Playing` says; `kept` is the board."""

    def __init__(self, board: Board, max_plies: int) -> None:
        self._encoding, self._max_plies = encoding_of(
            board.game, **own_values(board.options)), max_plies
        self.start = self._seen(board)

    def after(self, standing: Standing, action: int) -> Standing:
        board: Board = standing.kept.copy()
        board.push(self._encoding.move_of(board.state, action))
        return self._seen(board)

    def observe(self, standing: Standing, planes: Array) -> None:
        planes[:] = observed_board(standing.kept).reshape(planes.shape)

    def listed(self, standing: Standing) -> list[float]:
        found: list[float] = observed_board(standing.kept).ravel().tolist()
        return found

    def _seen(self, board: Board) -> Standing:
        outcome = board.outcome()
        if outcome is not None or board.ply >= self._max_plies:
            winner = None if outcome is None else outcome.winner
            return Standing(OVER, NOBODY if winner is None else COLOURS.index(winner), [], board)
        p = board.state
        return Standing(p.side, NOBODY, sorted(
            self._encoding.action_of(p, move) for move in board.legal_moves), board)


class Kernels:
    """Plays by the kernels of batches, as `Playing` says; `kept` is the row and its keys, as bytes.

    Raises:
        NoCompilerError: if there is neither a library for these options nor Numba, or the game has
            more actions than batches can number.
    """

    def __init__(self, board: Board, max_plies: int) -> None:
        options = board.options
        encoding = encoding_of(board.game, **own_values(options))
        if encoding.ACTIONS > MOST_ACTIONS:
            raise NoCompilerError(Sentence("{game} has too many actions", game=board.game))
        self._squares = encoding.HEIGHT * encoding.WIDTH
        self._search: Any = specialise(TEMPLATE, board.game, **own_values(options))
        self._record = self._search.new_batch()
        self._columns = Columns(self._search, [self._record])
        self._columns.set(repetition=options[REPETITION], no_progress=options[NO_PROGRESS],
                          max_plies=max_plies)
        self._lock = threading.Lock()           # libraries let other threads run meanwhile
        self._place()
        self._make_room(ROOM)
        self._columns.add({"games": WORD, "actions": WORD}, 1)
        self._action, self._where = self._columns["actions"], self._columns.address("actions")
        self._starts, address = self._columns.memory(len(board.state))
        self._columns.set(starts=address, start_count=1)
        self._search.write_start(self._record, 0, self._search.game.Position(*board.state))
        self._search.reset(self._record, self._columns.address("games"), 0, 1)
        self.start = self._seen()

    def after(self, standing: Standing, action: int) -> Standing:
        with self._lock:
            self._row[:], keys = standing.kept
            if len(keys) // WORD >= self._room:
                self._make_room(2 * len(keys) // WORD)
            self._keys[:len(keys)] = keys
            self._action[0] = action
            self._search.step(self._record, self._where, 0, 1)
            return self._seen()

    def observe(self, standing: Standing, planes: Array) -> None:
        drawn, scalars = self._drawn(standing)
        count = len(drawn) // planes.shape[1]
        planes[:count] = drawn.reshape(count, -1)
        planes[count:] = scalars[:, None]

    def listed(self, standing: Standing) -> list[float]:
        drawn, scalars = self._drawn(standing)
        found = [0.0] * len(drawn)
        for i in np.flatnonzero(drawn).tolist():        # few, and each is 1
            found[i] = 1.0
        for scalar in scalars.tolist():
            found += [scalar] * self._squares
        return found

    def _drawn(self, standing: Standing) -> tuple[Array, Array]:
        """The planes, one after the other, and the scalars."""
        row, _ = standing.kept
        (first, size), (other, more) = self._spans["planes"], self._spans["scalars"]
        return (np.frombuffer(row, np.uint8, size, first),
                np.frombuffer(row, np.float32, more // 4, other))

    def _place(self) -> None:
        """Give the row its memory: all columns but those of lines, one after the other."""
        sizes = {name: size for name, size in self._search.row_bytes(ROOM).items()
                 if name not in UNUSED and name not in LINES}
        self._spans, place = dict[str, tuple[int, int]](), 0
        for name, size in sizes.items():
            self._spans[name] = place, size
            place += -(-size // WORD) * WORD
        held, address = self._columns.memory(place // WORD)
        for name, (first, _) in self._spans.items():
            self._columns.set(**{name: address + first})
        self._row = np.frombuffer(held, np.uint8)[:place].data
        self._legal = self._part("legal").cast("h")
        self._count, self._moves = self._part("count").cast("h"), self._part("reversible").cast("q")
        self._player, self._winner, self._reason = map(self._part, ("player", "winner", "reason"))

    def _part(self, name: str) -> memoryview:
        first, size = self._spans[name]
        return self._row[first:first + size]

    def _make_room(self, room: int) -> None:
        """Give the line room for so many moves."""
        sizes = self._search.row_bytes(room)
        self._columns.add({name: sizes[name] for name in LINES}, 1)
        self._columns.set(room=room)
        self._room = room
        self._keys = self._columns["keys"][0].data.cast("B")

    def _seen(self) -> Standing:
        """How the game in the row stands."""
        kept = bytes(self._row), bytes(self._keys[:WORD * (self._moves[0] + 1)])
        winner = self._winner[0]
        if self._reason[0]:
            return Standing(OVER, NOBODY if winner > 1 else winner, [], kept)
        legal = sorted(self._legal[:self._count[0]].tolist())
        return Standing(self._player[0], NOBODY, legal, kept)
