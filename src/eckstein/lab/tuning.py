"""Fitting the weights of an evaluation to the results of the engine's own games.

    python -m eckstein.lab.tuning contra --rounds 4 --games 1000 --nodes 1500 --seed 1

plays games of a player against itself from random openings, notes the features of quiet positions
with the result of their game, and fits the weights by logistic regression (Newton's method, with a
weak pull towards the weights that played): the idea of Buro 1995, "Statistical feature combination
for the evaluation of game positions".  The next round plays with the weights of the round before,
and is fitted together with all games so far.  The first one plays with the weights that come
nearest to the plain values, so that the same command always ends with the same weights; with
`--onward` it begins with the weights at hand instead.  It prints the weights as they stand in
knowledge/_weights.py.

Three things were learnt by weights that did not want to move forward.  Without knowledge a player
goes nowhere, and learns from drawn games that nothing matters: so the first round knows the plain
values, and games that end by repetition or for lack of progress are left out.  Positions in which
the search sees a forced end are kept, unless it is the next move: a die that runs home wins just
there, and would seem to be worth nothing.
"""
import contextlib
import json
import os
import random
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..base.processes import worker_processes
from ..board import Board
from ..contract.pieces import Reason
from ..engine.limits import Limits
from ..engine.player import Player
from ..engine.players import make_player, read_player, thinkers
from ..games import UnknownGameError
from ..kernel import options as option_values
from ..kernel.described import WEIGHTS_FILE
from ..kernel.specialise import specialise
from .arena.openings import random_board
from .cluster import ClusterError, Needs, spread

OPENING_PLIES = 4, 16        # random moves before a game, at least and at most
STALLED = (Reason.REPETITION, Reason.NO_PROGRESS)
PLAIN_GAMES, PLAIN_PLIES = 1500, 60     # random games, the ends of which show what `plain` values
LOGIT = 0.008               # one hundredth of a die in the logarithm of the odds
PULL = 200.0                # how many positions the weights at hand are worth
BATCH = 25                  # games of one task

PLAYER = "alphabeta:hash=4,tables=off"

Batch = tuple[str, int, str, int, int]      # the arguments of `play_games`
Sample = tuple[list[int], float]    # features for the player to move, and his result
Played = Generator[tuple[Batch, list[Sample]], None, None]


def play_games(game: str, count: int, player: str, nodes: int, seed: int) -> list[Sample]:
    """Features and results of positions from so many games of a player against itself."""
    ground = specialise("kernel", game, life="jit")     # weights of one's own are no entry
    knowledge = ground.knowledge
    units = np.eye(len(knowledge.FEATURES), dtype=np.int64)
    board = Board(game)
    thinker = make_player(player, board)
    samples: list[Sample] = []
    for number in range(count):
        thinker.new_game(number)
        positions, result = _one_game(game, thinker, nodes, random.Random(f"{seed}/{number}"))
        for p, side in positions:
            compiled = ground.game.Position(*p)
            features = [int(knowledge.weigh(compiled, unit)) for unit in units]
            samples.append((features, result if side == 0 else 1 - result))
    thinker.close()
    return samples


def _one_game(game: str, player: Player, nodes: int,
              chance: random.Random) -> tuple[list[tuple[Any, int]], float]:
    """The quiet positions of one game, none if it stalled, and White's result."""
    board, opening = Board(game), chance.randint(*OPENING_PLIES)
    positions = []
    while not board.is_game_over():
        if board.ply < opening:
            board.push(chance.choice(list(board.legal_moves)))
            continue
        played = player.play(board, Limits(nodes=nodes))
        quiet = not board.in_check() and len(board.describe(played.move).removed) == 0
        if quiet and not (played.info and played.info.score.mate == 1):
            positions.append((tuple(board.state), board.state.side))
        board.push(played.move)
    end = board.outcome()
    assert end is not None
    if end.reason in STALLED:
        return [], 0.5
    result = 0.5 if end.winner is None else 1.0 if end.winner == "white" else 0.0
    return positions, result


def fit(samples: list[Sample], prior: list[int]) -> list[int]:
    """The weights, in hundredths of a die, that make the results most likely.

    Args:
        samples: features and results.
        prior: the weights at hand, in the order of the features.
    """
    features = np.array([sample[0] for sample in samples], dtype=float)
    results = np.array([sample[1] for sample in samples])
    centre = np.array(prior) * LOGIT
    spread = np.maximum(np.sqrt((features ** 2).mean(axis=0)), 0.1)
    pull = PULL * spread ** 2
    weights = centre.copy()
    for _ in range(200):
        chances = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (results - chances) - pull * (weights - centre)
        bend = (features * (chances * (1 - chances))[:, None]).T @ features + np.diag(pull)
        step = np.linalg.solve(bend, slope)
        step *= min(1.0, 1 / float(np.abs(features @ step).max()))   # no leap beyond what is known
        weights += step
        if float(np.abs(step).max()) < 1e-7:
            break
    return [round(float(weight)) for weight in weights / LOGIT]


def near_plain(game: str, seed: int) -> list[int]:
    """The weights that come nearest to the plain values, over positions of random games."""
    knowledge = specialise("kernel", game, compiled=False).knowledge
    units = np.eye(len(knowledge.FEATURES), dtype=int).tolist()
    features, values = [], []
    for number in range(PLAIN_GAMES):
        chance = random.Random(f"{seed}/{number}")
        board = random_board(Board(game), chance.randint(0, PLAIN_PLIES), chance)
        features.append([knowledge.weigh(board.state, unit) for unit in units])
        values.append(knowledge.plain(board.state))
    weights, *_ = np.linalg.lstsq(np.array(features, float), np.array(values, float), rcond=1e-6)
    return [round(float(weight)) for weight in weights]


def _batches(game: str, games: int, player: str, nodes: int, seed: int) -> Iterator[Batch]:
    for number, start in enumerate(range(0, games, BATCH)):
        yield game, min(BATCH, games - start), player, nodes, seed * 1_000_003 + number


def play_round(game: str, weights: dict[str, int], batches: list[Batch], jobs: int,
               cluster: str | None = None) -> list[Sample]:
    """The samples of all these batches of games, in their order, played with these weights.

    Args:
        game: its name.
        weights: by the names of features.
        batches: the games.
        jobs: how many processes play them here.
        cluster: the address of a Ray cluster that plays them instead.

    Raises:
        ClusterError: if the cluster cannot be used, or a batch could not be played there.
    """
    found, told = dict[Batch, list[Sample]](), 0
    with contextlib.closing(_played_here(game, weights, batches, jobs) if cluster is None else
                            _played_there(game, weights, batches, cluster)) as played:
        for batch, samples in played:
            found[batch] = samples
            told += len(samples)
            print(f"\r{told} positions", end="", file=sys.stderr, flush=True)
    print("\r", end="", file=sys.stderr)
    return [sample for batch in batches for sample in found[batch]]


def _played_here(game: str, weights: dict[str, int], batches: list[Batch], jobs: int) -> Played:
    with tempfile.TemporaryDirectory() as folder:
        # Weights are constants of the compiled code, so each round has processes and a cache of
        # its own.
        settings = {WEIGHTS_FILE: _written(folder, game, weights), "ECKSTEIN_CACHE": folder}
        with worker_processes(jobs, _use, settings) as pool:
            pool.submit(_warm, game).result()
            yield from zip(batches, pool.map(_batch, batches), strict=True)


def _played_there(game: str, weights: dict[str, int], batches: list[Batch],
                  cluster: str) -> Played:
    for batch, samples in spread(cluster, (game, option_values.complete(game, {})), play_there,
                                 (game, weights), batches,
                                 lambda batch: Needs.of(read_player(batch[2]))):
        if isinstance(samples, ClusterError):
            raise samples
        yield batch, samples


def play_there(common: tuple[str, dict[str, int]], batch: Batch) -> list[Sample]:
    """The samples of a batch, in a process that plays with these weights and no others."""
    with tempfile.TemporaryDirectory(prefix="eckstein-weights-") as folder:
        _use({WEIGHTS_FILE: _written(folder, *common)})
        return _batch(batch)


def _written(folder: str, game: str, weights: dict[str, int]) -> str:
    """The path of a file of weights."""
    file = Path(folder) / "weights.json"
    file.write_text(json.dumps({game: weights}))
    return str(file)


def main(game: str, games: Annotated[int, typer.Option(min=1)] = 1000,
         player: Annotated[str, typer.Option(help="who plays, against himself")] = PLAYER,
         nodes: Annotated[int, typer.Option(
             min=1, max=10 ** 9, help="positions for a move, if the player tells no limit")] = 1500,
         seed: int = 1,
         rounds: Annotated[int, typer.Option(min=1)] = 4, onward: bool = False,
         jobs: Annotated[int | None, typer.Option(min=1, max=256, show_default="2")] = None,
         ray: Annotated[str | None, typer.Option(
             metavar="<address>", help="play on a Ray cluster: its address, or auto for the one "
                                       "that this machine belongs to")] = None) -> None:
    """Play, fit, and print the weights of one game, round by round."""
    try:
        knowledge = specialise("kernel", game, compiled=False).knowledge
    except UnknownGameError as error:
        raise typer.BadParameter(str(error)) from None
    try:
        read_player(player, thinkers())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if ray and jobs:
        raise typer.BadParameter("leave out --jobs: it has no effect with --ray")
    begin = map(int, knowledge.WEIGHTS) if onward else near_plain(game, seed)
    weights = dict(zip(knowledge.FEATURES, begin, strict=True))
    samples: list[Sample] = []
    for number in range(rounds):
        batches = list(_batches(game, games, player, nodes, seed * 1000 + number))
        try:
            samples += play_round(game, weights, batches, jobs or 2, ray)
        except ClusterError as error:
            raise typer.BadParameter(str(error)) from None
        weights = dict(zip(knowledge.FEATURES, fit(samples, list(weights.values())), strict=True))
        print(f"{game}: round {number + 1}, {games} games, {player}, {nodes} nodes a move, "
              f"seed {seed}, {len(samples)} positions")
        print(weights, flush=True)


def _use(settings: dict[str, str]) -> None:
    os.environ.update(settings)


def _warm(game: str) -> None:
    specialise("kernel", game, life="jit")      # or say what is missing
    specialise("search.play.alphabeta", game).warm()


def _batch(task: Batch) -> list[Sample]:
    return play_games(*task)


if __name__ == "__main__":
    from eckstein.lab import tuning  # by the name that other machines know it by
    typer.run(tuning.main)
