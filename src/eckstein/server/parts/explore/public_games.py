"""Public games: those of which every account that has played in them agrees that all may study
them.  What was played in which positions is counted, each game once.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BAND = 200                  # points of a step of the ratings by which games are grouped
UNRATED = -BAND             # the step of games of which no player has a rating
NO_CLOCK = "none"           # the speed of games without clocks
LAST = 8                    # games that are listed for a position


class Filter(NamedTuple):
    """Which games are counted.

    Attributes:
        speeds: of these speeds; empty for all.
        least, below: by the mean rating of their players, in whole steps; None for any.
    """

    speeds: Sequence[str] = ()
    least: int | None = None
    below: int | None = None


class Played(NamedTuple):
    """A move in a position, and the games in which it was made.

    Attributes:
        move: its text.
        white, drawn, black: how many of the games have been won by White, and so on.
        rated: in how many of them a player had a rating.
        points: the sum of the mean ratings of these.
    """

    move: str
    white: int
    drawn: int
    black: int
    rated: int
    points: int


class PublicGame(NamedTuple):
    """A game that has been counted.

    Attributes:
        game: its id.
        move: that was made in the position.
        ended: when, in milliseconds since 1970.
        winner: the colour that has won, or "drawn".
        players: the identities of White and Black.
        points: what both were rated when it ended, or None.
    """

    game: str
    move: str
    ended: int
    winner: str
    players: tuple[str, str]
    points: tuple[float | None, float | None]


def band_of(points: Sequence[float | None]) -> tuple[int, int | None]:
    """The step of a game, and the mean rating of its players that have one."""
    known = [one for one in points if one is not None]
    if not known:
        return UNRATED, None
    mean = round(sum(known) / len(known))
    return mean // BAND * BAND, mean


