"""What files of matches call otherwise, or write otherwise, than a match of today.

In early ones the time for a move is `movetime`.  Players are the same if their texts say the same.
"""
from __future__ import annotations

import re
from collections.abc import Mapping

from ...engine.players import read_player

_PACE = "TimeControl"


def current(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags of a game in one form, so that those of two games can be compared.

    Args:
        tags: the tags of a game of a match, whenever that was written.
    """
    return {name: _renamed(value, "movetime", "time") if name == _PACE
            else _player(value) if name in ("White", "Black") else value
            for name, value in tags.items()}


def stored(text: str) -> str:
    """The text of a contestant or of a pace as early files have it."""
    return text if text.startswith("cmd:") else re.sub(
        "^alphabeta", "engine", _renamed(text, "time", "movetime"))


def _player(text: str) -> str:
    try:
        return str(read_player(text))
    except ValueError:
        return text


def _renamed(text: str, before: str, after: str) -> str:
    return re.sub(rf"((?:^|[:,])\s*){before}(?=\s*=)", rf"\g<1>{after}", text)
