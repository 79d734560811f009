"""How the players of a tournament stand, and which tie-breaks decide.

Players with equal points are ordered by the first tie-break in which they differ.  All sums are
whole numbers, of half or quarter points.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from .....wire.http_tournaments import Kind, TieBreak
from .records import WIN, Game, Outcome, Player, Round

TIE_BREAKS: dict[Kind, tuple[TieBreak, ...]] = {
    "round-robin": ("direct", "sonneborn-berger", "wins"),
    "swiss": ("buchholz", "sonneborn-berger", "direct", "wins"),
    "arena": ("wins", "sonneborn-berger", "direct"),
    "club": ("wins", "sonneborn-berger", "direct")}

EARLY = 10                  # moves of each player before which a draw gives no points


def drawn(kind: Kind, moves: int) -> Outcome:
    """What a draw by the players or by the rules counts for, after so many moves of both: in an
    arena, where the next game begins at once, early draws would be an easy way to points.
    """
    return "none" if kind == "arena" and moves < 2 * EARLY else "drawn"


class Standing(Struct, frozen=True):
    """How a player stands.

    Attributes:
        number: that of the player.
        rank: from 1; the same for all that no tie-break parts.
        points: in half points.
        buchholz: the points of all opponents, in half points.
        sonneborn: the points of the opponents, each times what was got against that opponent, in
            quarter points.
        direct: what was got in the games between those that are equal until then, in half points.
        wins: games won by play.
        games: games played and ended.
    """

    number: int
    rank: int
    points: int
    buchholz: int
    sonneborn: int
    direct: int
    wins: int
    games: int


def standings(kind: Kind, players: Sequence[Player], rounds: Sequence[Round]) -> list[Standing]:
    """All players, the best first; only games that have ended count."""
    sums = {player.number: _Sums() for player in players}
    for one in rounds:
        _count(sums, one, virtual=kind == "swiss")
    known = [sums[player.number].standing(player.number, sums) for player in players]
    ranked, games = list[Standing](), _games_of(rounds)
    for _, equal in groupby(sorted(known, key=_by_points), _by_points):
        ranked += _parted(list(equal), TIE_BREAKS[kind], games, len(ranked) + 1)
    return ranked


class TeamStanding(Struct, frozen=True):
    """How a team stands.

    Attributes:
        name: which it is.
        rank: from 1; the same for equal points and wins.
        points: of the players that count, in half points.
        wins: theirs.
        count: their numbers, the best first.
        players: how many play for it.
    """

    name: str
    rank: int
    points: int
    wins: int
    count: tuple[int, ...]
    players: int


def team_standings(best: int, teams: Iterable[str], players: Sequence[Player],
                   ranked: Sequence[Standing]) -> list[TeamStanding]:
    """All teams, the best first, by the sum of their best players' points, then of their wins.

    Args:
        best: how many of each team count.
        teams: their names.
        players: of the tournament.
        ranked: how they stand, the best first.
    """
    of = {one.number: one.team for one in players}
    members: dict[str, list[Standing]] = {name: [] for name in teams}
    for one in ranked:
        if of[one.number]:
            members[of[one.number]].append(one)
    known = [TeamStanding(name, 0, sum(one.points for one in found[:best]),
                          sum(one.wins for one in found[:best]),
                          tuple(one.number for one in found[:best]), len(found))
             for name, found in members.items()]
    known.sort(key=lambda one: (-one.points, -one.wins))
    first = {(one.points, one.wins): rank for rank, one in reversed(list(enumerate(known, 1)))}
    return [replace(one, rank=first[one.points, one.wins]) for one in known]


class _Sums:
    """What a player has got so far.

    Attributes:
        met: the opponents, each with what the player got; None stands for a bye, where Buchholz and
            Sonneborn-Berger take an opponent with as many points as the player has.
    """

    def __init__(self) -> None:
        self.points = self.wins = self.games = 0
        self.met: list[tuple[int | None, int]] = []

    def standing(self, number: int, sums: dict[int, _Sums]) -> Standing:
        """What follows from the points of all."""
        against = [(sums[other or number].points, got) for other, got in self.met]
        return Standing(number, 0, self.points, sum(points for points, _ in against),
                        sum(points * got for points, got in against), 0, self.wins, self.games)


def _count(sums: dict[int, _Sums], one: Round, *, virtual: bool) -> None:
    """Take a round in."""
    there = set[int]()
    for game in one.games:
        there |= {game.white, game.black}
        if game.outcome is None:
            continue
        for number in (game.white, game.black):
            found, got = sums[number], game.points(number)
            found.points += got
            found.games += game.played
            found.wins += game.played and got == WIN
            found.met.append((game.opponent(number) if game.played or not virtual else None, got))
    for number in one.byes.keys() | one.granted.keys():
        sums[number].points += one.unplayed(number)
    if virtual:
        for number in sums.keys() - there:
            sums[number].met.append((None, one.unplayed(number)))


def _by_points(one: Standing) -> int:
    return -one.points


def _games_of(rounds: Iterable[Round]) -> dict[int, list[Game]]:
    """The games that have ended, by each of their players."""
    found = defaultdict[int, list[Game]](list)
    for one in rounds:
        for game in one.games:
            if game.outcome is not None:
                found[game.white].append(game)
                found[game.black].append(game)
    return found


def _parted(equal: list[Standing], breaks: Sequence[TieBreak], games: Mapping[int, list[Game]],
            rank: int) -> list[Standing]:
    """Players that are equal so far, by the tie-breaks that are left."""
    if len(equal) == 1 or not breaks:
        return [_with(one, rank=rank) for one in sorted(equal, key=lambda one: one.number)]
    if breaks[0] == "direct":
        among = {one.number for one in equal}
        equal = [_with(one, direct=got) for one, got in zip(
            equal, _direct(among, games, [one.number for one in equal]), strict=True)]

    def value(one: Standing) -> int:
        return -{"direct": one.direct, "buchholz": one.buchholz, "wins": one.wins,
                 "sonneborn-berger": one.sonneborn}[breaks[0]]
    found: list[Standing] = []
    for _, group in groupby(sorted(equal, key=value), value):
        found += _parted(list(group), breaks[1:], games, rank + len(found))
    return found


def _direct(among: set[int], games: Mapping[int, list[Game]], numbers: Sequence[int]
            ) -> list[int]:
    """What each got in the games between some; nothing, unless each has met each of the others."""
    got, met = defaultdict[int, int](int), set[frozenset[int]]()
    for number in among:
        for game in games.get(number, ()):
            if game.opponent(number) in among:
                met.add(frozenset((game.white, game.black)))
                got[number] += game.points(number)
    complete = len(met) == len(among) * (len(among) - 1) // 2
    return [got[number] if complete else 0 for number in numbers]


def _with(one: Standing, *, rank: int | None = None, direct: int | None = None) -> Standing:
    return Standing(one.number, one.rank if rank is None else rank, one.points, one.buchholz,
                    one.sonneborn, one.direct if direct is None else direct, one.wins, one.games)
