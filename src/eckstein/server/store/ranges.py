"""The ratings that an open challenge allows: a range that widens while it waits, or one that was
set.
"""
from __future__ import annotations

from collections.abc import Sequence

# After so many seconds of waiting, how many points an opponent may be away; None: any number.
WIDENING: tuple[tuple[int, int | None], ...] = (
    (0, 100), (10, 200), (20, 350), (40, 600), (60, None))
Range = tuple[int, int]     # from, to: ratings of opponents that suit


def wait_for(points: int) -> int:
    """After how many milliseconds of waiting a player meets another that is so many points away."""
    return next(1000 * seconds for seconds, most in WIDENING if most is None or points <= most)


def meets(rating: int | None, among: Range | None, since: int, other: int | None) -> int | None:
    """From when on a player meets another, as far as ratings go.

    Args:
        rating: the player's own; None without one, and then all others suit.
        among: the range that the player has chosen; None for one that widens.
        since: when the player began to wait, in milliseconds since 1970.
        other: the rating of the other one.

    Returns:
        A time in milliseconds since 1970, or None for never.
    """
    if among is not None:
        return since if other is not None and among[0] <= other <= among[1] else None
    if rating is None or other is None:
        return since
    return since + wait_for(abs(rating - other))


def at(values: Sequence[int | None], number: int) -> int | None:
    """The rating for a clock of an open challenge; None where none is known."""
    return values[number] if number < len(values) else None
