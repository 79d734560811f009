"""A staircase of opponents for players who are new to a game, and what they play first.

No fixed level suits all beginners.  So the first opponents take a share of their moves at random,
and a player goes one step up after a win and one down after a loss.  From level 4 on that takes two
wins, or two losses, in a row.  `bench/stairs.py` measures how models of beginners fare.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from .levels import FULL


class Stair(NamedTuple):
    """An opponent on the staircase.

    Attributes:
        level: its level.
        random: how many of a hundred moves it takes at random.
        games: how many games in a row are won to go up, or lost to go down.
    """

    level: int
    random: int
    games: int


class Stand(NamedTuple):
    """Where a player stands on the staircase.

    Attributes:
        step: the index of the next opponent in `STAIRS`.
        run: how many games in a row were won there; negative for games lost.
    """

    step: int
    run: int = 0


class FirstGame(NamedTuple):
    """A game for beginners, on a small board or with few pieces.

    Attributes:
        options: the rule options that are not as usual.
        position: as text; None for the usual start.
    """

    options: dict[str, Any]
    position: str | None = None


SLOW = 4                            # the first level where one game is not enough
STAIRS = (Stair(1, 100, 2), *(Stair(1, random, 1) for random in (80, 60, 30)),
          *(Stair(level, 0, 1 if level < SLOW else 2) for level in range(1, FULL + 1)))
USUAL = 2
FIRST = {"pur": 4, "duell": 1}      # where a player begins; elsewhere on the usual step
# After the lesson.  Dice are never lost in Pur: there, the race is half run.
FIRST_GAMES = {
    "contra": (FirstGame({"size": "5"}),),
    "pur": (FirstGame({}, "Pva1vc1ve1vg1Wb3Wd3Wf3vb5vd5vf5Wa7Wc7We7Wg7"),),
    "ecke": (FirstGame({}, "EWa1Wc1We1Wg1va7vc7ve7vg7"),),
    "duell": (FirstGame({}, "DGc1Ze1Gg1fc8ze8fg8"),),
    "echek": (FirstGame({}, "k/K w RBNPrbnp Ss m13"),),
}


def first_step(game: str) -> int:
    """The index of a newcomer's first opponent in a game."""
    return FIRST.get(game, USUAL)


def after(stand: Stand, won: float) -> Stand:
    """Where a player stands after a game.

    Args:
        stand: where the player stood before.
        won: 1 for a win, 0.5 for a draw, 0 for a loss.
    """
    run = 0 if won == 0.5 else max(stand.run, 0) + 1 if won else min(stand.run, 0) - 1
    if abs(run) < STAIRS[stand.step].games:
        return Stand(stand.step, run)
    return Stand(min(max(stand.step + (1 if run > 0 else -1), 0), len(STAIRS) - 1))
