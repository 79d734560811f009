"""How often ordinary players are flagged: `python -m bench.flags --people 1000 --games 60`.

Strengths are normal, with a deviation of 300 points; games are paired at random, or with
`--friends` each person plays most games against one friend, of whatever strength.  Each tenth of
lost games is given up early.

With `--engine`, levels of the engine play in the place of people: 40 ordinary ones of the levels 2
to 8, and four of the levels 3 and 4 that play the move of the strongest level in `--helped` of all
positions.  Their games are compared as `eckstein db flag --minutes` does it.
"""
import random
from collections.abc import Callable
from typing import Annotated

import typer

from eckstein import Board
from eckstein.engine.levels import LevelPlayer
from eckstein.engine.searcher import Searcher
from eckstein.server.game import results
from eckstein.server.game.fold import Fold, Player
from eckstein.server.game.glicko import ANCHOR_DEVIATION, Rating
from eckstein.server.game.rating_rules import NEWEST
from eckstein.server.parts.moderation.comparing import compared
from eckstein.server.parts.moderation.suspicion import Side, flags_of
from eckstein.wire.words import COLOURS

POOL = "contra", "blitz"
ANCHOR, LINKING = Rating(1500, ANCHOR_DEVIATION), 6     # of level 5, and games with it at first
HOUR = 3_600_000            # milliseconds between two games
Outcome = Callable[[str, str, random.Random], tuple[str, str, int]]


class Pool:
    """People with rated games, and their ratings."""

    def __init__(self, seed: int) -> None:
        self.chance, self.sides = random.Random(seed), list[Side]()
        self._fold, self._number = Fold(), 0
        self.strengths = dict[str, float]()

    def join(self, *people: str, strength: float | None = None) -> None:
        """Add people, with some strength or a random one."""
        for name in people:
            self.strengths[name] = self.chance.gauss(1500, 300) if strength is None else strength
            for _ in range(LINKING):
                self._against_level(name)

    def _against_level(self, name: str) -> None:
        """A game against a level, by which a player is no stranger to the others."""
        self._number += 1
        won = self.chance.random() < 1 / (1 + 10 ** ((ANCHOR.points - self.strengths[name]) / 400))
        at = self._number * HOUR
        before = self._fold.players.get((name, *POOL), Player()).now(at)
        change, = self._fold.take(results.Row(
            self._number, f"g{self._number}", *POOL, results.Side(name, before, 20),
            results.Side("level:5", ANCHOR, 20), "white" if won else "black", "played", at, at,
            NEWEST))
        self.sides.append(Side(f"g{self._number}", name, "level:5", "contra", at,
                               "won" if won else "lost", before, change.rating, 20, "played",
                               ANCHOR))

    def play(self, one: str, other: str, outcome: str = "", *, moves: int | None = None) -> None:
        """A game; by the strengths of both, if nothing else is said of it."""
        chance = 1 / (1 + 10 ** ((self.strengths[other] - self.strengths[one]) / 400))
        won = outcome or ("won" if self.chance.random() < chance else "lost")
        early = self.chance.random() < 0.1
        length = (3 if early else self.chance.randint(8, 30)) if moves is None else moves
        self._number += 1
        number = self._number
        at, ends = number * HOUR, {"won": "lost", "lost": "won", "drawn": "drawn"}
        before = [self._fold.players.get((name, *POOL), Player()).now(at) for name in (one, other)]
        winner = {"won": "white", "lost": "black"}.get(won, "drawn")
        changes = self._fold.take(results.Row(
            number, f"g{number}", *POOL, results.Side(one, before[0], 3),
            results.Side(other, before[1], 3), winner, "resigned", at, at, NEWEST))
        for was, change, result in zip(before, changes, (won, ends[won]), strict=True):
            self.sides.append(Side(f"g{number}", change.code, change.opponent, "contra", at,
                                    result, was, change.rating, length, "resigned"))


def ordinary(pool: Pool, people: list[str], games: int, *, friends: bool) -> None:
    """So many games of each person: by chance, or most against one friend."""
    for _ in range(games * len(people) // 2):
        one = pool.chance.randrange(len(people))
        friend = one ^ 1
        other = friend if friends and friend < len(people) and pool.chance.random() < 0.7 else (
            pool.chance.randrange(len(people)))
        if one != other:
            pool.play(people[one], people[other])


ORDINARY, CHEATS = 40, 4
LEVELS, CHEATING = range(2, 9), range(3, 5)


def with_engine(games: int, helped: float, seed: int) -> Pool:
    """Games of levels, some with help, compared with the engine."""
    pool = Pool(seed)
    levels = {f"p{number}": LEVELS[number % len(LEVELS)] for number in range(ORDINARY)} | {
        f"cheat{number}": CHEATING[number % len(CHEATING)] for number in range(CHEATS)}
    pool.join(*levels)
    start = Board("contra")
    players = {level: LevelPlayer("contra", start.options, level) for level in LEVELS}
    help_, searcher = LevelPlayer("contra", start.options, 9), Searcher("contra", start.options)
    for number in range(games * len(levels) // 2):
        one = [*levels][number % len(levels)]
        other = pool.chance.choice([name for name in levels if name != one])
        board = Board("contra")
        while not board.is_game_over():
            name = one if board.turn == "white" else other
            player = players[levels[name]]
            if name.startswith("cheat") and pool.chance.random() < helped:
                player = help_
            player.new_game(pool.chance.getrandbits(30))
            board.push(player.choose(board).pv[0])
        moves = [int(move) for move in board.move_stack]
        found = compared(Board("contra"), moves, COLOURS, searcher)
        winner = board.outcome().winner
        pool.play(one, other, "drawn" if winner is None else "won" if winner == "white" else "lost",
                  moves=len(moves) // 2)
        pool.sides[-2:] = [side._replace(choices=choices.positions, agreed=choices.agreed)
                           for side, choices in zip(pool.sides[-2:], (found["white"],
                                                                      found["black"]), strict=True)]
    return pool


def main(people: Annotated[int, typer.Option(min=2)] = 1000,
         games: Annotated[int, typer.Option(min=1, help="of each")] = 60,
         friends: Annotated[bool, typer.Option("--friends")] = False,
         engine: Annotated[bool, typer.Option("--engine")] = False,
         helped: Annotated[float, typer.Option(min=0, max=1)] = 0.6, seed: int = 1) -> None:
    """Print how many of so many ordinary people are flagged, and for what."""
    if engine:
        found = [one for one in flags_of(with_engine(games, helped, seed).sides)
                 if one.kind == "engine"]
        for one in found:
            print(one.account, one.evidence.figures)
        cheats = sum(one.account.startswith("cheat") for one in found)
        print(f"engine: {cheats} of {CHEATS} with help are flagged, "
              f"{len(found) - cheats} of {ORDINARY} without")
        return
    pool, names = Pool(seed), [f"p{number}" for number in range(people)]
    pool.join(*names)
    ordinary(pool, names, games, friends=friends)
    found = flags_of(pool.sides)
    for kind in ("farming", "sandbagging"):
        flagged = {one.account for one in found if one.kind == kind}
        print(f"{kind}: {len(flagged)} of {people} people, {100 * len(flagged) / people:.2f} %")


if __name__ == "__main__":
    typer.run(main)
