"""Fitting the weights of an evaluation to the results of the engine's own games.

    python -m eckstein.tuning duell --rounds 5 --games 2000 --nodes 1500 --seed 1

plays games of the engine against itself from random openings, notes the features of quiet positions
with the result of their game, and fits the weights by logistic regression (Newton's method, with a
weak pull towards the weights that played): the idea of Buro 1995, "Statistical feature combination
for the evaluation of game positions".  The next round plays with the weights of the round before;
the first one knows nothing, so that the same command always ends with the same weights.  With
`--onward` it begins with the weights at hand instead.  It prints the weights as they stand in
knowledge/_weights.py.
"""
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from .board import Board
from .engine.limits import Limits
from .engine.searcher import Searcher
from .kernel import specialise
from .knowledge import WEIGHTS_FILE
from .orphans import end_with_parent

OPENING_PLIES = 6
LOGIT = 0.008               # one hundredth of a die in the logarithm of the odds
PULL = 200.0                # how many positions the weights at hand are worth
BATCH = 25                  # games of one task

Sample = tuple[list[int], float]    # features for the player to move, and his result


def play_games(game: str, count: int, nodes: int, seed: int) -> list[Sample]:
    """Features and results of positions from so many games of the engine against itself."""
    knowledge = specialise("kernel", game).knowledge
    units = np.eye(len(knowledge.FEATURES), dtype=np.int64)
    board = Board(game)
    searcher = Searcher(game, board.options, megabytes=4)
    samples: list[Sample] = []
    for number in range(count):
        positions, result = _one_game(game, searcher, nodes, random.Random(f"{seed}/{number}"))
        for p, side in positions:
            compiled = searcher.search.game.Position(*p)
            features = [int(knowledge.weigh(compiled, unit)) for unit in units]
            samples.append((features, result if side == 0 else 1 - result))
    searcher.close()
    return samples


def _one_game(game: str, searcher: Searcher, nodes: int,
              chance: random.Random) -> tuple[list[tuple[Any, int]], float]:
    """The quiet positions of one game, and White's result."""
    board = Board(game)
    positions = []
    searcher.clear()
    while not board.is_game_over():
        if board.ply < OPENING_PLIES:
            board.push(chance.choice(list(board.legal_moves)))
            continue
        info = searcher.best(board, Limits(nodes=nodes))
        quiet = not board.in_check() and len(board.describe(info.pv[0]).removed) == 0
        if quiet and info.mate is None:
            positions.append((tuple(board._p), board._p.side))
        board.push(info.pv[0])
    end = board.outcome()
    assert end is not None
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


def _batches(game: str, games: int, nodes: int, seed: int) -> Iterator[tuple[str, int, int, int]]:
    for number, start in enumerate(range(0, games, BATCH)):
        yield game, min(BATCH, games - start), nodes, seed * 1_000_003 + number


def play_round(game: str, weights: dict[str, int],
               batches: list[tuple[str, int, int, int]], jobs: int) -> list[Sample]:
    """The samples of all these batches of games, played with these weights."""
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory() as folder:
        # Weights are constants of the compiled code, so each round has processes and a cache of
        # its own.
        file = Path(folder) / "weights.json"
        file.write_text(json.dumps({game: weights}))
        settings = {WEIGHTS_FILE: str(file), "ECKSTEIN_CACHE": folder}
        with ProcessPoolExecutor(jobs, get_context("spawn"), _use, (settings,)) as pool:
            pool.submit(_warm, game).result()
            for found in pool.map(_batch, batches):
                samples += found
                print(f"{len(samples)} positions", end="\r", file=sys.stderr, flush=True)
    return samples


def main(game: str, games: Annotated[int, typer.Option(min=1)] = 2000,
         nodes: Annotated[int, typer.Option(min=1)] = 1500, seed: int = 1,
         rounds: Annotated[int, typer.Option(min=1)] = 5, onward: bool = False,
         jobs: Annotated[int, typer.Option(min=1)] = 2) -> None:
    """Play, fit, and print the weights of one game, round by round."""
    knowledge = specialise("kernel", game, compiled=False).knowledge
    weights = dict.fromkeys(knowledge.FEATURES, 0)
    if onward:
        weights = dict(zip(knowledge.FEATURES, map(int, knowledge.WEIGHTS), strict=True))
    for number in range(rounds):
        batches = list(_batches(game, games, nodes, seed * 1000 + number))
        samples = play_round(game, weights, batches, jobs)
        weights = dict(zip(knowledge.FEATURES, fit(samples, list(weights.values())), strict=True))
        print(f"{game}: round {number + 1}, {games} games, {nodes} nodes a move, seed {seed}, "
              f"{len(samples)} positions")
        print(weights, flush=True)


def _use(settings: dict[str, str]) -> None:
    end_with_parent()
    os.environ.update(settings)


def _warm(game: str) -> None:
    specialise("search.alphabeta", game).warm()


def _batch(task: tuple[str, int, int, int]) -> list[Sample]:
    return play_games(*task)


if __name__ == "__main__":
    typer.run(main)
