"""Public games: those of which every account that has played in them agrees that all may study
them.  What was played in which positions is counted, each game once.
"""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import structlog

from ...base.errors import EcksteinError
from ..game.events import Event
from ..game.opening import opening_of
from ..work.contract import Aside

AT_ONCE = 50                # games that are counted in one transaction
BAND = 200                  # points of a step of the ratings by which games are told apart
UNRATED = -BAND             # the step of games of which no player has a rating
NO_CLOCK = "none"           # the speed of games without clocks
LAST = 8                    # games that are told of a position
log = structlog.get_logger()


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
        winner: who has won, or "drawn".
        players: the identities of White and Black.
        points: what both were rated when it ended, or None.
    """

    game: str
    move: str
    ended: int
    winner: str
    players: tuple[str, str]
    points: tuple[float | None, float | None]


class PublicGames(Protocol):
    """Where this is kept.  All calls raise StoreError or OSError if the database does not respond.
    """

    async def waiting(self, most: int) -> dict[str, bool]:
        """Games that are to be looked at, the earliest first, and whether they are public.

        They have ended, or somebody has taken back that he agrees.
        """
        ...

    async def count(self, openings: Mapping[str, Mapping[int, str]]) -> None:
        """Count games that are public and not yet counted, and uncount those that are no more.

        Args:
            openings: of games that were waiting, their moves by the keys of their positions.
        """
        ...

    async def begin_anew(self) -> None:
        """Forget what was counted, so that all games wait."""
        ...

    async def first_end(self) -> int | None:
        """When the first game ended to which somebody agrees; None if there is none."""
        ...

    async def between(self, begin: int, end: int) -> list[PublicGame]:
        """All public games that ended from a time on before another one, in order, without `move`.
        """
        ...

    async def played(self, position: int, of: Filter) -> list[Played]:
        """The moves that were made in a position, those made most often first."""
        ...

    async def last(self, position: int, of: Filter) -> list[PublicGame]:
        """The last games in which a position has occurred, the newest first."""
        ...


def band_of(points: Sequence[float | None]) -> tuple[int, int | None]:
    """The step of a game, and the mean rating of its players: of those who have one."""
    known = [one for one in points if one is not None]
    if not known:
        return UNRATED, None
    mean = round(sum(known) / len(known))
    return mean // BAND * BAND, mean


async def explore_all(games: PublicGames, events_of: Callable[[str], Awaitable[list[Event]]],
                      aside: Aside) -> int:
    """Look at all games that wait; returns how many these were.

    Whoever ends this loses nothing: each game is counted completely or not at all.

    Args:
        games: where they are kept.
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
