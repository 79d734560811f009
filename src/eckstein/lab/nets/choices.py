"""Positions of recorded games as policies see them, with their moves and the one that was made."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine.batch.columns import Columns
from ...engine.batch.games import BatchGame
from ...engine.nets.net_file import network_of
from ...kernel.options import own_values
from ...kernel.specialise import specialise
from ..benchmark.positions import held_out
from ..data.games import Array, Games, among, ranges, summed
from ..data.replaying import replayed
from .reading import SIDE_BY_SIDE, both_views, mirror_of


@dataclass(frozen=True)
class Choices:
    """Positions with their legal moves, one move after the other.

    Attributes:
        rows: uint16 [n, 2, most]: the rows of inputs for the mover's view and the other's.
        traits: uint16 [m, k]: the traits of each move, the number of traits where it has fewer.
        offsets: int64 [n + 1]: where the moves of each position begin, and the end of the last.
        chosen: int64 [n]: which of its moves was made.
        games: int64 [n]: of which game each is.
    """

    rows: Array
    traits: Array
    offsets: Array
    chosen: Array
    games: Array

    def __len__(self) -> int:
        return len(self.chosen)

    def select(self, chosen: Array) -> Choices:
        """Some of the positions, by their numbers or by truth values."""
        which = np.arange(len(self))[chosen]
        counts = np.diff(self.offsets)[which]
        return Choices(self.rows[which], self.traits[ranges(self.offsets[which], counts)],
                       summed(counts), self.chosen[which], self.games[which])

    def position_of_move(self) -> Array:
        """int64 [m]: the position of each move."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))


def choices_of(games: Games, side_by_side: int = SIDE_BY_SIDE) -> Choices:
    """The positions that policies learn from: all but those with one move or a move by chance, and
    those of the benchmark.

    Raises:
        DataError: if the games break the rules.
    """
    options: dict[str, Any] = dict(games.options)
    n = min(side_by_side, max(1, len(games)))
    batch = BatchGame(games.game, n, autoreset="off", observe=False, masks=None, **options)
    own = own_values(batch.options)
    inputs, moves = (specialise(f"search.batch.{name}", games.game, life=batch.life, **own)
                     for name in ("network_inputs", "policy_inputs"))
    memories, record = [inputs.new_memory(), moves.new_memory()], batch.records[0]
    columns = Columns(inputs, memories)
    columns.add({"rows": 2 * inputs.WIDTH, "traits": 2 * moves.WIDTH, "choices": 2, "made": 2}, n)
    mirror = mirror_of(network_of(games.game, own))
    most, places = moves.traits.MOST, np.arange(moves.game.MAX_MOVES)
    of_move = games.game_of_move()
    wanted = np.arange(games.moves) - games.offsets[of_move] >= games.random_plies[of_move]
    benchmark, found = held_out(games.game, options), list[tuple[Array, ...]]()
    for lanes, here in replayed(games, np.arange(len(games)), batch):
        batch.columns["actions"][lanes] = games.actions[here]
        moves.write_traits(memories[1], record, batch.columns.address("actions"), *map(
            columns.address, ("traits", "choices", "made")), 0, n)
        taken = (wanted[here] & (columns["choices"][lanes] > 1)
                 & ~among(batch.keys()[lanes], benchmark))
        if taken.any():
            inputs.write_rows(memories[0], record, columns.address("rows"), 0, n)
            used = lanes[taken]
            counts = columns["choices"][used]
            traits = columns["traits"][used].reshape(len(used), -1, most)
            rows = both_views(columns["rows"][used], batch.player[used], mirror)
            found.append((rows, traits[places < counts[:, None]], counts,
                          columns["made"][used], of_move[here[taken]]))
    none = (np.zeros((0, 2, inputs.WIDTH), np.uint16), np.zeros((0, most), np.uint16),
            *[np.zeros(0, np.int64)] * 3)
    rows, traits, counts, chosen, played = (
        np.concatenate(parts) for parts in zip(none, *found, strict=True))
    return Choices(rows, traits, summed(counts), chosen, played)
