"""Learning from files of games before self-play: policies and values of those who played them.

The policy is taught by the visits of a tree search where the file has them, or else by the move
that was played; the value by what a search found and by the result (see `data.targets`).  Positions
of the benchmark are left out.

Lessons are parts of the positions, in random order, the whole of them `epochs` times.  What a
lesson teaches follows from the settings and its number alone, so training goes on after any of them
as if it had not been stopped.
"""
from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from ...base.sentence import Sentence
from ...engine.books.values import MATED
from ...engine.zero.network import Network, forward
from ...kernel.options import complete
from ..benchmark.positions import held_out
from ..data.data_file import read_games
from ..data.games import NO_VALUE, Array, Games, named
from ..data.replaying import DRAW, Samples, positions, sides
from ..data.targets import likelihoods, steepness
from .folder import Row
from .settings import Settings, ZeroError
from .training import ILLEGAL, Batch, Trainer

LESSON = 1 << 17            # positions, about
MEASURED = 1 << 15          # positions held out that are looked at, about, at most
AT_ONCE = 1024
STEEPNESS = 0.0025          # where no value tells of another one


class Course:
    """The lessons of some files.

    Args:
        settings: how the network is trained.
        files: of games under the rules of the settings.

    Attributes:
        lessons: how many there are.

    Raises:
        ZeroError: if they hold games under other rules, or too few.
        DataError: if a file holds no sound games.
        OSError: if one cannot be read.
    """

    def __init__(self, settings: Settings, files: Sequence[Path]) -> None:
        # In an order that does not depend on their names, and each content once.
        games = read_games(*dict(sorted((digest(path), path) for path in files)).values())
        if games.rules != (own := named(settings.game, complete(settings.game, settings.options))):
            raise ZeroError(Sentence("{path} holds games of {theirs}, and the network is to learn "
                                     "{ours}", path=files[0], theirs=games.rules, ours=own))
        games = games.select(games.results > 0)
        self._settings, self._slope = settings, _slope(games)
        held = games.held_out()
        self._learned, measured = games.select(~held), games.select(held)
        self._measured = measured.select(measured.offsets[:-1] < MEASURED)
        count = _count(self._learned)
        if count < settings.batch_size or not _count(self._measured):
            raise ZeroError(Sentence(
                "there are {count} positions to learn from in these {games} games with a result, "
                "and {held} held out to measure by; at least {least} and 1 are needed",
                count=count, games=len(games), held=_count(measured), least=settings.batch_size))
        self._parts = min(math.ceil(count / LESSON), len(self._learned))
        self.lessons = settings.epochs * self._parts

    def lesson(self, trainer: Trainer, last: Row) -> Row:
        """Train by the lesson that comes next, and measure the network by games held out."""
        begin, taught = time.process_time(), 0

        def batches() -> Iterator[Batch]:
            nonlocal taught
            for samples in self._positions(last.lessons):
                taught += len(samples)
                yield self.batch(samples)
        trainer.train(batches())
        policy, value, accuracy = self._losses(trainer.network())
        return Row(iteration=0, games=0, positions=0, plies=0, drawn=0, policy_loss=policy,
                   value_loss=value, accuracy=accuracy, lessons=last.lessons + 1,
                   taught=last.taught + taught,
                   seconds=last.seconds + time.process_time() - begin)

    def batch(self, samples: Samples, smoothing: float | None = None) -> Batch:
        """What positions are to teach; `smoothing` is that of the settings if None."""
        settings, masks = self._settings, samples.masks
        smoothing = settings.smoothing if smoothing is None else smoothing
        rows = np.arange(len(samples))
        policies = masks * (smoothing / masks.sum(1, keepdims=True)).astype(np.float32)
        policies[rows, samples.actions] += 1 - smoothing
        if samples.policies is not None:
            visited = samples.policies.any(1)
            policies[visited] = samples.policies[visited]
        searched = samples.values != NO_VALUE
        chances = likelihoods(np.where(searched, samples.values, 0).astype(np.float64),
                              (1 + samples.results) / 2, self._slope,
                              np.where(searched, settings.blend, 0))
        return Batch(samples.observations, samples.scalars, masks, policies, 2 * chances - 1)

    def _positions(self, lesson: int) -> Iterator[Samples]:
        """The positions of a lesson."""
        seed = self._settings.seed
        epoch, part = divmod(lesson, self._parts)
        order = np.random.default_rng([seed, 0, epoch]).permutation(len(self._learned))
        games = self._learned.select(np.array_split(order, self._parts)[part])
        return positions(games, self._settings.batch_size, seed=int(
            np.random.default_rng([seed, 0, epoch, part]).integers(1 << 62)),
            without=held_out(games.game, games.options))

    def _losses(self, network: Network) -> tuple[float, float, float]:
        """Of positions held out: the losses of policy and value, and how often the best move by the
        network is a best one by the policy.
        """
        found = list[Array]()
        for samples in positions(self._measured, AT_ONCE, shuffle=False):
            batch = self.batch(samples, smoothing=0.0)
            logits, values = forward(network.shape, network.weights, batch.observations,
                                     batch.scalars)
            logits = np.where(batch.masks != 0, logits, ILLEGAL).astype(np.float64)
            best = np.take_along_axis(batch.policies, logits.argmax(1)[:, None], 1)[:, 0]
            logits -= logits.max(1, keepdims=True)
            chances = logits - np.log(np.exp(logits).sum(1, keepdims=True))
            found.append(np.stack([-(batch.policies * chances).sum(1),
                                   (values - batch.values) ** 2,
                                   best == batch.policies.max(1)]))
        policy, value, accuracy = np.concatenate(found, 1).mean(1).tolist()
        return policy, value, accuracy


def digests(files: Sequence[Path]) -> dict[str, str]:
    """The names of files, by digests of what is in them.

    Raises:
        OSError: if one cannot be read.
    """
    return {digest(path): path.name for path in files}


def digest(path: Path) -> str:
    """A name for the content of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()


def _count(games: Games) -> int:
    """How many positions there are in which no move was made by chance."""
    return int(np.maximum(games.plies - games.random_plies, 0).sum())


def _slope(games: Games) -> float:
    """How steeply the values of games become likelihoods; all their moves are checked."""
    side, of_move = sides(games), games.game_of_move()
    if games.values is None:
        return STEEPNESS
    by_chance = np.arange(games.moves) - games.offsets[of_move] < games.random_plies[of_move]
    values, results = games.values.astype(np.float64), games.results[of_move]
    fit = ~by_chance & (games.values != NO_VALUE) & (np.abs(values) < MATED)
    if not fit.any():
        return STEEPNESS
    return steepness(values[fit], np.where(results == DRAW, 0.5, results == side + 1)[fit])
