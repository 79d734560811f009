"""What a pupil has learned, as the pages of its devices have stored it."""
from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ....wire.http_classes import Given

Step = Annotated[int, Meta(ge=0, le=1000)]


class _Stand(Struct):
    step: Step


class _Try(Struct):
    id: str
    at: float


class _Solved(Struct):
    times: dict[str, msgspec.Raw] = {}
    tries: list[_Try] = []


class Progress(Struct):
    """The part of a document that teachers see; `Bundle` of the pages has its other fields.

    Attributes:
        learned: games whose lessons are finished.
        stairs: by game, the step on the path of opponents.
        puzzles: by game, which were solved, and when each was first tried.
    """

    learned: list[str] = []
    stairs: dict[str, _Stand] = {}
    puzzles: dict[str, _Solved] = {}

    def done(self, given: Given) -> int:
        """How much of a task is done: puzzles that were first tried since, or 1 for a lesson."""
        if given.what == "lesson":
            return int(given.game in self.learned)
        found = self.puzzles.get(given.game, _Solved())
        return sum(one.at >= given.at and one.id in found.times for one in found.tries)


_DOCUMENT = msgspec.json.Decoder(Progress)


def read(text: str, games: Collection[str]) -> Progress:
    """The progress in a document; none in one that cannot be read.

    Args:
        text: of the document.
        games: those of which it is told.
    """
    try:
        found = _DOCUMENT.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return Progress()
    return Progress([game for game in games if game in found.learned],
                    {game: found.stairs[game] for game in games if game in found.stairs},
                    {game: found.puzzles[game] for game in games if game in found.puzzles})
