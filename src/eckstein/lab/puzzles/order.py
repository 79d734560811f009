"""The idea of a puzzle, its rating, and the order in which players meet puzzles."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .puzzle import Puzzle

# What a puzzle teaches, before all else: the first of these that it has.  The special ones come
# first; how it ends is an idea only where there is no other.
IDEAS = ("support", "block", "double", "points", "swap", "chain", "sacrifice", "diagonal",
         "placing", "jump", "capture", "check", "battle", "quiet", "corner", "elimination", "mate",
         "surround", "race", "defence")
STEP = 5                    # how much effort is about as much
# Points of a rating.  Over 100 more for each step of effort, levels solve about as much less as
# players do against an opponent 100 points stronger (bench/puzzles.py).
EASIEST, HARDER = 700, 100


def idea_of(themes: Iterable[str]) -> str:
    """Which of its themes is the idea of a puzzle."""
    return min(themes, key=IDEAS.index)


def effort_of(puzzle: Puzzle) -> int:
    """How much a puzzle asks of a player: to see as much as its grade, so many plies ahead."""
    return puzzle.grade + puzzle.plies


def rating_of(puzzle: Puzzle) -> int:
    """How hard a puzzle is, in points: a player with the same rating solves half of such ones."""
    return EASIEST + HARDER * effort_of(puzzle)


def ordered(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Puzzles, the easy and short ones first.

    Of those that ask for about as much, one of each idea comes in turn, so that a beginner meets
    all ideas of a game early.
    """
    met = Counter[tuple[int, str]]()
    places: dict[str, tuple[int, ...]] = {}
    for puzzle in sorted(puzzles, key=lambda one: (effort_of(one), one.grade, one.id)):
        step, idea = (effort_of(puzzle) - 1) // STEP, idea_of(puzzle.themes)
        met[step, idea] += 1
        places[puzzle.id] = (step, met[step, idea], effort_of(puzzle), puzzle.grade,
                             IDEAS.index(idea))
    return sorted(puzzles, key=lambda one: places[one.id])
