"""Topics of tournaments."""
from __future__ import annotations

from ...hub.events import Topic


def tournament_topic(tournament: str) -> Topic:
    """The news of a tournament."""
    return Topic("tournament", tournament)
