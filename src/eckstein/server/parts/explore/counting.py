"""What was played is counted in public games that wait for it, and in all games once more."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import structlog

from ....base.errors import EcksteinError
from ...database.maintenance import reading
from ...database.migrations import upgrade
from ...game.events import Event
from ...game.opening import opening_of
from ...work.contract import Aside, in_turn
from .store import PublicGames

AT_ONCE = 50                # games that are counted in one transaction
log = structlog.get_logger()


async def explore_all(games: PublicGames, events_of: Callable[[str], Awaitable[list[Event]]],
                      aside: Aside) -> int:
    """Look at all games that wait; returns how many these were.

    Stopping it loses nothing: each game is counted completely or not at all.

    Args:
        games: stores them.
        events_of: gives the events of one.
        aside: calls what takes a while.
    """
    looked_at = 0
    while waiting := await games.waiting(AT_ONCE):
        openings: dict[str, Mapping[int, str]] = {}
        for game, public in waiting.items():
            openings[game] = {}
            if public:
                try:
                    openings[game] = await aside(opening_of, await events_of(game))
                except (ValueError, LookupError, EcksteinError) as error:
                    log.warning("a public game cannot be read", game=game, error=str(error))
        await games.count(openings)
        looked_at += len(openings)
    return looked_at


async def recompute(url: str) -> int:
    """Count the moves of public games from scratch, also while a server runs.

    Returns:
        How many games were looked at.

    Raises:
        ValueError: with a sentence, if the database cannot be read.
    """
    async with reading(url) as store:
        await store.take_steps(upgrade)
        games = PublicGames(store.engine)
        await games.clear()
        return await explore_all(games, store.events_of, in_turn)
