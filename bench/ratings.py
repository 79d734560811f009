"""What the rules of rating cost honest players, and what cheats gain: `python -m bench.ratings`.

Honest people come and go for 26 weeks: 300 at a time; 4 % leave each week.  They play
people near in rating, friends and levels, by true strengths that do not change.  The games are the
same for all rules.  Each attack then begins after these weeks, by a player of true strength 1500.
"""
import copy
import math
import random
import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, NamedTuple

import typer

from eckstein.server.game.clocks import DAY
from eckstein.server.game.fold import Fold, Player
from eckstein.server.game.glicko import ANCHOR_DEVIATION, SCALE, Rating
from eckstein.server.game.rating_rules import NEWEST, VERSIONS, RatingRules
from eckstein.server.game.results import How, Row, Side

POOL = "contra", "blitz"
PEOPLE, WEEKS, A_WEEK, LEAVING = 300, 26, 1500, 0.04
END, MINUTE = WEEKS * 7 * DAY, 60_000
LEVELS = {f"level:{number}": 700.0 + 160 * number for number in range(1, 9)}
WITH_LEVELS, WITH_FRIENDS, GIVEN_UP, DRAWN = 0.15, 0.2, 0.03, 0.06
LAST = 8 * 7 * DAY          # in which predictions are looked at
PLAIN, ALL = VERSIONS[1], VERSIONS[NEWEST]
FLOORS = {"narrowest": ALL.narrowest, "lowest": ALL.lowest, "volatile": ALL.volatile}
RULES: dict[str, RatingRules] = {
    "no rules": replace(PLAIN, ends=PLAIN.ends | {"adjudicated"}, moves=1, levels=10**6),
    "plain Glicko-2 (version 1)": PLAIN,
    "only: floors and ceiling": replace(PLAIN, **FLOORS),
    "only: weight by the other's deviation": replace(PLAIN, stranger=ALL.stranger),
    "only: repeated games fade": replace(PLAIN, half=ALL.half),
    "only: 80 points of one opponent": replace(PLAIN, most=ALL.most),
    "only: 150 points a week": replace(PLAIN, week=ALL.week),
    "all without floors and ceiling": replace(ALL, **{name: getattr(PLAIN, name)
                                                      for name in FLOORS}),
    "all without the weight": replace(ALL, stranger=1.0),
    "all without fading": replace(ALL, half=PLAIN.half),
    "all without 80 of one": replace(ALL, most=PLAIN.most),
    "all without 150 a week": replace(ALL, week=PLAIN.week),
    f"all (version {NEWEST})": ALL,
}


class World:
    """Results of honest people.

    Args:
        seed: of all that is by chance.
        levels: the share of games against levels.
    """

    def __init__(self, seed: int, levels: float = WITH_LEVELS) -> None:
        self._chance, self.rows = random.Random(seed), list[Row]()
        self.true, self._shown, self._active = dict[str, float](), dict[str, float](), (
            dict[str, float]())
        self.here = [self._new() for _ in range(PEOPLE)]
        for week in range(WEEKS):
            for place, name in enumerate(self.here):
                if self._chance.random() < LEAVING:
                    del self._active[name]
                    self.here[place] = self._new()
            for number in range(A_WEEK):
                self._game(int((week + number / A_WEEK) * 7 * DAY), levels)

    def _new(self) -> str:
        name = f"p{len(self.true)}"
        self.true[name], self._shown[name] = self._chance.gauss(1500, 300), 1500.0
        self._active[name] = self._chance.paretovariate(1.3)
        return name

    def _game(self, at: int, levels: float) -> None:
        chance = self._chance
        one, = chance.choices(self.here, [self._active[name] for name in self.here])
        if chance.random() < levels:
            wish = self._shown[one] + chance.gauss(0, 150)
            other = min(LEVELS, key=lambda level: abs(LEVELS[level] - wish))
        elif chance.random() < WITH_FRIENDS:
            place = self.here.index(one) + chance.choice((1, 2, 3))
            other = self.here[place % len(self.here)]
        else:
            other = min((name for name in chance.sample(self.here, 8) if name != one),
                        key=lambda name: abs(self._shown[name] - self._shown[one]))
        score = scored(chance, self.true[one], LEVELS.get(other) or self.true[other])
        moves = 2 if chance.random() < GIVEN_UP else chance.randint(6, 40)
        self.rows.append(result(len(self.rows), one, other, score, at, moves))
        # By which they find each other, whatever the rules of rating are.
        surprise = 20 * (score - expected(self._shown[one], LEVELS.get(other)
                                          or self._shown[other]))
        self._shown[one] += surprise
        if other not in LEVELS:
            self._shown[other] -= surprise


def expected(one: float, other: float) -> float:
    """The score that is expected by Elo's formula."""
    return 1 / (1 + 10 ** ((other - one) / 400))


def scored(chance: random.Random, one: float, other: float) -> float:
    """A score by chance."""
    return 0.5 if chance.random() < DRAWN else float(chance.random() < expected(one, other))


def result(seq: int, one: str, other: str, score: float, at: int, moves: int = 20,
           how: How = "played") -> Row:
    """A result of which the first player is White."""
    black = Rating(LEVELS.get(other, 0.0), ANCHOR_DEVIATION)
    return Row(seq, f"g{seq}", *POOL, Side(one, Rating(), moves), Side(other, black, moves),
               {1.0: "white", 0.5: "drawn", 0.0: "black"}[score], how, at, at, 1)


class Figures(NamedTuple):
    """How well people are rated.

    Attributes:
        loss: the mean logarithmic loss of predictions.
        error: standard deviation of ratings that are no guess from the truth, in points.
        drift: by how many points they are too high, in the mean.
        listed: how many people are on the leaderboard.
    """

    loss: float
    error: float
    drift: float
    listed: int


def measured(world: World, rules: RatingRules) -> tuple[Fold, Figures]:
    """How well some rules rate the people of a world."""
    fold, losses = Fold(versions={1: rules}), []
    for row in world.rows:
        if row.at > END - LAST and row.white.moves >= PLAIN.moves:
            losses.append(_loss(fold, row))
        fold.take(row)
    told = {name: fold.players[name, *POOL] for name in world.here
            if (name, *POOL) in fold.players}
    errors = [one.rating.points - world.true[name] for name, one in told.items()
              if one.now(END).deviation < rules.guess]
    return fold, Figures(statistics.fmean(losses), statistics.pstdev(errors),
                         statistics.fmean(errors), sum(one.listed() > END
                                                       for one in told.values()))


def _loss(fold: Fold, row: Row) -> float:
    one, other = (player.now(row.at) if (player := fold.players.get((side.who, *POOL)))
                  else side.before if side.who in LEVELS else Rating()
                  for side in (row.white, row.black))
    known = 1 / math.sqrt(1 + 3 * (math.hypot(one.deviation, other.deviation)
                                   / SCALE / math.pi) ** 2)
    odds = min(0.999, max(0.001, expected(known * one.points, known * other.points)))
    score = row.score("white")
    return -score * math.log(odds) - (1 - score) * math.log(1 - odds)


def class_by_itself(rules: RatingRules, seed: int, levels: float) -> float:
    """The error, in points, of twelve pupils that play among themselves, eight games a week."""
    chance, fold = random.Random(seed), Fold(versions={1: rules})
    true = {f"s{number}": chance.gauss(1200, 250) for number in range(12)}
    for number in range(48 * WEEKS):
        one, other = chance.sample(sorted(true), 2)
        if chance.random() < levels:
            other = min(LEVELS, key=lambda level: abs(LEVELS[level] - true[one]))
        score = scored(chance, true[one], LEVELS.get(other) or true[other])
        fold.take(result(number, one, other, score, number * 7 * DAY // 48))
    return statistics.pstdev(fold.players[name, *POOL].rating.points - strength
                             for name, strength in true.items())


class Cheat:
    """Plays after the honest, from a copy of what they have come to."""

    def __init__(self, fold: Fold, seed: int) -> None:
        self.fold, self.chance = copy.deepcopy(fold), random.Random(seed)
        self.at, self.seq, self.games = END, 10**6, 0

    def play(self, one: str, other: str, score: float, moves: int = 5, *, minutes: int = 1,
             how: How = "resigned") -> None:
        """A game that ends as the cheat wants."""
        self.at, self.seq, self.games = self.at + minutes * MINUTE, self.seq + 1, self.games + 1
        self.fold.take(result(self.seq, one, other, score, self.at, moves, how))

    def points(self, name: str) -> float:
        """What a player is rated."""
        return self.fold.players.get((name, *POOL), Player()).rating.points

    def settle(self, name: str, strength: float, games: int) -> None:
        """Honest games against levels near in rating, twelve a day."""
        for number in range(games):
            level = min(LEVELS, key=lambda one: abs(LEVELS[one] - self.points(name)))
            self.play(name, level, scored(self.chance, strength, LEVELS[level]), 20, minutes=10)
            if number % 12 == 11:
                self.at += DAY


def throwaways(people: int, games: int, moves: int = 5) -> Callable[[Cheat], None]:
    """New accounts, each of which loses so many games of so many moves."""
    def attack(cheat: Cheat) -> None:
        for number in range(people):
            for _ in range(games):
                cheat.play("me", f"t{number}", 1.0, moves)
    return attack


def prepared(people: int, games: int) -> Callable[[Cheat], None]:
    """Accounts that a program of strength 1900 has made sure, and that then lose."""
    def attack(cheat: Cheat) -> None:
        for number in range(people):
            cheat.settle(f"t{number}", 1900, 14)
            for _ in range(games):
                cheat.play("me", f"t{number}", 1.0, 9)
    return attack


def pump(cheat: Cheat) -> None:
    """A strong friend loses again and again, and wins his points back from levels."""
    cheat.settle("friend", 1900, 40)
    for _ in range(8):
        for _ in range(12):
            cheat.play("me", "friend", 1.0, 9)
        cheat.settle("friend", 1900, 12)


def losing(cheat: Cheat) -> None:
    """Sixty games lost on purpose to level 1, within five days, so as to be rated too low."""
    for number in range(60):
        cheat.play("me", "level:1", 0.0, 9)
        if number % 12 == 11:
            cheat.at += DAY


def aborting(cheat: Cheat) -> None:
    """Of 200 games with people, each second one that would be lost ends before the third move."""
    people = [key[0] for key in list(cheat.fold.players)[-60:] if key[0].startswith("p")]
    for _ in range(200):
        other = cheat.chance.choice(people)
        score = scored(cheat.chance, 1500, cheat.points(other))
        early = score == 0 and cheat.chance.random() < 0.5
        cheat.play("me", other, score, 2 if early else 20, minutes=30,
                   how="aborted" if early else "played")


def learnt(cheat: Cheat) -> None:
    """Sixty games that begin together against level 7, won by a line learnt by heart."""
    for _ in range(60):
        cheat.play("me", "level:7", 1.0, 20, minutes=0)


def ruling(cheat: Cheat) -> None:
    """Twenty games that an organiser gives himself."""
    for number in range(20):
        cheat.play("me", f"p{number}", 1.0, 20, how="adjudicated")


# Attacks, each with the honest games of the cheat before it.
ATTACKS: dict[str, tuple[int, Callable[[Cheat], None]]] = {
    "none (60 honest games with levels)": (60, lambda cheat: None),
    "new, 20 throwaways x 3, one move": (0, throwaways(20, 3, 1)),
    "new, 20 throwaways x 3": (0, throwaways(20, 3)),
    "settled, 20 throwaways x 3": (60, throwaways(20, 3)),
    "settled, 200 throwaways x 3": (60, throwaways(200, 3)),
    "settled, 20 prepared x 5": (60, prepared(20, 5)),
    "settled, 60 prepared x 5": (60, prepared(60, 5)),
    "settled, a friend as a pump": (60, pump),
    "settled, losing on purpose": (60, losing),
    "settled, aborting": (60, aborting),
    "settled, 60 games at once with level 7": (60, learnt),
    "settled, 20 rulings of one's own": (60, ruling),
}


def attacked(fold: Fold, seed: int) -> dict[str, tuple[float, str, int]]:
    """For each attack the points it leads to, the rank on the leaderboard, and its games."""
    found = {}
    for name, (settled, attack) in ATTACKS.items():
        cheat = Cheat(fold, seed)
        cheat.settle("me", 1500, settled)
        attack(cheat)
        one = cheat.fold.players.get(("me", *POOL), Player())
        better = sum(other.listed() > cheat.at and other.rating.points > one.rating.points
                     for other in cheat.fold.players.values())
        rank = str(better + 1) if one.listed() > cheat.at else "-"
        found[name] = one.rating.points, rank, cheat.games
    return found


def main(seed: Annotated[int, typer.Option(help="of all that is by chance")] = 1,
         levels: Annotated[float, typer.Option(help="share of games with levels")] = WITH_LEVELS,
         ) -> None:
    """Print what each rule costs, and what each attack gains."""
    world = World(seed, levels)
    print(f"{len(world.rows):,} games of {len(world.true)} people, seed {seed}")
    print(f"\n{'honest people':40}{'loss':>9}{'error':>7}{'drift':>7}{'listed':>8}"
          f"{'a class':>9}{'without levels':>16}")
    folds = {}
    for name, rules in RULES.items():
        folds[name], told = measured(world, rules)
        apart = [class_by_itself(rules, seed, share) for share in (0.05, 0.0)]
        print(f"{name:40}{told.loss:9.4f}{told.error:7.0f}{told.drift:7.0f}{told.listed:8}"
              f"{apart[0]:9.0f}{apart[1]:16.0f}", flush=True)
    told = {name: attacked(fold, seed) for name, fold in folds.items()
            if not name.startswith("only")}
    print(f"\n{'attacks: points, and place on the leaderboard':44}" + "".join(
        f"{f'({number})':>14}" for number in range(len(told))) + f"{'games':>8}")
    for attack in ATTACKS:
        cells = [found[attack] for found in told.values()]
        print(f"{attack:44}" + "".join(f"{f'{points:.0f} {rank:>4}':>14}"
                                       for points, rank, _ in cells) + f"{cells[0][2]:8}")
    for number, name in enumerate(told):
        print(f"({number}) {name}")


if __name__ == "__main__":
    typer.run(main)
