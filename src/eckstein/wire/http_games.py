"""Requests to the HTTP API about games, and its answers."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .capabilities import capability
from .words import (
    PER_COLOUR,
    PLAIN,
    ChosenOptions,
    ClockKind,
    Colour,
    GameId,
    GameName,
    Number,
    Options,
    OptionValue,
    PlayerName,
    Start,
    Token,
)

DAY = 86_400
MOST_DAYS = 14              # that a turn can have


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a colour."""

    kind: Literal["human", "computer"] = "human"
    level: Annotated[int, Meta(ge=1, le=10, description="of a computer")] = 3
    random: Annotated[int, Meta(ge=0, le=100, description="of a computer below level 10: how many "
                                                          "of a hundred moves it takes at random"
                                )] = 0
    seed: Annotated[Annotated[int, Meta(ge=0, lt=2**31)] | None, Meta(
        description="of a computer: the same seed, level and moves get the same replies; any, if "
                    "left out")] = None
    name: PlayerName = None
    open: Annotated[bool, Meta(description="whether the seat goes to the first player that joins, "
                                           "and has no token until then")] = False

    def __post_init__(self) -> None:
        """Raise ValueError for full strength that takes moves at random."""
        if self.random and self.level == 10:
            raise ValueError("level 10 takes no moves at random")


class NewClock(Struct, frozen=True, forbid_unknown_fields=True):
    """How time is counted."""

    kind: Annotated[ClockKind, Meta(
        description="whether `increment` is added after each move, or free in each turn; with "
                    "`days`, each turn has the `initial` time, and nothing is carried over")]
    initial: Annotated[float, Meta(
        ge=1, le=30 * DAY, description="what each player has at first, in seconds; with `days`, "
                                       "what each turn has: 86400 for each day, of which there "
                                       "are 1 to 14")]
    increment: Annotated[float, Meta(
        ge=0, le=DAY, description="what is added, or free, in seconds; 0 with `days`")] = 0.0

    def __post_init__(self) -> None:
        """Raise ValueError for settings that no clock with days has."""
        if self.kind != "days":
            return
        days = self.initial / DAY
        if not days.is_integer() or not 1 <= days <= MOST_DAYS:
            raise ValueError(f"by days, each turn has 1 to {MOST_DAYS} whole days, and `initial` "
                             f"is {DAY} for each of them, not {self.initial:g}")
        if self.increment:
            raise ValueError("by days, nothing is added to the days of a turn: leave out "
                             "`increment`")


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a new game."""

    rules: GameName
    options: ChosenOptions = {}
    position: Start = None
    white: NewSeat = NewSeat()
    black: NewSeat = NewSeat()
    clock: Annotated[NewClock | None, Meta(description="none, if left out")] = None
    rated: Annotated[bool, Meta(
        description="whether it counts for the ratings of its players, two accounts or an account "
                    "and a level; requires a clock, the usual rules and the usual start")] = False
    id: Annotated[Annotated[str, Meta(min_length=16, max_length=64)] | None, Meta(
        description="a long random text; sent again, it gives the same game")] = None


class Created(Struct, frozen=True):
    """A new game, and tokens for the seats of people that are not open."""

    game: GameId
    seats: Annotated[dict[Colour, str], PER_COLOUR, capability("play", "tokens by colour")]
    links: Annotated[dict[Colour, str], PER_COLOUR, capability(
        "play", "pages by colour, to which a host is put in front")]


class JoinGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for an open seat."""

    id: Annotated[str, Meta(min_length=16, max_length=64, pattern=PLAIN,
                            description="a long random text; sent again, it gives the same seat")]
    colour: Annotated[Colour | None, Meta(description="any that is free, if left out")] = None
    name: PlayerName = None


class Joined(Struct, frozen=True):
    """The seat that the caller has got."""

    game: GameId
    colour: Colour
    token: Annotated[str, capability("play", "of the seat; keep it secret")]
    link: Annotated[str, capability("play", "a page, to which a host is put in front")]


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of a player."""

    seat: Annotated[Token, Meta(description="the token of the player's seat")]


class StreamQuery(Struct, frozen=True):
    """The format of a stream, and where it starts."""

    form: Annotated[Literal["ndjson", "sse"], Meta(
        description="a JSON object a line, or server-sent events")] = "ndjson"
    since: Annotated[Number | None, Meta(
        description="how many events the client has; if left out, it gets the whole game")] = None


class StreamRequest(StreamQuery, frozen=True):
    """The format of a player's stream, where it starts, and the player's seats."""

    seats: Annotated[list[Token], Meta(
        max_length=2, description="tokens of the seats that the client holds; their players count "
                                  "as connected while the stream is open")] = []


class OptionKnown(Struct, frozen=True):
    """A rule option."""

    name: str
    values: Annotated[list[OptionValue], Meta(
        description="what it can be, the usual one first; of counts there is only that one")]
    says: Annotated[str, Meta(description="a sentence in English")]


class FirstGame(Struct, frozen=True):
    """A game for beginners, on a small board or with few pieces."""

    options: Annotated[Options, Meta(description="that are not as usual")]
    position: Annotated[str | None, Meta(description="its start; the usual one if null")]


class GameKnown(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    columns: Annotated[int, Meta(description="of the board; 0 if it is endless")]
    rows: Annotated[int, Meta(description="of the board; 0 if it is endless")]
    start: Annotated[str, Meta(description="the text of the usual start")]
    options: list[OptionKnown]
    defaults: Annotated[Options, Meta(description="all options with their usual values")]
    anchors: Annotated[list[int], Meta(
        description="what the levels are rated, on the scale of people: that of level 1 first; "
                    "level 10 has none, and other games have none at all")]
    rated_levels: Annotated[int, Meta(
        description="games may be rated against levels up to this one; 0: against none")]
    first_stair: Annotated[int, Meta(
        description="where in `stairs` a player who is new to the game begins, counted from 0")]
    first_games: Annotated[list[FirstGame], Meta(
        description="games for beginners, the smallest first; none for a game without a lesson")]
    endings: Annotated[bool, Meta(
        description="whether `GET /endings/{rules}` gives positions of the game")]
    proofs: Annotated[bool, Meta(
        description="whether `GET /proofs/{rules}` gives proofs of the game")]


class Level(Struct, frozen=True):
    """A level of the computer players."""

    level: Annotated[int, Meta(description="1 to 10")]
    name: str
    says: Annotated[str, Meta(description="a sentence in English")]


class Stair(Struct, frozen=True):
    """An opponent for players who are new to a game."""

    level: Annotated[int, Meta(description="1 to 10")]
    random: Annotated[int, Meta(description="how many of a hundred moves it takes at random")]
    games: Annotated[int, Meta(
        description="after how many wins in a row a player goes one stair up, and after how many "
                    "losses in a row one down")]


class Catalogue(Struct, frozen=True):
    """The games that can be played here, and the levels of the computer."""

    games: Annotated[dict[str, GameKnown], Meta(description="by name")]
    levels: Annotated[list[Level], Meta(description="the weakest first")]
    stairs: Annotated[list[Stair], Meta(description="the weakest first")]
    quick: Annotated[int, Meta(
        description="levels up to this one play before a game is compiled")]
    preparing: Annotated[dict[GameName, int], Meta(
        description="the games that are still being compiled, with the seconds until the other "
                    "levels are likely to be ready")]
    parts: Annotated[list[str], Meta(
        description="the parts that the server runs, such as `lobby` and `chat`")]


class Health(Struct, frozen=True):
    """The server's health."""

    well: bool
    version: Annotated[str, Meta(description="of Eckstein")]
    wrong: Annotated[Literal["read", "write", "stop"] | None, Meta(
        description="what the database cannot do, or that the server is shutting down")]
    reason: Annotated[str | None, Meta(description="a sentence in English")]
