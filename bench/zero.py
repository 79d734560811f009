"""Networks from self-play: what they cost, what they learn, how strong they are at equal time.

    python -m bench.zero cost                           # a position by NumPy and by JAX
    python -m bench.zero simulations                    # one of the tree search, in each game
    python -m bench.zero curve FOLDER [PLAYER ...]      # networks of a training against players
    python -m bench.zero time NETWORK [SECONDS] [GAMES] # at equal time against other searches

All is measured in processor time, so the load of the machine does not matter.
"""
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from eckstein.cli.zero_commands import ONE_THREAD

os.environ.update({name: os.environ.get(name, value) for name, value in ONE_THREAD.items()})

import numpy as np

from eckstein import Board, names
from eckstein.engine.batch.games import BatchGame
from eckstein.engine.batch.tree_search import LONGEST, Evaluator, Leaves, TreeSearch
from eckstein.engine.limits import Limits
from eckstein.engine.player import Player
from eckstein.engine.players import make_player
from eckstein.engine.tree_search import TreeSearcher
from eckstein.engine.zero.network import Network, Shape
from eckstein.engine.zero.network_file import (
    SUFFIX,
    Header,
    network_for,
    read_network,
    write_network,
)
from eckstein.engine.zero.player import leaves_of
from eckstein.lab.arena.statistics import Estimate, estimate
from eckstein.lab.zero.folder import read_state
from eckstein.lab.zero.measuring import measured
from eckstein.lab.zero.training import compiled

from .timing import best

SIZES = 8, 16, 64, 128, 256
HIDDEN = (128, 128), (256, 256)
PLAYERS = "level:1", "level:2", "level:3"
TIMES = 20
COUNTS, PLIES, MOVES = (200, 2000), 3, 3
GAMES, SIMULATIONS = 40, 200
SECONDS, OPENING = 0.02, 6
SAMPLE = 2000               # simulations by which a rate is known
Mover = Callable[[Board], int]


def cost() -> None:
    """Print what a position costs."""
    print("microseconds a position in Contra, by NumPy and by JAX; rows: positions at once")
    print(f"{'':6}" + "".join(f"{f'{hidden}':>20}" for hidden in HIDDEN))
    for size in SIZES:
        batch = BatchGame("contra", size, autoreset="off", random_plies=10)
        search = TreeSearch(batch, 1)
        search.begin()
        leaves = search.collect()
        assert leaves is not None
        told = []
        for hidden in HIDDEN:
            shape = Shape.of(batch, hidden)
            network = Network(shape, tuple(shape.first_weights(1)))
            for evaluator in (network, compiled(network)):
                partial(asked, evaluator, leaves)()         # JAX compiles it
                done, seconds = best(partial(asked, evaluator, leaves))
                told.append(f"{1e6 * seconds / done:10.1f}")
        print(f"{size:6}" + "".join(told), flush=True)


def asked(evaluator: Evaluator, leaves: Leaves) -> int:
    """Value the same positions again and again, and tell how many were valued."""
    for _ in range(TIMES):
        evaluator(leaves)
    return TIMES * len(leaves)


def simulations() -> None:
    """Print what a simulation costs a player, in each game."""
    print(f"microseconds a simulation, with layers of {HIDDEN[-1]} units; columns: simulations for "
          f"a move\n{'':8}" + "".join(f"{count:10}" for count in COUNTS))
    for game in names():
        batch = BatchGame(game, 1, autoreset="off", random_plies=PLIES)
        shape = Shape.of(batch, HIDDEN[-1])
        with tempfile.NamedTemporaryFile(suffix=SUFFIX) as file:
            write_network(file.name, Header.of(batch, shape, "by chance"),
                          Network(shape, tuple(shape.first_weights(1))))
            told = []
            for count in COUNTS:
                player = make_player(f"zero:net={file.name},nodes={count}", batch.first)
                play = partial(moved, player, batch.board(0), MOVES)
                play()                          # all is loaded
                done, seconds = best(play)
                told.append(f"{1e6 * seconds / (done * count):10.1f}")
        print(f"{game:8}" + "".join(told), flush=True)


def moved(player: Player, board: Board, moves: int) -> int:
    """Let a player think about a position so many times, and tell how often it was."""
    for _ in range(moves):
        player.play(board, Limits())
    return moves


def curve(folder: Path, players: tuple[str, ...]) -> None:
    """Print the points of networks against players, by the hours of their training."""
    state, _ = read_state(folder / "training.state")
    print(f"{state.settings.rules}: points of {GAMES} games with {SIMULATIONS} simulations a move; "
          "in brackets Elo with bounds\n"
          "iteration   hours    games  " + "".join(f"{name:>32}" for name in players))
    last = state.last.iteration
    for iteration in sorted({0, last, *(2 ** k for k in range(20) if 2 ** k < last)}):
        row = state.rows[iteration]
        _, network = read_network(folder / "networks" / f"{iteration:05}.network")
        told = [_told(measured(state.settings, network, name, GAMES, SIMULATIONS, seed=1))
                for name in players]
        print(f"{iteration:9} {row.seconds / 3600:7.3f} {row.games:8}  "
              + "".join(f"{one:>32}" for one in told), flush=True)


def at_equal_time(path: Path, seconds: float, games: int) -> None:
    """Print matches of a network, each side with as many simulations as fit into the time."""
    header, _ = read_network(path)
    options: dict[str, Any] = dict(header.options)
    batch = BatchGame(header.game, 1, autoreset="off", **options)
    network = network_for(path, batch)
    player = make_player(f"zero:net={path},nodes={SAMPLE}", batch.first)
    simulations = round(seconds * rate(batch.first, lambda board: player.play(board, Limits()
                                                                              ).move, SAMPLE))
    print(f"{header.game}: {path.name} with {simulations} simulations, {seconds} s a move by the "
          f"processor, {games} games", flush=True)
    for name, rollout in (("mcts with playouts", LONGEST), ("mcts", 0)):
        searcher = TreeSearcher(header.game, batch.options)
        searcher._memory.rollout = rollout
        count = round(seconds * rate(batch.first, grown(searcher, SAMPLE), SAMPLE))
        found = contest(batch, network, simulations, grown(searcher, count), games)
        print(f"  against {name}, {count} simulations: {_told(found)}", flush=True)
    engine = make_player(f"alphabeta:nodes={100 * SAMPLE},tables=off", batch.first)
    count = round(seconds * rate(batch.first, lambda board: engine.play(board, Limits()).move,
                                 100 * SAMPLE))
    engine = make_player(f"alphabeta:nodes={count},tables=off", batch.first)
    found = contest(batch, network, simulations,
                  lambda board: engine.play(board, Limits()).move, games)
    print(f"  against alphabeta, {count} positions: {_told(found)}", flush=True)


def rate(board: Board, play: Mover, nodes: int) -> float:
    """How many nodes fit into a second of the processor, over the first moves of a game."""
    board, begin = board.copy(), 0.0
    for ply in range(5):
        if ply == 1:                            # all is loaded
            begin = time.process_time()
        board.push(play(board))
    return 4 * nodes / (time.process_time() - begin)


def grown(searcher: TreeSearcher, nodes: int) -> Mover:
    """The moves of a tree search with so many simulations."""
    def play(board: Board) -> int:
        searcher.grow(board, Limits(nodes=nodes))
        return searcher.lines(1)[0].pv[0]
    return play


def contest(like: BatchGame, network: Network, simulations: int, play: Mover,
            games: int) -> Estimate:
    """Games of a network; each opening is played with both colours."""
    half = games // 2
    options: dict[str, Any] = dict(like.options)
    batch = BatchGame(like.game, 2 * half, autoreset="off", masks=None, random_plies=OPENING,
                      seed=2 * [*range(half)], **options)
    search = TreeSearch(batch, simulations, leaves=leaves_of(simulations))
    ours = np.arange(2 * half) >= half
    while (going := batch.legal_count > 0).any():
        mine = (batch.player == 1) == ours
        actions = search.run(network, going & mine).actions
        for i in np.flatnonzero(going & ~mine).tolist():
            board = batch.board(i)
            actions[i] = batch.action_of(board, play(board))
        batch.step(actions)
    points = np.where(batch.winner < 0, 1, 2 * ((batch.winner == 1) == ours))
    return estimate(np.bincount(points[:half] + points[half:], minlength=5).tolist())


def _told(found: Estimate) -> str:
    return (f"{100 * found.score:.0f} % ({found.elo:+.0f}: {found.low:+.0f} to "
            f"{found.high:+.0f})")


def main() -> None:
    """Do what the command says."""
    match sys.argv[1:]:
        case ["cost"]:
            cost()
        case ["simulations"]:
            simulations()
        case ["curve", folder, *players]:
            curve(Path(folder), tuple(players) or PLAYERS)
        case ["time", path, *more]:
            at_equal_time(Path(path), float(more[0]) if more else SECONDS,
                          int(more[1]) if more[1:] else 100)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
