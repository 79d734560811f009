"""The lobby: seeks, which bring two players together, and games to watch."""
from typing import Annotated

from msgspec import Meta, Struct

from .conditions import SeekConditions
from .games import Result
from .http_games import NewClock
from .words import PLAIN, ChosenOptions, Colour, GameId, GameName, Options, PlayerName

CLOCKS = 12                 # of which a seek may name any
GAMES = 12                  # which may suit besides the first

SeekKey = Annotated[str, Meta(
    min_length=16, max_length=64, pattern=PLAIN,
    description="a long random text that the client chooses and keeps secret; sent again, it "
                "means the same seek, or leads to the game that came of it")]
SeekId = Annotated[str, Meta(
    min_length=1, max_length=16, description="the public id of the seek")]
SeekClocks = Annotated[list[NewClock | None], Meta(
    min_length=1, max_length=CLOCKS,
    description="any of these suits; null: no clock. Of several that suit both, the first of the "
                "older seek counts")]
SeekColour = Annotated[Colour | None, Meta(
    description="the colour of the seeker; null: either, at random")]


class NewSeek(SeekConditions, frozen=True):
    """A seek: the games that a player would like."""

    id: SeekKey
    rules: GameName
    clocks: SeekClocks
    options: ChosenOptions = {}
    colour: SeekColour = None
    name: PlayerName = None
    also: Annotated[list[GameName], Meta(
        max_length=GAMES, description="other games that suit as well; then all of them have the "
                                      "usual rules, and none is rated. Of several that suit both, "
                                      "the first of the older seek counts")] = []


class OpenSeek(SeekConditions, frozen=True):
    """A seek that can be taken."""

    id: SeekId
    name: Annotated[str, Meta(description="of the seeker")]
    rules: Annotated[str, Meta(description="the name of the rules")]
    options: Annotated[Options, Meta(
        description="rule options other than the usual ones")]
    clocks: SeekClocks
    colour: SeekColour
    rating: Annotated[int | None, Meta(
        description="of the seeker, for the first of the clocks that has one")] = None
    also: Annotated[list[str], Meta(description="other games that suit as well")] = []


class OpenSeeks(Struct, frozen=True):
    """The open seeks."""

    seeks: Annotated[list[OpenSeek], Meta(description="the oldest first, at most 200")]
    count: Annotated[int, Meta(description="how many are open in all")]


class ListedGame(Struct, frozen=True):
    """A game that began in the lobby and is being played, or has ended lately."""

    game: GameId
    rules: Annotated[str, Meta(description="the name of the rules")]
    options: Annotated[Options, Meta(description="rule options other than the usual ones")]
    white: Annotated[str, Meta(description="the name of the player")]
    black: Annotated[str, Meta(description="the name of the player")]
    clock: Annotated[NewClock | None, Meta(description="null in games without clocks")]
    moves: Annotated[int, Meta(description="how many were made")]
    watching: Annotated[int, Meta(description="how many clients without a seat are connected")]
    result: Annotated[Result | None, Meta(description="null while it is played")] = None


class People(Struct, frozen=True):
    """How many people are online."""

    lobby: Annotated[int, Meta(description="clients that subscribe to the lobby")]
    playing: Annotated[int, Meta(description="players connected to a listed game")]
