"""Games played again side by side: to check every move, and to see positions as learners do."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...base.sentence import Sentence, reason_of
from ...engine.batch.games import BatchError, BatchGame, Snapshot
from ...engine.batch.optional_arrays import OptionalArray
from ...engine.batch.settings import whole
from .games import RESULTS, Array, DataError, Games, among, ranges

SIDE_BY_SIDE = 2048         # games
MOST = (1 << 31) - 1        # positions, or games
SHOWN = "observations", "scalars", "masks"
DRAW = 3                    # in `results`


@dataclass(frozen=True)
class Samples:
    """Positions with what was played in them, always from the side of the player to move.

    Attributes:
        observations: uint8 [b, planes, rows, columns], as `BatchGame.observations`.
        scalars: float32 [b, k], as `BatchGame.scalars`.
        masks: uint8 [b, actions], 1 for legal ones; with "bits" uint64 [b, words]; with `masks`.
        actions: int64 [b]: the move that was made.
        values: int16 [b]: what a search found the position to be worth (see `Games`), NO_VALUE
            where there was none.
        results: int8 [b]: what the game brought to the player to move: 1, 0 or -1.
        policies: float32 [b, actions]: which share of a tree search's visits each action had, all
            0 where there was none; None if the games have no visits.
        games, plies: int64 [b]: which game of the data it is, and how many moves came before.
    """

    observations: Array
    scalars: Array
    actions: Array
    values: Array
    results: Array
    policies: Array | None
    games: Array
    plies: Array
    masks: OptionalArray = OptionalArray('masks="bytes"')

    def __len__(self) -> int:
        return len(self.actions)


def check(games: Games, side_by_side: int = SIDE_BY_SIDE) -> None:
    """Check that every move is legal, and that games end where the rules end them, and so.

    Raises:
        DataError: with the number of a game that is wrong, counted from 1.
        PositionError: if no game can begin where one does.
    """
    sides(games, side_by_side)


def sides(games: Games, side_by_side: int = SIDE_BY_SIDE) -> Array:
    """Who has made each move: int8 [m], 0 White, 1 Black; all is checked as by `check`."""
    batch = _batch(games, min(side_by_side, max(1, len(games))), observe=False, masks=None)
    found = np.zeros(games.moves, np.int8)
    for lanes, moves in replayed(games, np.arange(len(games)), batch):
        found[moves] = batch.player[lanes]
    return found


def positions(games: Games, size: int, seed: int | None = None, *, shuffle: bool = True,
              share: float = 1.0, pool: int = 1 << 15,
              masks: Literal["bytes", "bits"] | None = "bytes", openings: bool = False,
              unfinished: bool = False, without: Array | None = None, threads: int = 1,
              side_by_side: int = SIDE_BY_SIDE) -> Iterator[Samples]:
    """All positions of some games, each once, in batches for a trainer.

    The games are played again side by side, and a new one begins where one ends.  They come in
    random order, and positions wait in a pool from which they are drawn, so a batch has positions
    of many games and of all their phases.

    Args:
        games: the games of the positions.
        size: how many positions a batch has; the last one may have fewer.
        seed: of the order and of `share`; None for others every time.
        shuffle: False for the order of the games, unmixed.
        share: of the positions that are wanted; chance decides of each.
        pool: how many positions wait to be drawn; they take memory.
        masks: how legal actions are marked, as for `BatchGame`.
        openings: whether positions are wanted in which the move was made by chance.
        unfinished: whether games are wanted that have no result; it counts as 0.
        without: int64, ascending: the keys of positions that are left out, such as those of
            `eckstein.lab.benchmark.held_out`; none if None.
        threads: how many threads play.
        side_by_side: how many games are played at once.

    Yields:
        New arrays each time, which are the caller's to change.

    Raises:
        DataError: as `check`, when it comes to the game.
    """
    size, pool = whole("size", size, 1, MOST), whole("pool", pool, 0, MOST)
    side_by_side = whole("side_by_side", side_by_side, 1, MOST)
    if not 0 < share <= 1:
        raise ValueError(f"share must be from above 0 to 1, not {share}")
    chance = np.random.default_rng(seed)
    order = np.flatnonzero((games.results > 0) | unfinished)
    if shuffle:
        chance.shuffle(order)
    batch = _batch(games, min(side_by_side, max(1, len(order))), threads=threads,
                   masks=masks and "bits")
    told = _Told(games, batch.actions, masks)
    waiting = _Pool(size, pool if shuffle else 0, chance)
    for lanes, moves in replayed(games, order, batch):
        wanted = np.ones(len(moves), np.bool_) if openings else ~told.by_chance[moves]
        if without is not None:
            wanted &= ~among(batch.keys()[lanes], without)
        if share < 1:
            wanted &= chance.random(len(moves)) < share
        if wanted.any():
            # Without a copy, where that is possible: the pool makes one.
            complete = len(lanes) == batch.n and wanted.all()
            rows = slice(None) if complete else lanes[wanted]
            found = {"move": moves[wanted], "side": batch.player[rows],
                     "observations": batch.observations, "scalars": batch.scalars,
                     **({"masks": batch.action_mask} if masks else {})}
            yield from map(told.samples, waiting.add({
                name: column[rows] if name in SHOWN else column
                for name, column in found.items()}))
    yield from map(told.samples, waiting.rest())


def replayed(games: Games, order: Array, batch: BatchGame) -> Iterator[tuple[Array, Array]]:
    """Play games side by side in a batch, in some order.

    Args:
        games: all of them.
        order: the numbers of those that are played.
        batch: under their rules, without autoreset.

    Yields:
        Which games of the batch show a position, and the numbers of the moves that are made in
        them next.

    Raises:
        DataError: if a move is not legal, or a game ends otherwise than the rules say.
    """
    order = order[games.plies[order] > 0]
    starts = _starts(games, batch)
    at, end, played = (np.zeros(batch.n, np.int64) for _ in range(3))
    actions, begun = np.zeros(batch.n, np.int64), 0
    while True:
        free = np.flatnonzero(at == end)[:len(order) - begun]
        if len(free):
            fresh = order[begun:begun + len(free)]
            begun += len(free)
            batch.restore(starts, free, games.start[fresh])
            at[free], end[free] = games.offsets[fresh], games.offsets[fresh + 1]
            played[free] = fresh
        live = np.flatnonzero(at < end)
        if not len(live):
            return
        yield live, at[live]
        actions[live] = games.actions[at[live]]
        _step(batch, actions, live, games, played, at)
        at[live] += 1
        over = batch.reason[live] != 0
        _check_ends(games, played[live], over, at[live] == end[live], batch.winner[live])


def _step(batch: BatchGame, actions: Array, live: Array, games: Games, played: Array,
          at: Array) -> None:
    try:
        batch.step(actions, None if len(live) == batch.n else live)
    except BatchError as error:
        told = error.args[0]
        lane = int(getattr(told, "facts", {})["i"])
        number = int(played[lane])
        raise DataError(Sentence(
            "game {game}, ply {ply}: the action {action} is not legal in {position}",
            game=number + 1, ply=int(at[lane] - games.offsets[number]) + 1,
            action=int(actions[lane]), position=batch.board(lane).position())) from None


def _check_ends(games: Games, played: Array, over: Array, last: Array, winner: Array) -> None:
    """Check that games which are over have no more moves, and the result that the rules say."""
    if (wrong := played[over & ~last]).size:
        raise DataError(Sentence("game {game} goes on after it is over", game=int(wrong[0]) + 1))
    ended = np.where(winner < 0, DRAW, winner + 1)
    for i in np.flatnonzero(over & (ended != games.results[played]))[:1]:
        raise DataError(Sentence(
            "game {game} has the result {told}, and by the rules it ended {right}",
            game=int(played[i]) + 1, told=RESULTS[games.results[played[i]]],
            right=RESULTS[ended[i]]))


def _batch(games: Games, n: int, **more: Any) -> BatchGame:
    options: dict[str, Any] = dict(games.options)
    return BatchGame(games.game, n, autoreset="off", **more, **options)


def _starts(games: Games, batch: BatchGame) -> Snapshot:
    """The positions that games begin with, as games of a batch."""
    found: list[Snapshot] = []
    one = _batch(games, 1, observe=False, masks=None)
    for text in games.starts:
        try:
            one.begin_from([text])
        except ValueError as error:
            raise DataError(Sentence("the start {position}: {reason}", position=text,
                                     reason=reason_of(error))) from None
        one.reset()
        found.append(one.snapshot())
    if not found:
        return batch.snapshot()
    return Snapshot(found[0].rules, len(found), {
        name: np.concatenate([one.columns[name] for one in found]) for name in found[0].columns})


class _Pool:
    """Rows that wait until there are enough of them for a batch, and are drawn by chance."""

    def __init__(self, size: int, waiting: int, chance: np.random.Generator) -> None:
        self._size, self._room, self._chance = size, size + waiting, chance
        self._mixed = waiting > 0
        self._columns: dict[str, Array] = {}
        self._filled = 0

    def add(self, rows: dict[str, Array]) -> Iterator[dict[str, Array]]:
        """Take rows in, and yield batches while the pool is full."""
        if not self._columns:
            self._columns = {name: np.empty((self._room, *column.shape[1:]), column.dtype)
                             for name, column in rows.items()}
        taken, count = 0, len(rows["move"])
        while taken < count:
            more = min(count - taken, self._room - self._filled)
            for name, column in rows.items():
                self._columns[name][self._filled:self._filled + more] = column[taken:taken + more]
            self._filled, taken = self._filled + more, taken + more
            if self._filled == self._room:
                yield self._drawn(self._size)

    def rest(self) -> Iterator[dict[str, Array]]:
        """What is left, in batches."""
        while self._filled:
            yield self._drawn(min(self._size, self._filled))

    def _drawn(self, count: int) -> dict[str, Array]:
        """Take rows out; the last ones fill their places."""
        left = self._filled - count
        if not self._mixed:
            drawn = np.arange(count)
            found = {name: column[:count].copy() for name, column in self._columns.items()}
            for column in self._columns.values():
                column[:left] = column[count:self._filled].copy()
            self._filled = left
            return found
        drawn = self._chance.choice(self._filled, count, replace=False, shuffle=True)
        gaps = drawn[drawn < left]
        kept = np.ones(count, np.bool_)
        kept[drawn[drawn >= left] - left] = False
        moved = left + np.flatnonzero(kept)
        found = {}
        for name, column in self._columns.items():
            found[name] = column[drawn]
            column[gaps] = column[moved]
        self._filled = left
        return found


class _Told:
    """What the columns of games tell of a move, from the side of its player."""

    def __init__(self, games: Games, actions: int,
                 masks: Literal["bytes", "bits"] | None) -> None:
        self._games, self._actions, self._masks = games, actions, masks
        self._of_move = games.game_of_move()
        self._plies = np.arange(games.moves) - games.offsets[self._of_move]
        self.by_chance = self._plies < games.random_plies[self._of_move]

    def samples(self, rows: dict[str, Array]) -> Samples:
        """Positions that were shown, with all their data."""
        games, move, side = self._games, rows["move"], rows["side"]
        game = self._of_move[move]
        result = games.results[game]
        won = np.where(result == side + 1, 1, -1)
        masks = rows.get("masks")
        if masks is not None and self._masks == "bytes":
            masks = np.unpackbits(masks.astype("<u8", copy=False).view(np.uint8), axis=1,
                                  count=self._actions, bitorder="little")
        values = (np.full(len(move), np.iinfo(np.int16).min, np.int16) if games.values is None
                  else games.values[move])
        return Samples(
            rows["observations"], rows["scalars"], games.actions[move].astype(np.int64),
            values, np.where((result == 0) | (result == DRAW), 0, won).astype(np.int8),
            self._policies(move), game, self._plies[move], masks)

    def _policies(self, move: Array) -> Array | None:
        games = self._games
        if games.visit_offsets is None:
            return None
        assert games.visit_actions is not None and games.visit_counts is not None
        begins = games.visit_offsets[move]
        counts = games.visit_offsets[move + 1] - begins
        at, rows = ranges(begins, counts), np.repeat(np.arange(len(move)), counts)
        found = np.zeros((len(move), self._actions), np.float32)
        np.add.at(found, (rows, games.visit_actions[at]), games.visit_counts[at])
        return found / np.maximum(found.sum(axis=1, keepdims=True), 1)
