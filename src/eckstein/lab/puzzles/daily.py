"""The puzzle of a day, which is the same for all players and is chosen automatically."""
from __future__ import annotations

import functools
from datetime import date
from hashlib import sha256

from ...games import names
from .order import effort_of
from .puzzle import Puzzle
from .puzzle_file import load

MOST = 11                   # the effort that a day may ask for


def puzzle_of(day: date) -> tuple[str, Puzzle]:
    """The game of a day, and its puzzle.

    Games take turns, and no puzzle comes again before all others of its game that are not too hard.
    """
    games = [game for game in names() if _shuffled(game)]
    turn, number = divmod(day.toordinal(), len(games))
    some = _shuffled(games[number])
    return games[number], some[turn % len(some)]


@functools.cache
def _shuffled(game: str) -> list[Puzzle]:
    """The puzzles of a game for days, in an order that does not depend on those of other games."""
    some = [puzzle for puzzle in load(game) if effort_of(puzzle) <= MOST]
    return sorted(some, key=lambda puzzle: sha256(f"{game} {puzzle.id}".encode()).digest())
