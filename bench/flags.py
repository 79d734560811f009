"""How often ordinary players are flagged: `python -m bench.flags --people 1000 --games 60`.

Strengths are normal, with a deviation of 300 points; games are paired at random, or with
`--friends` each person plays most games against one friend, of whatever strength.  Each tenth of
lost games is given up early.
"""
import random
from collections.abc import Callable
from typing import Annotated

import typer

from eckstein.server.people.glicko import Rating
from eckstein.server.people.ratings import Standing, both_after
from eckstein.server.people.suspicion import Side, flags_of

HOUR = 3_600_000            # milliseconds between two games
Outcome = Callable[[str, str, random.Random], tuple[str, str, int]]


class Pool:
    """People who play rated games, whose ratings follow."""

    def __init__(self, seed: int) -> None:
        self.chance, self.sides = random.Random(seed), list[Side]()
        self.standings = dict[str, Standing]()
        self.strengths = dict[str, float]()

    def join(self, *people: str, strength: float | None = None) -> None:
        """Somebody comes, of some strength or by chance."""
        for name in people:
            self.strengths[name] = self.chance.gauss(1500, 300) if strength is None else strength
            self.standings[name] = Standing(name, "contra", "blitz", Rating(), 0, 0)

    def play(self, one: str, other: str, outcome: str = "", *, moves: int | None = None) -> None:
        """A game; by the strengths of both, if nothing else is said of it."""
        chance = 1 / (1 + 10 ** ((self.strengths[other] - self.strengths[one]) / 400))
        won = outcome or ("won" if self.chance.random() < chance else "lost")
        early = self.chance.random() < 0.1
        length = (3 if early else self.chance.randint(8, 30)) if moves is None else moves
        number = len(self.sides) // 2 + 1
        at, ends = number * HOUR, {"won": "lost", "lost": "won", "drawn": "drawn"}
        before = [self.standings[one], self.standings[other]]
        for was, now, opponent, result in zip(
                before, both_after(before, [won, ends[won]], at), (other, one),
                (won, ends[won]), strict=True):
            self.standings[was.account] = now
            self.sides.append(Side(f"g{number}", was.account, opponent, "contra", at, result,
                                   was.rating, now.rating, length, "resignation"))


def ordinary(pool: Pool, people: list[str], games: int, *, friends: bool) -> None:
    """So many games of each person: by chance, or most against one friend."""
    for _ in range(games * len(people) // 2):
        one = pool.chance.randrange(len(people))
        friend = one ^ 1
        other = friend if friends and friend < len(people) and pool.chance.random() < 0.7 else (
            pool.chance.randrange(len(people)))
        if one != other:
            pool.play(people[one], people[other])


def main(people: Annotated[int, typer.Option(min=2)] = 1000,
         games: Annotated[int, typer.Option(min=1, help="of each")] = 60,
         friends: Annotated[bool, typer.Option("--friends")] = False, seed: int = 1) -> None:
    """Print how many of so many ordinary people are flagged, and for what."""
    pool, names = Pool(seed), [f"p{number}" for number in range(people)]
    pool.join(*names)
    ordinary(pool, names, games, friends=friends)
    found = flags_of(pool.sides)
    for kind in ("farming", "sandbagging"):
        flagged = {one.account for one in found if one.kind == kind}
        print(f"{kind}: {len(flagged)} of {people} people, {100 * len(flagged) / people:.2f} %")


if __name__ == "__main__":
    typer.run(main)
