"""Whose ratings a seek allows: a range that widens while it waits, or one that was set."""
from __future__ import annotations

from collections.abc import Sequence

# After so many seconds of waiting, how many points an opponent may be away; None: any number.
WIDENING: tuple[tuple[int, int | None], ...] = (
    (0, 100), (10, 200), (20, 350), (40, 600), (60, None))
Range = tuple[int, int]     # from, to: ratings that somebody wants to meet


def wait_for(points: int) -> int:
    """After how many milliseconds of waiting somebody meets one who is so many points away."""
    return next(1000 * seconds for seconds, most in WIDENING if most is None or points <= most)


def meets(rating: int | None, among: Range | None, since: int, other: int | None) -> int | None:
    """From when on somebody meets another one, as far as ratings go.

    Args:
        rating: his own; None without one, and then all others suit.
        among: which he has said that he wants to meet; None for a range that widens.
        since: when he began to wait, in milliseconds since 1970.
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
    """The rating for a clock of a seek; None where none is known."""
    return values[number] if number < len(values) else None
