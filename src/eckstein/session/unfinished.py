"""Games in the user's folder that can be resumed."""
from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..base.user_paths import data_folder
from ..record import Record, read_last
from ..words import phrase
from .played_game import RUNNING

MOST = 9                    # games that are told at once


class Unfinished(NamedTuple):
    """A file, and the unfinished game at its end."""

    path: Path
    record: Record

    def __str__(self) -> str:
        tags, title = self.record.tags, self.record.start.rules.TITLE
        return phrase("{title}: {white} - {black}, {count} {count:move|moves}, {date}", title=title,
                      white=tags.get("White") or "?", black=tags.get("Black") or "?",
                      count=self.record.end().ply, date=tags.get("Date") or "?")


def unfinished(game: str | None = None) -> list[Unfinished]:
    """The unfinished games in the user's folder, that which was last played first.

    Args:
        game: of this kind alone; of any if left out.
    """
    return list(itertools.islice(_unfinished(game), MOST))


def _unfinished(game: str | None) -> Iterator[Unfinished]:
    files = sorted((data_folder() / "games").glob("*.txt"),
                   key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        if not text.rstrip().endswith(RUNNING):     # or reading hundreds of games takes seconds
            continue
        try:
            last = read_last(text).record
        except ValueError:
            continue
        if last and last.result == RUNNING and game in (None, last.start.game):
            yield Unfinished(path, last)
