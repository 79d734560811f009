"""What is unusual in rated games, with its figures, for people to judge.

Nothing is done about it by program.  All follows from stored results, so it can be computed again.
"Deviations" are standard deviations of what would be expected by chance.

* Farming: many wins over one opponent, far more than both ratings let expect.  Only games count in
  which both ratings had settled: new players stronger than their rating win again and again until
  it tells why.  By the rules of rating such games weigh less and less, so it does not matter how
  far the rating of the loser falls.
* Sandbagging: many games given up, or lost on time, after few moves.
* Engine: moves are far more often the engine's than those of others with such ratings.  Stronger
  players agree with it more often, so it is compared with a line through all others.  Only games
  count in which the player's rating had settled.
"""
from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ....wire.http_moderation import FlagKind
from ...game.fold import LISTED_DEVIATION
from ...game.glicko import SCORES, Rating
from ...game.identity import level_of
from .records import Evidence, Flag

DAYS = 90                   # the games that are looked at are no older
GAMES = 10                  # that are listed with a flag
SETTLED = LISTED_DEVIATION  # the deviation below which a rating has settled
# Farming: wins over one opponent, their share of all rated wins, and how many deviations the
# winner's score is beyond both ratings.
WINS, WIN_SHARE, BEYOND = 12, 0.5, 3.0
# Sandbagging: moves of one's own up to which a game is given up early, how many such games, their
# share of all rated games lost, and how many deviations that is beyond the share of all others.
EARLY, EARLY_GAMES, EARLY_SHARE, EARLY_BEYOND = 5, 10, 0.4, 5.0
USUAL, ENOUGH = 0.05, 50    # the least share that is taken for usual; games by which one is known
GIVEN_UP = ("resigned", "time")
# Engine: positions by which a player is known, by how much the share of the engine's moves is
# beyond that of others, how many deviations that is, and how many others there are at least.
CHOICES, MORE_OFTEN, AGREE_BEYOND, OTHERS = 100, 0.15, 3.5, 20
LEAST_VARIANCE = 0.01       # of one choice, even where all are expected to agree, or none
NORMAL = 1.4826             # standard deviations in a median of absolute ones (normal distribution)


class Side(NamedTuple):
    """One player's side of a rated game.

    Attributes:
        game: its id.
        account, opponent: the accounts of both, or the pseudonym of one that is gone; a level has
            its identity.
        rules: of which game.
        ended: when, in milliseconds since 1970.
        outcome: how it ended for the player.
        before, after: the player's rating.
        moves: how many moves the player has made.
        reason: how the game ended (`game.results`).
        anchor: the rating of the opponent, if that is a level.
        choices: positions that were compared with the engine.
        agreed: in how many of them the player has made its move.
    """

    game: str
    account: str
    opponent: str
    rules: str
    ended: int
    outcome: str
    before: Rating
    after: Rating
    moves: int = 0
    reason: str = ""
    anchor: Rating | None = None
    choices: int = 0
    agreed: int = 0


# When flags were judged, by account, kind and what they are about.
Judged = Mapping[tuple[str, FlagKind, str], int]


def flags_of(sides: Sequence[Side], judged: Judged | None = None) -> list[Flag]:
    """All flags that follow from games.

    Args:
        sides: both of each game.
        judged: games from before a flag was judged do not count for another one.
    """
    judged = judged or {}
    return [*_farming(sides, judged), *_sandbagging(sides, judged), *_engine(sides, judged)]


def _farming(sides: Sequence[Side], judged: Judged) -> Iterable[Flag]:
    own = {(side.game, side.account): side for side in sides}
    wins, pairs = defaultdict[tuple[str, str], int](int), defaultdict[
        tuple[str, str, str], list[Side]](list)
    for side in sides:
        wins[side.account, side.rules] += side.outcome == "won"
        pairs[side.account, side.opponent, side.rules].append(side)
    for (account, opponent, rules), found in pairs.items():
        if sum(one.outcome == "won" for one in found) < WINS:
            continue
        since = judged.get((account, "farming", opponent), 0)
        games = [(one, other) for one in found if one.ended > since
                 and (other := _opponent(one, own)) is not None]
        won = sum(one.outcome == "won" for one, _ in games)
        if won < WINS:
            continue
        chances = [_chance(one.before, other) for one, other in games]
        beyond = _deviations(sum(SCORES[one.outcome] for one, _ in games), chances)
        share = won / wins[account, rules]
        if share < WIN_SHARE or beyond < BEYOND:
            continue
        figures = {"wins": won, "losses": sum(one.outcome == "lost" for one, _ in games),
                   "share": share}
        if (level := level_of(opponent)) is not None:
            figures["level"] = level
        else:
            theirs = [own[one.game, opponent] for one, _ in games]
            figures["fall"] = sum(one.before.points - one.after.points for one in theirs)
        yield _flag(account, "farming", opponent, rules, figures | {"beyond": beyond},
                    [one for one, _ in games])


def _opponent(side: Side, sides: Mapping[tuple[str, str], Side]) -> Rating | None:
    """The rating of the opponent in a game that counts; None in one that does not."""
    if side.before.deviation >= SETTLED:
        return None
    if side.anchor is not None:
        return side.anchor
    other = sides.get((side.game, side.opponent))
    return other.before if other and other.before.deviation < SETTLED else None


def _sandbagging(sides: Sequence[Side], judged: Judged) -> Iterable[Flag]:
    lost, early = defaultdict[str, int](int), defaultdict[str, int](int)
    own = defaultdict[tuple[str, str], list[Side]](list)
    for side in sides:
        if side.outcome == "lost":
            lost[side.rules] += 1
            early[side.rules] += _is_early(side)
            own[side.account, side.rules].append(side)
    for (account, rules), found in own.items():
        others = lost[rules] - len(found)
        given = early[rules] - sum(map(_is_early, found))
        usual = max(USUAL, given / others) if others >= ENOUGH else USUAL
        since = judged.get((account, "sandbagging", rules), 0)
        counted = [one for one in found if one.ended > since]
        quick = [one for one in counted if _is_early(one)]
        if len(quick) < EARLY_GAMES or len(quick) / len(counted) < EARLY_SHARE:
            continue
        beyond = _deviations(len(quick), [usual] * len(counted))
        if beyond >= EARLY_BEYOND:
            figures = {"lost": len(counted), "quick": len(quick),
                       "share": len(quick) / len(counted), "usual": usual, "beyond": beyond}
            yield _flag(account, "sandbagging", rules, rules, figures, quick)


def _is_early(side: Side) -> bool:
    return side.moves <= EARLY and side.reason in GIVEN_UP


def _engine(sides: Sequence[Side], judged: Judged) -> Iterable[Flag]:
    people = defaultdict[str, dict[str, list[Side]]](lambda: defaultdict(list))
    for side in sides:
        if side.choices and side.before.deviation < SETTLED:
            people[side.rules][side.account].append(side)
    for rules, found in people.items():
        shares = {account: _share(games) for account, games in found.items()
                  if sum(one.choices for one in games) >= CHOICES}
        for account in shares:
            since = judged.get((account, "engine", rules), 0)
            games = [one for one in found[account] if one.ended > since]
            choices = sum(one.choices for one in games)
            others = [share for other, share in shares.items() if other != account]
            if choices < CHOICES or len(others) < OTHERS:
                continue
            rating, share = _share(games)
            usual, spread = _usual(others, rating)
            beyond = (share - usual) / max(
                spread, math.sqrt(max(usual * (1 - usual), LEAST_VARIANCE) / choices))
            if share - usual >= MORE_OFTEN and beyond >= AGREE_BEYOND:
                figures = {"choices": choices, "agreed": sum(one.agreed for one in games),
                           "share": share, "usual": usual, "rating": rating, "beyond": beyond}
                yield _flag(account, "engine", rules, rules, figures, games)


def _share(games: Sequence[Side]) -> tuple[float, float]:
    """A player's rating after some games, and the share of the engine's moves in them."""
    return games[-1].after.points, sum(one.agreed for one in games) / sum(
        one.choices for one in games)


def _usual(others: Sequence[tuple[float, float]], rating: float) -> tuple[float, float]:
    """The share of the engine's moves at a rating, and how far single people are off from it."""
    ratings, shares = zip(*others, strict=True)
    if min(ratings) == max(ratings):
        slope, begin = 0.0, statistics.fmean(shares)
    else:
        slope, begin = statistics.linear_regression(ratings, shares)
    # By the median, so that the few players with help do not hide each other.
    spread = NORMAL * statistics.median(
        abs(share - begin - slope * points) for points, share in others)
    return min(1.0, max(0.0, begin + slope * rating)), spread


def _chance(one: Rating, other: Rating) -> float:
    """The expected score of one player against another, by their ratings."""
    return 1 / (1 + 10 ** ((other.points - one.points) / 400))


def _deviations(score: float, chances: Sequence[float]) -> float:
    """By how many standard deviations a score is beyond what the chances of each game tell."""
    spread = math.sqrt(sum(chance * (1 - chance) for chance in chances))
    return (score - sum(chances)) / spread if spread else 0.0


def _flag(account: str, kind: FlagKind, about: str, rules: str, figures: Mapping[str, float],
          games: Sequence[Side]) -> Flag:
    last = sorted(games, key=lambda one: (one.ended, one.game))
    return Flag(account, kind, about,
                Evidence(rules, {name: round(float(value), 3) for name, value in figures.items()},
                         [one.game for one in reversed(last[-GAMES:])]), last[-1].ended)
