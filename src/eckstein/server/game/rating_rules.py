"""What a rated game is worth: the rules of rating, each version of them.

A result states by which version it counts, so a new version changes no rating of before.  What each
rule is for, and what it costs honest players, stands in `docs/ratings.md`.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import inf

from .clocks import DAY
from .glicko import PROVISIONAL
from .rated import PLIES
from .results import How

WINDOW = 30 * DAY           # in which games with the same opponent are looked at
WEEK = 7 * DAY


@dataclass(frozen=True, slots=True)
class RatingRules:
    """A version of the rules.

    Attributes:
        ends: in which ways games end that count.
        moves: how many each player has made in a game that counts.
        levels: how many games against levels count, of those that begin within a day.
        guess: the deviation from which on a rating is a guess.
        sure: up to this deviation, an opponent counts fully.
        stranger: the least weight of a game, for a player with a sure rating, against one that
            is a stranger, or a guess.  It rises to 1 as the opponent's deviation falls from
            `guess` to `sure`.
        linked: after so many games with levels, or with the linked, a player is linked, and no
            stranger.
        served: days since the first game, after which a player with `games` and `met` is no
            stranger either.
        games, met: how many games, and how many different opponents that needs.
        half: after so many games with the same opponent within 30 days, one more weighs half.
        most: points that one opponent can give within 30 days, net.
        week: points by which a rating that is no guess can rise within seven days, net.
        narrowest: the least deviation.
        lowest: the fewest points.
        volatile: the highest volatility.
    """

    ends: frozenset[How] = frozenset({"played", "resigned", "time", "agreed", "deserted"})
    moves: int = PLIES // 2
    levels: int = 12
    guess: float = PROVISIONAL
    sure: float = 75.0
    stranger: float = 1.0
    linked: int = 5
    served: int = 30 * DAY
    games: int = 30
    met: int = 10
    half: float = inf
    most: float = inf
    week: float = inf
    narrowest: float = 0.0
    lowest: float = -inf
    volatile: float = inf


# Version 0 is for games that were rated before there were results: what they changed is stored.
IMPORTED = 0
VERSIONS = {
    1: RatingRules(),       # plain Glicko-2
    2: RatingRules(stranger=0.1, half=10, most=80, week=150, narrowest=45, lowest=400,
                   volatile=0.1),
}
NEWEST = max(VERSIONS)
