"""Ratings as a fold over results, in their order: pure functions of rows and of nothing else.

Accounts, names, bars and the time of today do not come into it, so none of them can change what
others are rated.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .clocks import DAY
from .glicko import PERIOD, SCALE, Rating, Result, rate, widened
from .identity import level_of
from .rating_rules import IMPORTED, VERSIONS, WEEK, WINDOW, RatingRules
from .results import UNKNOWN, Row, Side

Key = tuple[str, str, str]  # a pseudonym, the rules of a game, and a speed
# What leaderboards ask for: up to which deviation, how long after the last game, and after having
# met how many different players that were linked.
LISTED_DEVIATION, LISTED_TIME, LISTED_MET = 75.0, 60 * DAY, 8
MINUTE = 60_000             # milliseconds
NEW = Rating()


class Change(NamedTuple):
    """What a result has changed for one of its players.

    Attributes:
        code: the pseudonym of the player.
        seq: the number of the result.
        rules, speed: of which game.
        opponent: the other side.
        rating: the player's after the game.
        gain: by how many points it has changed.
        sure: whether it was no guess before.
        began, at: when the game began and ended.
    """

    code: str
    seq: int
    rules: str
    speed: str
    opponent: str
    rating: Rating
    gain: float
    sure: bool
    began: int
    at: int


@dataclass
class Player:
    """How a player stands in the games of some rules and speed.

    Attributes:
        rating: after the last game that has counted.
        at: when that ended.
        games: how many have counted.
        first: when the first of them ended.
        links: how many of them were against levels or linked players.
        met: opponents, as many as the rules ask for.
        known: those of them that were linked.
        lately: what games have changed, at least those of the last 30 days, in their order.
    """

    rating: Rating = NEW
    at: int = 0
    games: int = 0
    first: int = 0
    links: int = 0
    met: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    lately: list[Change] = field(default_factory=list)

    def now(self, at: int) -> Rating:
        """The rating at a later time, of which less and less is known."""
        return widened(self.rating, self.periods(at)) if self.games else self.rating

    def periods(self, at: int) -> float:
        """How many rating periods after the last game a time is."""
        return max(0, at - self.at) / PERIOD if self.games else 0.0

    def is_linked(self, law: RatingRules, at: int) -> bool:
        """Whether this is no stranger."""
        return self.links >= law.linked or (
            at - self.first >= law.served and self.games >= law.games
            and len(self.met) >= law.met)

    def listed(self) -> int:
        """Until when a leaderboard has this player, unless another game is played."""
        spare = LISTED_DEVIATION ** 2 - self.rating.deviation ** 2
        if spare <= 0 or len(self.known) < LISTED_MET:
            return 0
        sure = spare / (SCALE * self.rating.volatility) ** 2 * PERIOD
        return int(self.at + min(sure, LISTED_TIME)) // MINUTE * MINUTE


class Fold:
    """All players, as they stand after the results so far.

    Args:
        players: those that are known already.
        versions: the rules of rating.
    """

    def __init__(self, players: Mapping[Key, Player] | None = None,
                 versions: Mapping[int, RatingRules] = VERSIONS) -> None:
        self.players, self._versions = dict(players or {}), versions

    def take(self, row: Row) -> list[Change]:
        """The next result; returns what it changes, for each person."""
        law = self._versions[max(row.version, 1)]
        sides = {"white": row.white, "black": row.black}
        if row.version != IMPORTED and not self._counts(row, law):
            return []
        found = []
        for colour, other in (("white", "black"), ("black", "white")):
            side, against = sides[colour], sides[other]
            if _is_person(side) and (row.version != IMPORTED or side.after is not None):
                before = self._before(row, side)
                after = side.after or self._after(row, law, side, against, row.score(colour))
                found.append(Change(side.who, row.seq, row.rules, row.speed, against.who, after,
                                    after.points - before.points, before.deviation < law.guess,
                                    row.began, row.at))
        linked = {side.who: self._is_linked(row, law, side) for side in sides.values()}
        for change in found:
            self._note(change, law, linked=linked[change.opponent])
        return found

    def _counts(self, row: Row, law: RatingRules) -> bool:
        if row.how not in law.ends or row.mixed or min(
                row.white.moves, row.black.moves) < law.moves:
            return False
        for side, against in ((row.white, row.black), (row.black, row.white)):
            if level_of(against.who) is not None:
                begun = sum(level_of(one.opponent) is not None and one.began > row.began - DAY
                            for one in self._player(row, side.who).lately)
                return begun < law.levels
        return True

    def _player(self, row: Row, who: str) -> Player:
        return self.players.get((who, row.rules, row.speed)) or Player()

    def _before(self, row: Row, side: Side) -> Rating:
        """The strength of a side when the game ends."""
        return self._player(row, side.who).now(row.at) if _is_person(side) else side.before

    def _is_linked(self, row: Row, law: RatingRules, side: Side) -> bool:
        """Whether a side links its opponent: a level, or a linked player that is no guess."""
        if not _is_person(side):
            return level_of(side.who) is not None
        player = self._player(row, side.who)
        return player.is_linked(law, row.at) and player.now(row.at).deviation < law.guess

    def _after(self, row: Row, law: RatingRules, side: Side, against: Side, score: float) -> Rating:
        player, other = self._player(row, side.who), self._before(row, against)
        before = player.now(row.at)
        sure, people = before.deviation < law.guess, _is_person(against)
        # Levels are anchors: no level can lose on purpose, and some people play nothing else.
        shared = [one for one in player.lately if people and one.opponent == against.who
                  and one.at > row.at - WINDOW]
        weight = 0.5 ** (len(shared) / law.half)
        if sure and people:
            weight *= self._weight(row, law, against, other)
        after = rate(player.rating, [Result(other, score)], player.periods(row.at), weight)
        points = after.points
        if sure and people:
            points = _risen(before.points, points, law.most, shared)
        if sure:
            points = _risen(before.points, points, law.week, [
                one for one in player.lately if one.sure and one.at > row.at - WEEK])
        return Rating(max(points, law.lowest), max(after.deviation, law.narrowest),
                      min(after.volatility, law.volatile))

    def _weight(self, row: Row, law: RatingRules, against: Side, other: Rating) -> float:
        """How much a game with a person weighs for a player with a sure rating."""
        known = (law.guess - other.deviation) / (law.guess - law.sure)
        if not self._player(row, against.who).is_linked(law, row.at):
            known = 0.0
        return min(1.0, max(law.stranger, known))

    def _note(self, change: Change, law: RatingRules, *, linked: bool) -> None:
        """A change is made."""
        key = (change.code, change.rules, change.speed)
        player = self.players.setdefault(key, Player())
        player.rating, player.at = change.rating, change.at
        player.first = player.first if player.games else change.at
        player.games += 1
        player.links = min(player.links + linked, law.linked)
        if change.opponent != UNKNOWN and level_of(change.opponent) is None:
            player.met = _one_more(player.met, change.opponent, law.met)
            if linked:
                player.known = _one_more(player.known, change.opponent, LISTED_MET)
        player.lately.append(change)
        # The fold looks back 30 days; twice that, since the clocks of servers may differ.
        if player.lately[0].at <= change.at - 2 * WINDOW:
            player.lately = [one for one in player.lately if one.at > change.at - 2 * WINDOW]


def folded(rows: Iterable[Row], versions: Mapping[int, RatingRules] = VERSIONS) -> Fold:
    """All players after some results."""
    fold = Fold(versions=versions)
    for row in rows:
        fold.take(row)
    return fold


def _is_person(side: Side) -> bool:
    return side.who != UNKNOWN and level_of(side.who) is None


def _risen(before: float, after: float, most: float, changes: Iterable[Change]) -> float:
    """Points after a game by which they rise no further than the most, with earlier changes."""
    room = most - sum(one.gain for one in changes)
    return min(after, before + max(0.0, room))


def _one_more(names: tuple[str, ...], name: str, most: int) -> tuple[str, ...]:
    return names if name in names or len(names) >= most else (*names, name)
