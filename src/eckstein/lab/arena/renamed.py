"""What early files of matches call otherwise.

In them the time for a move is `movetime`, in the texts of engines and of paces.
"""
from __future__ import annotations

import re
from collections.abc import Mapping

_ENGINE = "engine:"
_PACE = "TimeControl"


def current(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags of a game as they are written today.

    Args:
        tags: the tags of a game that a match has kept, whenever that was.
    """
    return {name: _renamed(value, "movetime", "time") if _tells_a_time(name, value) else value
            for name, value in tags.items()}


def stored(text: str) -> str:
    """The text of a contestant or of a pace as early files have it."""
    return text if text.startswith("cmd:") else _renamed(text, "time", "movetime")


def _tells_a_time(name: str, value: str) -> bool:
    return name == _PACE or name in ("White", "Black") and value.startswith(_ENGINE)


def _renamed(text: str, before: str, after: str) -> str:
    return re.sub(rf"((?:^|[:,])\s*){before}(?=\s*=)", rf"\g<1>{after}", text)
