"""Glicko-2: how strong a player is, and how sure that is.

After M. E. Glickman, "Example of the Glicko-2 system" (http://www.glicko.net/glicko/glicko2.pdf);
the steps are those of the paper.  Ratings and deviations are in points of Elo's scale: with 400
points more, a player is expected to score ten of eleven points.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, hypot, log, pi, sqrt
from typing import NamedTuple

SCALE = 400 / log(10)       # points for one unit of the formulas
TAU = 0.5                   # how fast volatility changes
CLOSE = 1e-6                # how exactly its logarithm is found
WIDEST = 350.0              # the deviation of a new player


class Rating(NamedTuple):
    """How strong a player is.

    Attributes:
        points: the estimate.
        deviation: its standard deviation in points, more than 0; 95 % of the time the truth is
            within twice as many.
        volatility: by how much the truth changes in a rating period, in units of SCALE.
    """

    points: float = 1500.0
    deviation: float = WIDEST
    volatility: float = 0.06


class Result(NamedTuple):
    """A game against `opponent`, a rating before the game; `score` 1 is won, 0.5 drawn, 0 lost."""

    opponent: Rating
    score: float


def widened(player: Rating, periods: float) -> Rating:
    """A rating after so many rating periods without games; they need not be whole."""
    change = SCALE * player.volatility * sqrt(periods)
    return player._replace(deviation=min(hypot(player.deviation, change), WIDEST))


def rate(player: Rating, results: Iterable[Result], periods: float = 1.0, weight: float = 1.0
         ) -> Rating:
    """A rating after games that count as played at once.

    Args:
        player: the rating before them, within 10,000 points of 0, as are those of opponents.
        results: the games; without any, nothing but the deviation changes.
        periods: the time since the last games, in rating periods, 0 or more.
        weight: how many games each counts as, 0 or more; the paper has no such weights.
    """
    mean, deviation = player.points / SCALE, player.deviation / SCALE
    precision = gain = 0.0                         # step 3: 1/v; step 4: the sum in delta
    for opponent, score in results:
        known = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)
        lead = known * (mean - opponent.points / SCALE)
        precision += weight * known ** 2 * _logistic(lead) * _logistic(-lead)
        gain += weight * known * (score - _logistic(lead))
    if not precision:
        return widened(player, periods)
    volatility = _volatility(player.volatility, deviation ** 2, 1 / precision, gain / precision)
    wide = widened(player._replace(volatility=volatility), periods).deviation       # step 6
    after = 1 / sqrt((SCALE / wide) ** 2 + precision)                               # step 7
    return Rating((mean + after ** 2 * gain) * SCALE, after * SCALE, volatility)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > 0 else exp(x) / (1 + exp(x))


def _volatility(before: float, spread: float, variance: float, improvement: float) -> float:
    """Step 5: a root of a function of log(volatility^2), by the Illinois method.

    After results far from what was expected the function does not fall everywhere, and has several
    roots.  Which one is taken follows from the steps of the paper, which these are, one by one.
    """
    def f(x: float) -> float:
        whole = spread + variance + exp(x)
        return exp(x) * (improvement ** 2 - whole) / (2 * whole ** 2) - (x - start) / TAU ** 2

    low = start = 2 * log(before)
    if improvement ** 2 > spread + variance:
        high = log(improvement ** 2 - spread - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


PERIOD = 5 * 86_400_000     # milliseconds of a rating period
PROVISIONAL = 110.0         # from this deviation on a rating is only a guess
ANCHOR_DEVIATION = 50.0     # of each level; all ratings follow from it, so it never changes
SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


@dataclass(frozen=True, slots=True)
class Standing:
    """What an account is rated in the games of some rules and speed.

    Attributes:
        account: the id of the account.
        rules, speed: of which games.
        rating: after the last of them.
        at: when that ended, in milliseconds since 1970.
        games: how many there were.
    """

    account: str
    rules: str
    speed: str
    rating: Rating
    at: int
    games: int

    def now(self, at: int) -> Rating:
        """The rating at a later time, of which less and less is known."""
        return widened(self.rating, max(0, at - self.at) / PERIOD)
