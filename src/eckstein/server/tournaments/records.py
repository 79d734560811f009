"""What is known of a tournament: its settings, players and games."""
from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ...wire.http_games import NewClock
from ...wire.http_tournaments import Kind
from ...wire.words import Colour

Outcome = Literal["white", "black", "drawn", "none"]
WIN, DRAW = 2, 1            # in half points


class Settings(Struct, frozen=True, omit_defaults=True):
    """What was chosen when a tournament was made.

    Attributes:
        name: how it is called.
        kind: how it is paired.
        rules, options: of the games; options other than the usual ones.
        clock: of the games; None for none.
        rated: whether the games count for ratings.
        rounds: of a Swiss how many there are; of a round robin how often everybody meets everybody.
        minutes: how long an arena lasts.
        appear: seconds for each of the first two moves of a game; None where there are no clocks.
        pause: seconds between two rounds; None if the organiser begins each.
        listed: whether the lobby lists it.
        start: when it begins by itself, in milliseconds since 1970; None: when the organiser says.
        best: how many players of each team count; 0 if there are no teams.
        teams: for which people can play; if there are none, whoever enters can name another one.
    """

    name: str
    kind: Kind
    rules: str
    options: dict[str, Any]
    clock: NewClock | None
    rated: bool = False
    rounds: int = 1
    minutes: int = 0
    appear: int | None = None
    pause: int | None = 0
    listed: bool = True
    start: int | None = None
    best: int = 0
    teams: tuple[str, ...] = ()


class Player(Struct, frozen=True):
    """Somebody who takes part.

    Attributes:
        number: from 1, in the order in which they entered.
        who: his identity.
        name: how he is called; of an account it is left out.
        rating: when he entered; 0 for none.
        away: whether he is not to be paired.
        checked_in: whether he has said, shortly before it begins by itself, that he is there.
        team: for which he plays; empty for none.
    """

    number: int
    who: str
    name: str
    rating: int = 0
    away: bool = False
    checked_in: bool = False
    team: str = ""

    def is_mate(self, other: Player) -> bool:
        """Whether both play for the same team."""
        return self.team != "" and self.team == other.team


class Game(Struct, frozen=True):
    """A game between two players.

    Attributes:
        id: of the game; empty if it is won without play, since the opponent has gone.
        white, black: their numbers.
        outcome: who has won; None as long as it goes on.
        played: whether both have moved.
    """

    id: str
    white: int
    black: int
    outcome: Outcome | None = None
    played: bool = True

    def has(self, number: int) -> bool:
        """Whether somebody plays it."""
        return number in (self.white, self.black)

    def opponent(self, number: int) -> int:
        """Whom somebody meets in it."""
        return self.black if number == self.white else self.white

    def colour(self, number: int) -> Colour:
        """What somebody plays in it."""
        return "white" if number == self.white else "black"

    def points(self, number: int) -> int:
        """What somebody gets for it, in half points."""
        if self.outcome == "drawn":
            return DRAW
        return WIN if self.outcome == self.colour(number) else 0


class Round(Struct, frozen=True):
    """What was paired together.

    Attributes:
        games: who meets whom.
        byes: who is free, with what he gets for it in half points.
    """

    games: tuple[Game, ...]
    byes: dict[int, int] = {}

    @property
    def is_over(self) -> bool:
        """Whether all its games have ended."""
        return all(game.outcome is not None for game in self.games)
