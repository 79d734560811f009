"""Ratings for solving puzzles: a puzzle counts as a game against a player as strong as it is hard.
"""
from __future__ import annotations

from ...game.glicko import Rating, Result, rate

UNSURE = 100.0              # the deviation of a puzzle's rating
WEEK = 7.0                  # days


def after_puzzle(before: Rating, puzzle: float, solved: bool, days: float = 0.0) -> Rating:
    """A rating after a puzzle, which counts as a rating period, as does each week before it.

    Args:
        puzzle: its rating.
        solved: whether it was solved at once, without help.
        days: since the last puzzle.
    """
    opponent = Rating(puzzle, UNSURE)
    return rate(before, [Result(opponent, float(solved))], 1 + days / WEEK)
