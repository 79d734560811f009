"""How strong a network is: games of its tree search against players."""
from __future__ import annotations

import numpy as np

from ...engine.batch.tree_search import Evaluator, TreeSearch
from ...engine.limits import Limits
from ...engine.players import FULL_SECONDS, make_player, read_player, thinkers
from ..arena.statistics import Estimate, estimate
from .settings import Settings

OPENING = 6                 # random plies


def measured(settings: Settings, evaluator: Evaluator, opponent: str, games: int,
             simulations: int, seed: int) -> Estimate:
    """Play games, each opening with both colours.

    Args:
        settings: give the rules.
        evaluator: the network, or what computes the same.
        opponent: plays against it, as everywhere (see docs/players.md).
        games: how many; one less if they are odd.
        simulations: of the network's search, for each move.
        seed: of openings and players.
    """
    half = max(1, games // 2)
    batch = settings.batch(2 * half, random_plies=OPENING, max_plies=settings.max_plies,
                           seed=2 * [*range(seed * half, (seed + 1) * half)])
    search = TreeSearch(batch, simulations)
    name = read_player(opponent, thinkers())
    player = make_player(name, batch.first)
    player.warm()
    player.new_game(seed)
    limits = Limits(time=FULL_SECONDS)
    ours = np.arange(2 * half) >= half          # the side of the network in each game: 1 Black
    try:
        while (going := batch.legal_count > 0).any():
            mine = (batch.player == 1) == ours
            actions = search.run(evaluator, going & mine).actions
            for i in np.flatnonzero(going & ~mine).tolist():
                board = batch.board(i)
                actions[i] = batch.action_of(board, player.play(board, limits).move)
            batch.step(actions)
    finally:
        player.close()
    points = np.where(batch.winner < 0, 0.5, (batch.winner == 1) == ours)
    pairs = points[:half] + points[half:]
    return estimate([int((pairs == k / 2).sum()) for k in range(5)])
