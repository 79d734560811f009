"""The part of puzzles: what it registers."""
from __future__ import annotations

from ...part import Part, Site
from . import api


def start(site: Site) -> None:
    """See `Part`."""


PART = Part("puzzles", "players solve puzzles", "there are no puzzles here", start,
            stored=False, endpoints=api.ENDPOINTS)
