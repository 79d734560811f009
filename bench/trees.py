"""What a simulation costs in many games at once, and how strong such searches are beside one game's
tree search.

    python -m bench.trees [games of each match]
    python -m bench.trees interior [games of each match]    # how all nodes but the root choose
"""
import sys
from typing import Any

import numpy as np

from eckstein import Board, names
from eckstein.engine.batch.games import BatchGame
from eckstein.engine.batch.tree_search import LONGEST, Leaves, TreeSearch
from eckstein.engine.limits import Limits
from eckstein.engine.tree_search import TreeSearcher
from eckstein.lab.arena.statistics import Estimate, estimate

from .timing import best

SIMULATIONS = 128
SIZES = (1, 1), (1, 8), (16, 1), (64, 1), (64, 8), (256, 1)
STRENGTH = 400              # simulations a move
OPENING = 6                 # random plies
GAMES = 400
INTERIOR = 32, 200          # simulations a move
PAIRS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("evaluation", {}), ("playouts", {}), ("evaluation", {"root": "gumbel"}),
    ("evaluation", {"leaves": 8}))


def cost(game: str, n: int, evaluator: Any = None, **settings: Any) -> float:
    """Nanoseconds of processor time for a simulation, by a net that says nothing if none is
    named.
    """
    batch = BatchGame(game, n, seed=1, random_plies=4, masks=None)
    search = TreeSearch(batch, SIMULATIONS, **settings)
    logits, values = np.zeros((n * settings.get("leaves", 1), batch.actions)), np.zeros(1 << 12)

    def silent(leaves: Leaves) -> tuple[Any, Any]:
        return logits[:len(leaves)], values[:len(leaves)]
    rounds = max(1, 64 // n)

    def run() -> int:
        return sum(int(search.run(evaluator or silent).visits.sum()) for _ in range(rounds))
    run()
    done, seconds = best(run)
    return 1e9 * seconds / done


def single(game: str, rollout: int) -> float:
    """Nanoseconds for a simulation of a tree search for one game."""
    board = Board(game)
    searcher = TreeSearcher(game, board.options)
    searcher._memory.rollout = rollout

    def run() -> int:
        return searcher.grow(board, Limits(nodes=10 * SIMULATIONS))
    run()
    done, seconds = best(run)
    return 1e9 * seconds / done


def match(game: str, games: int, evaluator: Any, settings: dict[str, Any]) -> Estimate:
    """A search in many games against a tree search in one, with as many simulations; each opening
    is played with both colours.
    """
    half = games // 2
    batch = BatchGame(game, 2 * half, autoreset="off", masks=None, random_plies=OPENING,
                      seed=[*range(half), *range(half)])
    search = TreeSearch(batch, STRENGTH, observe=False, seed=1, **settings)
    searcher = TreeSearcher(game, batch.options)
    searcher._memory.rollout = LONGEST if evaluator == "playouts" else 0
    ours = np.arange(2 * half) >= half          # the side of the search in many games
    while (batch.legal_count > 0).any():
        going, mine = batch.legal_count > 0, (batch.player == 1) == ours
        actions = search.run(evaluator, going & mine).actions
        for i in np.flatnonzero(going & ~mine).tolist():
            board = batch.board(i)
            searcher.grow(board, Limits(nodes=STRENGTH))
            actions[i] = batch.action_of(board, searcher.lines(1)[0].pv[0])
        batch.step(actions)
    points = np.where(batch.winner < 0, 1, 2 * (batch.winner == ours))
    return estimate(np.bincount(points[:half] + points[half:], minlength=5).tolist())


def between(game: str, games: int, simulations: int, ours: dict[str, Any], theirs: dict[str, Any]
            ) -> Estimate:
    """A search in many games against another one, by the evaluation; as `match`."""
    half = games // 2
    batch = BatchGame(game, 2 * half, autoreset="off", masks=None, random_plies=OPENING,
                      seed=[*range(half), *range(half)])
    searches = [TreeSearch(batch, simulations, observe=False, seed=1, **settings)
                for settings in (ours, theirs)]
    first = np.arange(2 * half) >= half         # the side of the first search
    while (going := batch.legal_count > 0).any():
        mine = (batch.player == 1) == first
        one, other = (search.run(where=going & where).actions
                      for search, where in zip(searches, (mine, ~mine), strict=True))
        batch.step(np.where(mine, one, other))
    points = np.where(batch.winner < 0, 1, 2 * ((batch.winner == 1) == first))
    return estimate(np.bincount(points[:half] + points[half:], minlength=5).tolist())


def interior(games: int) -> None:
    """Print matches of Gumbel in all nodes against Gumbel at the root alone."""
    print(f"Elo of interior gumbel against puct, both with root gumbel, {games} games")
    for simulations in INTERIOR:
        for game in names():
            found = between(game, games, simulations, {"root": "gumbel", "interior": "gumbel"},
                            {"root": "gumbel"})
            print(f"{simulations:4} {game:8}{found.elo:+6.0f} ({found.low:+.0f} to "
                  f"{found.high:+.0f})", flush=True)


def main() -> None:
    """Print what a simulation costs, and the matches."""
    if sys.argv[1:2] == ["interior"]:
        interior(int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
        return
    print(f"nanoseconds a simulation by a net that says nothing, of {SIMULATIONS} for a move;\n"
          "columns: games at once, leaves of each at once")
    print(f"{'':8}" + "".join(f"{f'{n}, {leaves}':>10}" for n, leaves in SIZES)
          + f"{'gumbel':>10}{'interior':>10}")
    for game in names():
        costs = [cost(game, n, leaves=leaves) for n, leaves in SIZES]
        costs += [cost(game, 64, root="gumbel", interior=one) for one in ("puct", "gumbel")]
        print(f"{game:8}" + "".join(f"{one:10,.0f}" for one in costs), flush=True)
    print("\nby the game's own knowledge, 64 games at once; in brackets, one game's tree search")
    for game in names():
        print(f"{game:8}" + "".join(
            f"{name:>12}{cost(game, 64, name):8,.0f} ({single(game, rollout):,.0f})"
            for name, rollout in (("evaluation", 0), ("playouts", LONGEST))), flush=True)
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"\nElo against one game's tree search, {STRENGTH} simulations each, {games} games")
    for evaluator, settings in PAIRS:
        for game in names():
            found = match(game, games, evaluator, settings)
            print(f"{evaluator:12}{settings or 'puct'!s:20}{game:8}{found.elo:+6.0f} "
                  f"({found.low:+.0f} to {found.high:+.0f})", flush=True)


if __name__ == "__main__":
    main()
