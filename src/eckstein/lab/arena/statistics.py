"""What results say: Elo with its error, likelihood of superiority, and when a match may stop.

Results are counted by score in equal steps from the worst to the best: three counts (lost, drawn,
won) of single games, or five of pairs of games with one opening and colours swapped, by points:
0, 1/2, 1, 3/2, 2.  The two games of a pair depend on each other through their opening, so pairs are
what should be counted: five counts give the true error, three an error that is too large.

Sources, all by Michel Van den Bergh (https://www.cantate.be/Fishtest):
"The generalized maximum likelihood ratio for the expectation value of a distribution"
(support_MLE_multinomial.pdf), "Normalized Elo" (normalized_elo.pdf) and "Comments on normalized
Elo" (normalized_elo_practical.pdf).
"""
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist, fmean
from typing import NamedTuple

from ...base.sentence import Sentence

CERTAIN = 0.975                         # on either side, for 95 % between two bounds
SURE = NormalDist().inv_cdf(CERTAIN)    # 95 % lie within so many standard deviations
NORMALIZED = 800 / math.log(10)         # normalised Elo for a score of one deviation above half
NEVER_SEEN = 1e-3                       # the count of results that never occurred, in a test
ROUNDS, TOLERANCE = 100, 1e-12

Counts = Sequence[float]


def score_of(elo: float) -> float:
    """The expected score of a player with so many Elo more."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference at which a score from 0 to 1 is expected; infinite at the ends."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


class Estimate(NamedTuple):
    """What counts say of the first player; bounds hold with 95 %.

    Attributes:
        games: how many games were counted.
        score: the mean score of a game, 0 to 1.
        elo, low, high: the Elo difference and its bounds; infinite where the score is 0 or 1.
        normalized, normalized_error: the score above a half in standard deviations of a game, as
            normalised Elo; it tells how many games it takes to see a difference.
        superiority: the probability that the first player is the stronger.
    """

    games: int
    score: float
    elo: float
    low: float
    high: float
    normalized: float
    normalized_error: float
    superiority: float

    @property
    def error(self) -> float:
        """Half the distance of the bounds."""
        return (self.high - self.low) / 2


def estimate(counts: Counts) -> Estimate:
    """The Elo difference and what is sure about it.

    Args:
        counts: three counts of games or five of pairs, from the worst to the best.

    Raises:
        ValueError: if nothing has been counted.
    """
    number, games_each = sum(counts), (len(counts) - 1) // 2
    if not number:
        raise ValueError(Sentence("nothing can be estimated before a game has been played"))
    games = int(number * games_each)
    score, variance = moments(_distribution(counts))
    if not variance:
        return _estimate_alike(score, number, games)
    deviation = math.sqrt(variance / number)
    per_game = math.sqrt(variance * games_each)
    return Estimate(
        games, score, elo_of(score), elo_of(score - SURE * deviation),
        elo_of(score + SURE * deviation), NORMALIZED * (score - 0.5) / per_game,
        NORMALIZED * SURE / math.sqrt(games), NormalDist().cdf((score - 0.5) / deviation))


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of figures; bounds hold with 95 % for the mean of all from which they are drawn.

    Attributes:
        count: how many figures.
        mean, low, high: the mean and its bounds.
    """

    count: int
    mean: float
    low: float
    high: float


def mean_of(figures: Sequence[float], most: float = 1.0) -> Mean:
    """The mean of figures, each from 0 to `most`, and what is sure about it.

    Raises:
        ValueError: if there are none.
    """
    count = len(figures)
    if not count:
        raise ValueError(Sentence("there is no mean of no figures"))
    if min(figures) == max(figures):
        mean, often = figures[0], _often(count)
        return Mean(count, mean, mean * often, mean * often + most * (1 - often))
    mean = fmean(figures)
    deviation = math.sqrt(fmean((figure - mean) ** 2 for figure in figures) / count)
    return Mean(count, mean, max(0.0, mean - SURE * deviation), min(most, mean + SURE * deviation))


def _often(number: float) -> float:
    """The chance that a result which came every time has with 97.5 % at least."""
    return float((1 - CERTAIN) ** (1 / number))


def _estimate_alike(score: float, number: float, games: int) -> Estimate:
    """If all results are alike, their spread tells nothing, but their number does.

    A result that came every time has with 97.5 % at least the chance `often`; whatever else may
    come lies between 0 and 1.  The superiority is that of the rule of succession.
    """
    often, side = _often(number), (score > 0.5) - (score < 0.5)
    return Estimate(
        games, score, elo_of(score), elo_of(score * often), elo_of(score * often + 1 - often),
        side * math.inf if side else 0.0, NORMALIZED * SURE / math.sqrt(games),
        0.5 + side * (0.5 - 0.5 ** (number + 1)))


Distribution = list[tuple[float, float]]    # scores from 0 to 1 with their probabilities


def _distribution(counts: Counts) -> Distribution:
    total, steps = sum(counts), len(counts) - 1
    return [(place / steps, count / total) for place, count in enumerate(counts)]


def moments(distribution: Distribution) -> tuple[float, float]:
    """Mean and variance."""
    mean = sum(chance * score for score, chance in distribution)
    return mean, sum(chance * (score - mean) ** 2 for score, chance in distribution)


class Verdict(StrEnum):
    """What a sequential test has found."""

    H0 = "H0"
    H1 = "H1"
    OPEN = "open"


class Model(StrEnum):
    """What the bounds of a test are measured in."""

    NORMALIZED = "normalized"
    LOGISTIC = "logistic"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of H0, the difference is `elo0`, against H1, it is `elo1`.

    Games go on until the generalised log likelihood ratio leaves its bounds (A. Wald, "Sequential
    tests of statistical hypotheses", 1945).

    Attributes:
        elo0, elo1: the two differences, in units of `model`.
        alpha: the probability of accepting H1 when H0 is true.
        beta: the probability of accepting H0 when H1 is true.
        model: normalised Elo, as usual, or logistic Elo.

    Raises:
        ValueError: for bounds in the wrong order, or probabilities that no test can have.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = Model.NORMALIZED

    def __post_init__(self) -> None:
        if not -2000 < self.elo0 < self.elo1 < 2000:
            raise ValueError(Sentence("a test needs two Elo differences, the smaller first, "
                                      "such as 0,5"))
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(Sentence("alpha and beta lie between 0 and 0.5, such as 0.05"))

    @property
    def lower(self) -> float:
        """At this ratio H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this ratio H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Counts) -> float:
        """The generalised log likelihood ratio of H1 to H0.

        Args:
            counts: three counts of games or five of pairs, from the worst to the best.
        """
        if not sum(counts):
            return 0.0
        seen = [count or NEVER_SEEN for count in counts]
        found = _distribution(seen)
        if self.model is Model.LOGISTIC:
            # The likeliest distributions with these means, given what was found (Proposition 1.1).
            nearest = [_tilted(found, [score - score_of(elo) for score, _ in found])
                       for elo in (self.elo0, self.elo1)]
        else:
            games_each = (len(counts) - 1) / 2
            nearest = [_nearest_with_signal(found, elo / NORMALIZED * math.sqrt(games_each))
                       for elo in (self.elo0, self.elo1)]
        return sum(count * math.log(one / zero) for count, (_, zero), (_, one)
                   in zip(seen, *nearest, strict=True))

    def verdict(self, counts: Counts) -> Verdict:
        """Whether the test is over, and how."""
        ratio = self.ratio(counts)
        if ratio >= self.upper:
            return Verdict.H1
        return Verdict.H0 if ratio <= self.lower else Verdict.OPEN


def _nearest_with_signal(found: Distribution, signal: float) -> Distribution:
    """The likeliest distribution with a mean `signal` deviations above a half.

    The condition is not linear; it is replaced by its tangent at the last guess, again and again
    ("Comments on normalized Elo", section 4.1).
    """
    guess = [(score, 1 / len(found)) for score, _ in found]
    for _ in range(ROUNDS):
        mean, variance = moments(guess)
        deviation = math.sqrt(variance)
        tangent = [score - 0.5 - signal * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
                   for score, _ in found]
        last, guess = guess, _tilted(found, tangent)
        if max(abs(new - old) for (_, new), (_, old) in zip(guess, last, strict=True)) < TOLERANCE:
            break
    return guess


def _tilted(found: Distribution, values: Sequence[float]) -> Distribution:
    """The likeliest distribution in which `values` have the mean 0.

    It is found / (1 + x value), where x is the root of a falling function.
    """
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(ROUNDS):
        x = (low + high) / 2
        slope = sum(chance * value / (1 + x * value)
                    for (_, chance), value in zip(found, values, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [(score, chance / (1 + x * value))
            for (score, chance), value in zip(found, values, strict=True)]
