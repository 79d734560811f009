"""The part of the opening explorer: what it registers."""
from __future__ import annotations

import contextlib

from ...part import Part, Site
from ...store.contract import StoreError
from ..accounts.events import PublicityChanged
from . import api
from .counting import explore_all
from .store import PublicGames


def start(site: Site) -> None:
    """See `Part`."""
    games = site.add(PublicGames(site.database))

    async def explore() -> None:
        """Count what was played in public games that have ended, and no more in others."""
        with contextlib.suppress(StoreError, OSError):      # the next sweep may succeed
            await explore_all(games, site.store.events_of, site.aside)
    site.hub.on(PublicityChanged, lambda event: site.begin(explore()))
    site.sweeps.append(explore)


PART = Part("explore", "public games are counted position by position",
            "games cannot be explored here", start, needs=("accounts",),
            endpoints=api.ENDPOINTS)
