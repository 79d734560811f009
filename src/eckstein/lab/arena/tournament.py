"""A tournament: a round robin, ratings from all results, and the crosstable."""
from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from .match import Standing
from .plan import Plan
from .playing import Finished
from .statistics import SURE

ELO = 400 / math.log(10)    # Elo for a factor of e in the odds
ROUNDS, STEP = 200, 1.0     # of Newton's method, and how far each may go at most
Pairs = Mapping[tuple[int, int], Sequence[int]]


class Rating(NamedTuple):
    """How strong one player of several is: Elo above their mean, and its 95 % error."""

    elo: float
    error: float


class Row(NamedTuple):
    """A contestant's line of the crosstable, best first.

    Attributes:
        name: of the contestant.
        games, points: of all games.
        rating: from all pairs of games; its error is infinite while nothing is known of it.
        against: points and games against the contestant of each row, in the order of the rows;
            None for himself.
    """

    name: str
    games: int
    points: float
    rating: Rating
    against: tuple[tuple[float, int] | None, ...]


def crosstable(plan: Plan, games: Iterable[Finished]) -> list[Row]:
    """The standings after these games, the strongest first."""
    games, number = list(games), len(plan.contestants)
    met = {two: Standing.of(games, *two) for two in combinations(range(number), 2)}
    rated = ratings({two: standing.pairs for two, standing in met.items()}, number)
    points = {two: (standing.points, standing.games) for two, standing in met.items()}
    points |= {(other, one): (played - gained, played)
               for (one, other), (gained, played) in points.items()}
    order = sorted(range(number), key=lambda place: (-rated[place].elo, place))
    return [Row(plan.contestants[place],
                sum(points[place, other][1] for other in order if other != place),
                sum(points[place, other][0] for other in order if other != place),
                rated[place],
                tuple(points.get((place, other)) for other in order)) for place in order]


def ratings(pairs: Pairs, number: int) -> list[Rating]:
    """The likeliest ratings by the model of Bradley and Terry, draws counting as half a win.

    R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", 1952.  Where a
    player never lost to the others, or never won, no finite ratings are likeliest (L. R. Ford,
    1957); then a drawn pair is added to every meeting, which draws all ratings together.

    The error comes from the spread of the pairs around what the ratings expect (a "sandwich", H.
    White, 1982), so that draws and the common opening of two games count as they should; for two
    players it is that of `statistics.estimate`, taken in Elo.

    Args:
        pairs: for places i < j the counts of pairs of games by i's points: 0, 1/2, 1, 3/2, 2.
        number: how many players there are.
    """
    gained = np.zeros((number, number))             # pairs' points, a pair being one point
    for (i, j), counts in pairs.items():
        gained[i, j] = sum(count * place / 4 for place, count in enumerate(counts))
        gained[j, i] = sum(counts) - gained[i, j]
    played = gained + gained.T
    if not _is_connected(gained > 0):
        drawn = np.where(played > 0, 0.5, 0.0)
        gained, played = gained + drawn, played + 2 * drawn
    strength, information = _likeliest(gained, played)
    spread = np.zeros((number, number))
    for (i, j), counts in pairs.items():
        expected = 1 / (1 + math.exp(strength[j] - strength[i]))
        square = sum(count * (place / 4 - expected) ** 2 for place, count in enumerate(counts))
        spread[[i, j], [i, j]] += square
        spread[[i, j], [j, i]] -= square
    inverse = np.linalg.pinv(information, hermitian=True)
    variance = np.diag(inverse @ spread @ inverse)
    return [Rating(float(ELO * value), _error(float(change)))
            for value, change in zip(strength, variance, strict=True)]


def _error(variance: float) -> float:
    return SURE * ELO * math.sqrt(variance) if variance > 1e-12 else math.inf


def _is_connected(won: np.ndarray) -> bool:
    """Whether each player has won something, if only through others, against each other one."""
    reached = won | np.eye(len(won), dtype=bool)
    for _ in range(len(won)):
        reached = reached @ reached
    return bool(reached.all())


def _likeliest(gained: np.ndarray, played: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Logarithms of strengths, with mean 0, and the information about them."""
    strength = np.zeros(len(gained))
    for _ in range(ROUNDS):
        expected = played / (1 + np.exp(strength[None, :] - strength[:, None]))
        weight = expected * expected.T / np.where(played > 0, played, 1)
        information = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(information, hermitian=True) @ (gained - expected).sum(axis=1)
        strength = strength + np.clip(step, -STEP, STEP)
        if np.abs(step).max() < 1e-9:
            break
    return strength - strength.mean(), information
