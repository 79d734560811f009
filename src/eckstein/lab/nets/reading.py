"""Positions of recorded games as nets see them, and what they should say of them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine.batch.columns import Columns
from ...engine.batch.games import BatchGame
from ...engine.books.values import MATED
from ...engine.nets.net_file import network_of
from ...kernel.options import own_values
from ...kernel.specialise import specialise
from ..benchmark.positions import held_out
from ..data.games import NO_VALUE, Array, Games, among
from ..data.replaying import replayed

SIDE_BY_SIDE = 2048
DRAW = 3                    # in `Games.results`


@dataclass(frozen=True)
class Positions:
    """Positions from the side of the player to move.

    Attributes:
        rows: uint16 [n, 2, most]: the rows of inputs for the mover's view and the other's.
        values: float32 [n]: what a search found, in hundredths of a die.
        results: float32 [n]: 1 where the mover has won, 0 where he has lost, 0.5 for a draw.
        games: int64 [n]: of which game each is.
    """

    rows: Array
    values: Array
    results: Array
    games: Array

    def __len__(self) -> int:
        return len(self.values)

    def select(self, chosen: Array) -> Positions:
        """Some of the positions."""
        return Positions(self.rows[chosen], self.values[chosen], self.results[chosen],
                    self.games[chosen])


def mirror_of(network: Any) -> Array:
    """uint16 [inputs + 1]: the row that each is for the other player; that of no input is its own.
    """
    return np.array([*map(network.mirrored, range(network.INPUTS)), network.INPUTS], np.uint16)


def both_views(white: Array, sides: Array, mirror: Array) -> Array:
    """uint16 [n, 2, most]: the rows of positions for the mover's view and the other's.

    Args:
        white: uint16 [n, most]: for White's view.
        sides: int [n]: who is to move, 0 White or 1 Black.
        mirror: see `mirror_of`.
    """
    black = mirror[white]
    turned = (sides == 1)[:, None]
    return np.stack([np.where(turned, black, white), np.where(turned, white, black)], 1)


def positions_of(games: Games, side_by_side: int = SIDE_BY_SIDE) -> Positions:
    """The positions that nets learn from.

    Those are left out in which the move was made by chance, the search has seen the end, or what it
    found best is noisy, since it is the quiet ones that a search asks a net about; games without a
    result; and the positions of the benchmark.

    Raises:
        DataError: if the games break the rules.
    """
    assert games.values is not None
    options: dict[str, Any] = dict(games.options)
    order = np.flatnonzero(games.results > 0)
    n = min(side_by_side, max(1, len(order)))
    batch = BatchGame(games.game, n, autoreset="off", observe=False, masks=None, **options)
    search: Any = specialise("search.batch.network_inputs", games.game, life=batch.life,
                             **own_values(batch.options))
    memory = search.new_memory()
    columns = Columns(search, [memory])
    columns.add({"rows": 2 * search.WIDTH, "noisy": 1}, n)
    mirror = mirror_of(network_of(games.game, own_values(batch.options)))
    of_move = games.game_of_move()
    by_chance = np.arange(games.moves) - games.offsets[of_move] < games.random_plies[of_move]
    wanted = ~by_chance & (games.values != NO_VALUE) & (np.abs(games.values.astype(np.int32))
                                                       < MATED)
    benchmark = held_out(games.game, options)
    rows, moves, sides = list[Array](), list[Array](), list[Array]()
    for lanes, here in replayed(games, order, batch):
        batch.columns["actions"][lanes] = games.actions[here]
        search.write_noisy(memory, batch.records[0], batch.columns.address("actions"),
                           columns.address("noisy"), 0, n)
        taken = (wanted[here] & (columns["noisy"][lanes] == 0)
                 & ~among(batch.keys()[lanes], benchmark))
        if taken.any():
            search.write_rows(memory, batch.records[0], columns.address("rows"), 0, n)
            sides.append(batch.player[lanes[taken]])
            rows.append(both_views(columns["rows"][lanes[taken]], sides[-1], mirror))
            moves.append(here[taken])
    move = np.concatenate([np.zeros(0, np.int64), *moves])
    side = np.concatenate([np.zeros(0, np.int8), *sides])
    result = games.results[of_move[move]]
    return Positions(np.concatenate([np.zeros((0, 2, search.WIDTH), np.uint16), *rows]),
                     games.values[move].astype(np.float32),
                     np.where(result == DRAW, 0.5, result == side + 1).astype(np.float32),
                     of_move[move])
