"""The public state of a game."""
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from .capabilities import capability
from .positions import MOVES
from .words import BOTH, PER_COLOUR, ClockKind, Colour, GameId, Options

OF_VIEW = {"$ref": "#/components/schemas/View"}
EncodedView = Annotated[Raw, Meta(extra_json_schema=OF_VIEW)]
"""A `View` that another process has encoded as JSON; clients decode it when they need it."""
NO_VIEW = Raw(b"null")

EventKind = Literal["join", "move", "takeback", "offer", "decline", "end", "rematch", "presence"]


class Player(Struct, frozen=True):
    """The player in a seat."""

    kind: Literal["human", "computer"]
    name: Annotated[str, Meta(description="of a computer, that of its level")]
    here: Annotated[bool, Meta(description="whether a client with this seat is connected")]
    level: Annotated[int | UnsetType, Meta(description="of a computer, 1 to 10")] = UNSET
    random: Annotated[int | UnsetType, Meta(
        description="of a computer: how many of a hundred moves it takes at random; none if left "
                    "out")] = UNSET
    rating: Annotated[int | UnsetType, Meta(
        description="of a computer in a rated game: against which the game counts")] = UNSET
    open: Annotated[bool | UnsetType, Meta(
        description="of a person: whether the seat is still free")] = UNSET
    account: Annotated[bool | UnsetType, Meta(
        description="of a person: whether `name` is that of an account")] = UNSET
    bot: Annotated[bool | UnsetType, Meta(description="whether the account is a bot")] = UNSET
    away: Annotated[int | UnsetType, Meta(
        description="in games with days: until when the player is on vacation and the clock "
                    "stands still, in seconds since 1970")] = UNSET
    claim: Annotated[float | UnsetType, Meta(
        description="of a player that has left a running game: in how many seconds the opponent "
                    "can claim it, by `claim-win` or `claim-draw`, if it is this player's turn; "
                    "0: now")] = UNSET


class PlayedMove(Struct, frozen=True, gc=False):
    """A move that was made."""

    text: Annotated[str, Meta(description="its plain text, such as `d1d2`")]
    notation: Annotated[str, Meta(description="the text for people, such as `d1-d2`")]
    spent: Annotated[float, Meta(description="the time it took, in seconds")]


class PreparedMove(Struct, frozen=True):
    """A move of a prepared line."""

    text: Annotated[str, Meta(description="its plain text, such as `d1d2`")]
    notation: Annotated[str, Meta(description="the text for people, such as `d1-d2`")]


class Prepared(Struct, frozen=True):
    """The conditional replies of a player, as far as the game has not passed them."""

    colour: Annotated[Colour, Meta(description="that of the player")]
    lines: Annotated[list[list[PreparedMove]], Meta(
        description="each begins with the next move: the opponent's, or the reply that is just "
                    "being made")]


class Clocks(Struct, frozen=True):
    """Both clocks; neither runs before both players have moved."""

    kind: Annotated[ClockKind, Meta(
        description="whether `increment` is added after each move, or free in each turn; with "
                    "`days`, each turn starts with the `initial` time")]
    initial: Annotated[float, Meta(
        description="what each player has at first, or for each turn, in seconds")]
    increment: Annotated[float, Meta(
        description="what is added, or free, in seconds; 0 with `days`")]
    left: Annotated[dict[Colour, float], BOTH, Meta(
        description="what each player has left, in seconds")]
    running: Annotated[Colour | None, Meta(
        description="which clock runs; null also while the player to move is on vacation")]
    free: Annotated[int, Meta(description="in how many moves the clocks begin to run, 0 to 2")]
    delay: Annotated[float, Meta(
        description="how long the running clock still stands in this turn, in seconds")] = 0.0


class Offers(Struct, frozen=True):
    """The open offers, each with the player behind it."""

    draw: Annotated[Colour | None, Meta(description="the player offering a draw")]
    takeback: Annotated[Colour | None, Meta(description="the player asking for a takeback")]
    rematch: Annotated[list[Colour], Meta(description="the players asking for a rematch")]


class Result(Struct, frozen=True):
    """How a game has ended."""

    winner: Annotated[Colour | None, Meta(description="null for a draw, and without a winner")]
    reason: Annotated[str, Meta(description=(
        "a reason of the rules, `resignation`, `agreement`, `time`, `left`, `length`, "
        "`adjudication`, `forfeit` or `aborted`"))]
    score: Annotated[tuple[int, int] | None, Meta(
        description="White's and Black's points, in games that count them")]


class NextGame(Struct, frozen=True):
    """The game that a rematch began."""

    game: GameId
    seats: Annotated[dict[Colour, str], PER_COLOUR, capability(
        "play", "tokens by colour, for the players of the game before")]


Players = Annotated[dict[Colour, Player], BOTH]


class GameFacts(Struct, frozen=True, kw_only=True):
    """The public state of a game."""

    game: GameId
    rules: Annotated[str, Meta(description="the name of the rules")]
    options: Annotated[Options, Meta(description="all rule options of the game")]
    start: Annotated[str, Meta(description="the text of the position it began with")]
    first: Annotated[Colour, Meta(description="the player of the first move")]
    rated: Annotated[bool, Meta(
        description="whether it counts for the ratings of its players")] = False
    tournament: Annotated[str | None, Meta(
        description="the id of the tournament that it belongs to; the organiser can end the game, "
                    "and there is no abort, no takeback and no rematch")] = None
    appear: Annotated[float | None, Meta(
        description="within how many seconds each player must make the first move; otherwise the "
                    "game is aborted, or lost in a tournament; null: no limit")] = None
    seq: Annotated[int, Meta(description="how many events there were")]
    created: Annotated[int, Meta(description="when it began, in seconds since 1970")]
    keep: Annotated[float | None, Meta(
        description="how many days after its last event the server deletes a game in which both "
                    "have moved; null: never")] = None
    until: Annotated[int | None, Meta(
        description="until when it keeps this one at least, in seconds since 1970")] = None
    turn: Annotated[Colour, Meta(description="the player to move, even after the end")]
    players: Annotated[Players, Meta(description="the players, by colour")]
    moves: list[PlayedMove]
    longest: Annotated[int, Meta(
        description="after so many moves the server ends the game, as a draw")] = MOVES
    clock: Annotated[Clocks | None, Meta(description="null in games without clocks")]
    offers: Offers
    result: Annotated[Result | None, Meta(description="null while the game goes on")]
    watching: Annotated[int, Meta(description="how many clients without a seat are connected")]
    next: Annotated[NextGame | None, Meta(description="the game that followed by a rematch")]
    thinking: Annotated[str | None, Meta(
        description="a sentence about a computer player that takes long to get ready")]
