"""How fast a game is, by its clock: people have a rating for each speed of each game."""
from __future__ import annotations

from .clocks import Control

MOVES = 40                  # for which what is added is counted
# Up to how many milliseconds a player has for a game of that speed.
LIMITS = (("bullet", 180_000), ("blitz", 480_000), ("rapid", 1_500_000))
SLOW, DAYS = "classical", "days"
SHORTEST, LONGEST, SHARE = 10_000, 120_000, 20      # of the absence of a player, in milliseconds


def speed_of(control: Control) -> str:
    """The speed of a game with these clocks."""
    if control.kind == "days":
        return DAYS
    expected = _expected(control)
    return next((speed for speed, limit in LIMITS if expected < limit), SLOW)


def patience_of(control: Control) -> int:
    """For how many milliseconds a player may be gone from a game before the opponent can claim it.
    """
    return min(max(_expected(control) // SHARE, SHORTEST), LONGEST)


def _expected(control: Control) -> int:
    return control.initial + MOVES * control.increment
