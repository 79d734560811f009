"""What is known of a tournament: its settings, players and games."""
from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from .....wire.http_games import NewClock
from .....wire.http_tournaments import Kind, Order
from .....wire.words import Colour
from ....ops.sharing import TreePath

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
        rounds: of a Swiss how many there are; of a round robin how often each pair meets.
        minutes: how long an arena lasts.
        appear: seconds for each of the first two moves of a game; None where there are no clocks.
        pause: seconds between two rounds; None if the organiser begins each.
        listed: whether the lobby lists it.
        start: when it begins by itself, in milliseconds since 1970; None: when the organiser says.
        best: how many players of each team count; 0 if there are no teams.
        teams: for which people can play; if there are none, players name teams when they enter.
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
    """A player of the tournament.

    Attributes:
        number: from 1, in the order in which they entered.
        who: the identity.
        name: of a guest; of an account it is left out.
        rating: on entering; 0 for none.
        away: whether the player is not to be paired.
        checked_in: whether the player has confirmed, shortly before it begins by itself, to be
            there.
        team: for which the player plays; empty for none.
        since: when the player entered, or came back, in milliseconds since 1970.
        missed: how many rounds had begun when the player entered.
        bye: what the player gets for not playing the next round, in half points; None if the
            player has no bye there.
        absent: whether the player is away in the next round, but stays in the tournament.
        path: where the player stood when entering (see `sharing`), veiled.
    """

    number: int
    who: str
    name: str
    rating: int = 0
    away: bool = False
    checked_in: bool = False
    team: str = ""
    since: int = 0
    missed: int = 0
    bye: int | None = None
    absent: bool = False
    path: TreePath = ()

    @property
    def by_name(self) -> bool:
        """Whether the organiser has added the player by name alone: there is no client."""
        return self.who == ""

    @property
    def plays_next(self) -> bool:
        """Whether the player is to be paired in the next round."""
        return not self.away and not self.absent and self.bye is None

    def is_mate(self, other: Player) -> bool:
        """Whether both play for the same team."""
        return self.team != "" and self.team == other.team


class Game(Struct, frozen=True):
    """A game between two players.

    Attributes:
        id: of the game; empty if it is not played on the server.
        white, black: their numbers.
        outcome: the winning colour, "drawn" or "none"; None as long as it goes on.
        played: whether it was played: both have moved, or else its result was entered.
        by_hand: whether an organiser enters its result.
        over: when it was known to have ended, in milliseconds since 1970.
    """

    id: str
    white: int
    black: int
    outcome: Outcome | None = None
    played: bool = True
    by_hand: bool = False
    over: int = 0

    def has(self, number: int) -> bool:
        """Whether a player, by number, plays it."""
        return number in (self.white, self.black)

    def opponent(self, number: int) -> int:
        """The number of a player's opponent."""
        return self.black if number == self.white else self.white

    def colour(self, number: int) -> Colour:
        """The colour of a player."""
        return "white" if number == self.white else "black"

    def points(self, number: int) -> int:
        """What a player gets for it, in half points."""
        if self.outcome == "drawn":
            return DRAW
        return WIN if self.outcome == self.colour(number) else 0


class Round(Struct, frozen=True):
    """What was paired together.

    Attributes:
        games: the games.
        byes: the numbers of players for which no opponent was left, with what each gets for it in
            half points.
        out: in a club, players who were there and sat out, who get nothing for it.
        waits: in an arena, for how many seconds each of the players had waited.
        granted: likewise, of those to whom an organiser gave a bye.
        absent: players that were away, and stayed in the tournament.
        at: when it began, in milliseconds since 1970.
    """

    games: tuple[Game, ...]
    byes: dict[int, int] = {}
    out: tuple[int, ...] = ()
    waits: dict[int, int] = {}
    granted: dict[int, int] = {}
    absent: tuple[int, ...] = ()
    at: int = 0

    @property
    def is_over(self) -> bool:
        """Whether all its games have ended."""
        return all(game.outcome is not None for game in self.games)

    def unplayed(self, number: int) -> int:
        """What a player without a game gets, in half points."""
        return self.byes.get(number, self.granted.get(number, 0))

    def game_of(self, number: int) -> Game | None:
        """The game of a player."""
        return next((game for game in self.games if game.has(number)), None)


class Last(Struct, frozen=True):
    """The last order of an organiser that can still be undone.

    Attributes:
        seq: the number of its event.
        what: the order.
        players: the numbers of those that it concerns.
        game: the id of a game that it has ended.
    """

    seq: int
    what: Order
    players: tuple[int, ...] = ()
    game: str = ""
