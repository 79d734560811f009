"""Requests to the HTTP API about the moves of public games, and its answers."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .http_accounts import Opponent, Seconds, Speed
from .positions import PositionRef
from .words import GameId

Rating = Annotated[Annotated[int, Meta(ge=0, le=4000, multiple_of=200)] | None, Meta(
    description="the mean rating of the players, in steps of 200 points")]


class ExploreRequest(PositionRef, frozen=True, forbid_unknown_fields=True):
    """The position to look up, and which games count."""

    speeds: Annotated[list[Speed | Literal["none"]], Meta(
        max_length=6, description="only games so fast; `none` for those without clocks; empty for "
                                  "all")] = []
    least: Annotated[Rating, Meta(description="only games with at least this rating")] = None
    below: Annotated[Rating, Meta(description="only games with a lower rating than this")] = None


class ExploredMove(Struct, frozen=True):
    """A move that was made in the position."""

    text: Annotated[str, Meta(description="the plain text of the move")]
    notation: Annotated[str, Meta(description="the text for people")]
    white: Annotated[int, Meta(description="how many of these games White has won")]
    drawn: Annotated[int, Meta(description="how many were drawn")]
    black: Annotated[int, Meta(description="how many Black has won")]
    points: Annotated[int | None, Meta(
        description="the mean rating of the players; null where none had a rating")]


class ExploredGame(Struct, frozen=True):
    """A game in which the position has occurred."""

    game: GameId
    notation: Annotated[str, Meta(description="the move that was made there")]
    ended: Seconds
    winner: Literal["white", "black", "drawn"]
    white: Opponent
    black: Opponent
    points: Annotated[tuple[int | None, int | None], Meta(
        description="the ratings of White and Black when the game ended")]


class Explored(Struct, frozen=True):
    """The moves that were played in a position, in public games."""

    moves: Annotated[list[ExploredMove], Meta(description="those made most often first")]
    games: Annotated[list[ExploredGame], Meta(description="the last ones, the newest first")]
    plies: Annotated[int, Meta(description="how many first moves of each game are counted")]
