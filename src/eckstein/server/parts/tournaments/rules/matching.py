"""Pairings of clubs and arenas: the best matching of all who are free, by what was played before.

All wishes for a pair make one whole number, in four tiers; one step of a tier outweighs all that
the tiers below can add up to:

1. as many games as possible;
2. players who have waited longer than others are paired, so those sit out who have waited least;
3. no two of one team, and nobody twice in a row with the same opponent;
4. near in rank and rating, opponents met rarely and not lately, colours in balance.

In clubs waiting is counted in rounds, in arenas in seconds.  The ledger of it has the sum 0 at any
time, so players who come late are neither first nor last.
"""
from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import rustworkx

from .berger import Pair
from .records import Game, Player, Round

MATES, STRAIGHT, HALF_STRAIGHT = 100, 10, 1     # a worse thing outweighs several of the next
LOTS = 16                   # by which pairs that are alike in all else are told apart
UNIT = 1000                 # of a round that is waited, for shares of it


class Weights(NamedTuple):
    """What the wishes of the last tier cost, in one unit.

    Attributes:
        place: one place between two players in the standings.
        rating: 100 points between their ratings.
        met: an earlier game of the two, if it was the last one of both.
        fades: after how many more games that costs half; None for never.
        colour: a step by which the colours of one get further out of balance.
        mates: whether two of one team rather meet than sit out.
    """

    place: int
    rating: int
    met: int
    fades: float | None
    colour: int
    mates: bool


# In a club everybody is to meet everybody; in an arena neighbours in the standings meet.
CLUB = Weights(place=100, rating=20, met=8000, fades=None, colour=800, mates=True)
ARENA = Weights(place=1000, rating=300, met=1500, fades=4.0, colour=400, mates=False)


class Matching(NamedTuple):
    """What is paired.

    Attributes:
        pairs: White and Black, the best game first.
        out: players who sit out, by their numbers.
    """

    pairs: list[Pair]
    out: list[int]


class Memory:
    """What follows from the rounds so far.

    Args:
        rounds: in their order.

    Attributes:
        owed: how much longer each player has waited than others, in rounds; the sum is 0.
        whites: how much oftener each had White than Black.
    """

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.owed: dict[int, Fraction] = defaultdict(Fraction)
        self.whites: Counter[int] = Counter()
        self._colours: defaultdict[int, str] = defaultdict(str)
        self._met: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(
            lambda: defaultdict(list))
        for one in rounds:
            for game in one.games:
                self._play(game)
            self._wait(one)

    def _play(self, game: Game) -> None:
        for number, colour in ((game.white, "w"), (game.black, "b")):
            self._colours[number] += colour
            self.whites[number] += 1 if colour == "w" else -1
            self._met[number][game.opponent(number)].append(len(self._colours[number]))

    def _wait(self, round: Round) -> None:
        """Pay the players who have waited, and charge all who were there their share of it."""
        waits: dict[int, Fraction] = dict.fromkeys(round.out, Fraction(1))
        waits |= {number: Fraction(wait) for number, wait in round.waits.items()}
        there = {*waits, *round.out, *(number for game in round.games
                                       for number in (game.white, game.black))}
        if waits:
            share = sum(waits.values(), Fraction()) / len(there)
            for number in there:
                self.owed[number] += waits.get(number, Fraction(0)) - share

    def games_ago(self, number: int, other: int) -> list[int]:
        """How many games ago a player has met another, the last one first; 1 is the last game."""
        return [len(self._colours[number]) + 1 - at for at in reversed(self._met[number][other])]

    def urge(self, number: int) -> int:
        """How much a player needs Black, or if negative White: by the balance, or else the row."""
        last = self._colours[number][-1:]
        row = len(self._colours[number]) - len(self._colours[number].rstrip(last)) if last else 0
        balance = self.whites[number]
        if balance:
            return balance
        return row if last == "w" else -row

    def coloured(self, one: int, other: int) -> Pair:
        """White is for the player who has had it less often, else less lately, else by lot."""
        if self.whites[one] != self.whites[other]:
            first = self.whites[one] < self.whites[other]
        else:
            differs = next(((mine, theirs) for mine, theirs in zip(
                reversed(self._colours[one]), reversed(self._colours[other]), strict=False)
                if mine != theirs), None)
            first = _lot(one, other) < _lot(other, one) if differs is None else differs[0] == "b"
        return (one, other) if first else (other, one)


def matched(free: Sequence[Player], ranks: Mapping[int, int], memory: Memory, weights: Weights, *,
            waits: Mapping[int, float] | None = None, patient: bool = False) -> Matching:
    """The best pairing of players who are free.

    Args:
        free: the players.
        ranks: the place of each in the standings, from 0.
        memory: of the rounds before.
        weights: of the small wishes.
        waits: for how long each waits now, in the unit of the ledger.
        patient: whether two of one team, and two who have just met, wait for others.
    """
    players = sorted(free, key=lambda one: one.number)
    hard = {(i, j): _hard(players[i], players[j], memory)
            for j in range(len(players)) for i in range(j)}
    edges = [edge for edge, cost in hard.items() if cost < STRAIGHT or not patient]
    if not weights.mates and any(hard[edge] < MATES for edge in edges):
        edges = [edge for edge in edges if hard[edge] < MATES]
    if not edges:
        return Matching([], [one.number for one in players])
    owed = [round(UNIT * (memory.owed[one.number] + Fraction((waits or {}).get(one.number, 0))))
            for one in players]
    dues = [one - min(owed) for one in owed]
    soft = {(i, j): _soft(players[i], players[j], ranks, memory, weights) for i, j in edges}
    games = len(players) // 2
    of_soft = games * max(soft.values()) + 1
    of_hard = games * max(hard[edge] for edge in edges) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    graph.add_edges_from([
        (i, j, ((1 + dues[i] + dues[j]) * of_hard - hard[i, j]) * of_soft - soft[i, j])
        for i, j in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted(((players[i].number, players[j].number) for i, j in found), key=lambda pair: (
        min(ranks.get(one, 0) for one in pair), sorted(pair)))
    paired = {number for pair in pairs for number in pair}
    return Matching([memory.coloured(*sorted(pair)) for pair in pairs],
                    [one.number for one in players if one.number not in paired])


def _hard(one: Player, other: Player, memory: Memory) -> int:
    """What a pair costs that should not be."""
    again = (memory.games_ago(one.number, other.number)[:1] == [1],
             memory.games_ago(other.number, one.number)[:1] == [1])
    return MATES * one.is_mate(other) + (
        STRAIGHT if all(again) else HALF_STRAIGHT if any(again) else 0)


def _soft(one: Player, other: Player, ranks: Mapping[int, int], memory: Memory, weights: Weights
          ) -> int:
    """What a pair costs that could be better."""
    cost = weights.place * abs(ranks.get(one.number, 0) - ranks.get(other.number, 0))
    if one.rating and other.rating:
        cost += weights.rating * abs(one.rating - other.rating) // 100
    met = 0.0
    for ago in (*memory.games_ago(one.number, other.number),
                *memory.games_ago(other.number, one.number)):
        met += 1 if weights.fades is None else 0.5 ** ((ago - 1) / weights.fades)
    urges = memory.urge(one.number), memory.urge(other.number)
    if urges[0] * urges[1] > 0:         # both need the same colour
        cost += weights.colour * min(map(abs, urges))
    return LOTS * (cost + round(weights.met * met / 2)) + _lot(one.number, other.number) % LOTS


def _lot(one: int, other: int) -> int:
    """A number that is always the same for the same two players, and means nothing."""
    return int.from_bytes(hashlib.blake2b(f"{one} {other}".encode(), digest_size=4).digest())


def ranks_of(players: Collection[Player], points: Mapping[int, int]) -> dict[int, int]:
    """Places from 0, by points, then by rating and number."""
    order = sorted(players, key=lambda one: (-points.get(one.number, 0), -one.rating, one.number))
    return {one.number: place for place, one in enumerate(order)}
