"""The public state of a game."""
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from .positions import MOVES
from .words import BOTH, PER_COLOUR, ClockKind, Colour, GameId, Options

OF_VIEW = {"$ref": "#/components/schemas/View"}
EncodedView = Annotated[Raw, Meta(extra_json_schema=OF_VIEW)]
"""A `View` as JSON already, as other processes make it; clients who want it decode it."""
NO_VIEW = Raw(b"null")

EventKind = Literal["join", "move", "takeback", "offer", "decline", "end", "rematch", "presence"]


class Player(Struct, frozen=True):
    """Who has a seat."""

    kind: Literal["human", "computer"]
    name: Annotated[str, Meta(description="of a computer, that of its level")]
    here: Annotated[bool, Meta(description="whether a client with this seat is connected")]
    level: Annotated[int | UnsetType, Meta(description="of a computer, 1 to 10")] = UNSET
    rating: Annotated[int | UnsetType, Meta(
        description="of a computer in a rated game: against which the game counts")] = UNSET
    open: Annotated[bool | UnsetType, Meta(
        description="of a person: nobody has taken the seat yet")] = UNSET
    account: Annotated[bool | UnsetType, Meta(
        description="of a person: whether `name` is that of an account")] = UNSET
    bot: Annotated[bool | UnsetType, Meta(description="whether the account is a bot")] = UNSET
    away: Annotated[int | UnsetType, Meta(
        description="in games with days: until when he is on vacation and his clock stands still, "
                    "in seconds since 1970")] = UNSET


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

    colour: Annotated[Colour, Meta(description="whose replies they are")]
    lines: Annotated[list[list[PreparedMove]], Meta(
        description="each begins with the next move: the opponent's, or the reply that is just "
                    "being made")]


class Clocks(Struct, frozen=True):
    """Both clocks; neither runs before both players have moved."""

    kind: Annotated[ClockKind, Meta(
        description="whether `increment` is added after each move, or free in each turn; with "
                    "`days`, each turn has the `initial` time anew")]
    initial: Annotated[float, Meta(
        description="what each player has at first, or for each turn, in seconds")]
    increment: Annotated[float, Meta(
        description="what is added, or free, in seconds; 0 with `days`")]
    left: Annotated[dict[Colour, float], BOTH, Meta(
        description="what each player has left, in seconds")]
    running: Annotated[Colour | None, Meta(
        description="whose clock runs; null also while whoever is to move is on vacation")]
    free: Annotated[int, Meta(description="in how many moves the clocks begin to run, 0 to 2")]
    delay: Annotated[float, Meta(
        description="how long the running clock still stands in this turn, in seconds")] = 0.0


class Offers(Struct, frozen=True):
    """An open offer, and who made it."""

    draw: Annotated[Colour | None, Meta(description="who offers a draw")]
    takeback: Annotated[Colour | None, Meta(description="who asks to take back")]
    rematch: Annotated[list[Colour], Meta(description="who wants to play again")]


class Result(Struct, frozen=True):
    """How a game has ended."""

    winner: Annotated[Colour | None, Meta(description="null for a draw, and where nobody wins")]
    reason: Annotated[str, Meta(description="a reason of the rules, `resignation`, `agreement`, "
                                            "`time`, `length`, `adjudication` or `aborted`")]
    score: Annotated[tuple[int, int] | None, Meta(
        description="White's and Black's points, in games that count them")]


class NextGame(Struct, frozen=True):
    """The game that a rematch began."""

    game: GameId
    seats: Annotated[dict[Colour, str], PER_COLOUR, Meta(
        description="tokens by colour, for the players of the game before")]


Players = Annotated[dict[Colour, Player], BOTH]


class GameFacts(Struct, frozen=True, kw_only=True):
    """The public state of a game."""

    game: GameId
    rules: Annotated[str, Meta(description="the name of the rules")]
    options: Annotated[Options, Meta(description="all rule options of the game")]
    start: Annotated[str, Meta(description="the text of the position it began with")]
    first: Annotated[Colour, Meta(description="who moved first")]
    rated: Annotated[bool, Meta(
        description="whether it counts for the ratings of its players")] = False
    tournament: Annotated[str | None, Meta(
        description="the id of the tournament that it belongs to, whose organiser can end it; in "
                    "it no game is aborted or played again, and no move is taken back")] = None
    appear: Annotated[float | None, Meta(
        description="in how many seconds each player has to make his first move, or loses; null: "
                    "any")] = None
    seq: Annotated[int, Meta(description="how many events there were")]
    created: Annotated[int, Meta(description="when it began, in seconds since 1970")]
    keep: Annotated[float | None, Meta(
        description="for how many days the server keeps a game in which nothing happens any more, "
                    "once both have moved; null: for ever")] = None
    until: Annotated[int | None, Meta(
        description="until when it keeps this one at least, in seconds since 1970")] = None
    turn: Annotated[Colour, Meta(description="who is to move, or would be")]
    players: Annotated[Players, Meta(description="who plays, by colour")]
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
