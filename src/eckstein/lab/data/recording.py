"""Games of a batch, written down as they are played."""
from __future__ import annotations

import numpy as np

from ...base.sentence import Sentence
from ...board import Board
from ...engine.batch.games import BatchGame
from ...engine.books.values import MATE, MATED
from ...engine.tree_search import DECIDED
from .games import NO_VALUE, RESULTS, Array, DataError, Games, joined
from .records import Visits, of_moves, one_game

ROOM = 128                  # moves of a game, at first
SHARES = 1 << 16            # visits that stand for all of a policy
BELOW_ONE = 1 - 1e-9        # a value of 1 would be worth an evaluation without end
TRUNCATED = 4               # a reason of batches; the result is unknown


class Recorder:
    """Writes down the games of a batch, each when it is over.

    A game that is reset or restored by hand before that is forgotten.  What a batch has played
    before its first step here counts as made by chance, as far as the batch knows it.

    Args:
        batch: the games; make its steps by `step`.

    Examples:
        >>> from eckstein.lab.learning import BatchGame
        >>> recorder = Recorder(BatchGame("contra", 100, seed=1, random_plies=4, max_plies=50))
        >>> for _ in range(60):
        ...     recorder.step(recorder.batch.sample())
        >>> games = recorder.take()
        >>> len(games) >= 100
        True
    """

    def __init__(self, batch: BatchGame) -> None:
        self.batch = batch
        self._actions = np.zeros((ROOM, batch.n), np.uint16)
        self._values = np.zeros((ROOM, batch.n), np.int16)
        self._visits = [dict[int, Visits]() for _ in range(batch.n)]
        self._begins = [(batch.first, list[int]())] * batch.n
        self._lengths, self._going = np.zeros(batch.n, np.int64), np.zeros(batch.n, np.bool_)
        self._positions = batch.columns["positions"].copy()
        self._told = [False, False]         # whether there are any values, and visits
        self._finished: list[Games] = []

    def __len__(self) -> int:
        """How many games are over and wait to be taken."""
        return len(self._finished)

    def step(self, actions: object, values: object = None, visits: object = None) -> None:
        """A move in each game, as `BatchGame.step`.

        Args:
            actions: integers [n].
            values: of the positions before, for the player to move: integers [n] as in `Games`, or
                floats from -1 to 1, as `TreeSearch` tells them, which are kept as evaluations that
                are worth as much.
            visits: of each action: integers [n, actions], or floats that are shares, such as a
                policy.

        Raises:
            BatchError: if an action is not legal; nothing has changed.
            DataError: if values or visits have another shape.
        """
        batch = self.batch
        live = np.flatnonzero(batch.running())
        moved = (batch.columns["positions"] != self._positions).any(axis=1)
        fresh = live[~self._going[live] | moved[live]]
        kept_values, kept_visits = self._as_values(values), self._as_visits(visits)
        begins = [self._beginning(batch.board(i)) for i in fresh.tolist()]
        chosen = np.array(actions)
        batch.step(actions)
        for i, begin in zip(fresh.tolist(), begins, strict=True):
            self._begins[i], self._lengths[i] = begin, 0
            self._visits[i].clear()
        self._note(live, chosen, kept_values, kept_visits)
        self._going[live] = True
        self._positions[:] = batch.columns["positions"]
        for i in live[batch.terminated[live] | batch.truncated[live]].tolist():
            self._finished.append(self._game(i))
            self._going[i] = False

    def take(self) -> Games | None:
        """The games that are over, in the order in which they ended; None if there are none.

        They are not told again.
        """
        found, self._finished = self._finished, []
        return joined(found) if found else None

    def _beginning(self, board: Board) -> tuple[Board, list[int]]:
        """Where a game began, and what was played since."""
        start = board.copy()
        while start.move_stack:
            start.pop()
        return start, of_moves(start.copy(), board.move_stack)

    def _note(self, live: Array, actions: Array, values: Array | None,
              visits: Array | None) -> None:
        lengths = self._lengths[live]
        if len(live) and lengths.max() >= len(self._actions):
            self._actions, self._values = (np.concatenate([column, np.zeros_like(column)])
                                           for column in (self._actions, self._values))
        self._actions[lengths, live] = actions[live]
        self._values[lengths, live] = NO_VALUE if values is None else values[live]
        self._lengths[live] += 1
        if visits is not None:
            for i, ply in zip(live.tolist(), lengths.tolist(), strict=True):
                seen = np.flatnonzero(visits[i])
                self._visits[i][ply] = list(zip(seen.tolist(), visits[i, seen].tolist(),
                                                strict=True))

    def _game(self, i: int) -> Games:
        """The game that has just ended."""
        batch, (start, before) = self.batch, self._begins[i]
        length = int(self._lengths[i])
        winner = int(batch.winner[i])
        result = ("*" if batch.reason[i] == TRUNCATED else
                  RESULTS[1 + winner] if winner >= 0 else "1/2-1/2")
        values = [NO_VALUE] * len(before) + self._values[:length, i].tolist()
        visits: list[Visits] = [()] * len(before) + [
            self._visits[i].get(ply, ()) for ply in range(length)]
        return one_game(start, before + self._actions[:length, i].tolist(),
                        values if self._told[0] else None, result, len(before),
                        visits if self._told[1] else None)

    def _as_values(self, values: object) -> Array | None:
        if values is None:
            return None
        given = self._shaped("values", values, (self.batch.n,))
        self._told[0] = True
        if given.dtype.kind in "iu":
            if ((given != NO_VALUE) & (np.abs(given) > MATE)).any():
                raise DataError(Sentence("values are from {least} to {most}, or {none} where there "
                                         "is none", least=-MATE, most=MATE, none=NO_VALUE))
            return given
        share = np.minimum(np.abs(given, dtype=np.float64), BELOW_ONE)
        return np.rint(np.copysign(DECIDED * share / (1 - share), given)).clip(-MATED, MATED)

    def _as_visits(self, visits: object) -> Array | None:
        if visits is None:
            return None
        given = self._shaped("visits", visits, (self.batch.n, self.batch.actions))
        self._told[1] = True
        return given if given.dtype.kind in "iu" else np.rint(SHARES * given).astype(np.int64)

    def _shaped(self, name: str, given: object, shape: tuple[int, ...]) -> Array:
        found = np.asarray(given)
        if found.shape != shape or found.dtype.kind not in "iuf":
            raise DataError(Sentence("{name} are numbers of the shape {shape}, not {theirs} of the "
                                     "shape {other}", name=name, shape=shape, theirs=found.dtype,
                                     other=found.shape))
        return found
