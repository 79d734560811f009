"""All games count that wait to be rated, and all games once more."""
from __future__ import annotations

from ...database.maintenance import reading
from ...database.migrations import upgrade
from .store import RatingStore

AT_ONCE = 100               # games that are rated before others have their turn


async def rate_all(store: RatingStore) -> int:
    """Have all games count that wait; returns how many did.

    Stopping it loses nothing: each game counts completely or not at all.
    """
    rated = 0
    while games := await store.waiting(AT_ONCE):
        rated += sum([await store.rate(game) for game in games])
    return rated


async def recompute(url: str) -> int:
    """Compute all ratings from scratch, from the rated games that have ended, also while a server
    runs.

    Returns:
        How many games there were.

    Raises:
        ValueError: with a sentence, if the database cannot be read.
    """
    async with reading(url) as store:
        await store.take_steps(upgrade)
        ratings = RatingStore(store.engine)
        await ratings.clear()
        return await rate_all(ratings)
