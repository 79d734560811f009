"""Bots: the challenges that they accept, and the events that they receive."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .capabilities import capability
from .chat import ChatLine
from .http_accounts import Opponent, RatingFacts, Seconds, Speed
from .http_challenges import Challenge
from .http_games import NewClock
from .words import AccountName, ChallengeId, Colour, GameId, GameName, Options

Pace = Speed | Literal["none"]
EventId = Annotated[int, Meta(description="its number among the events of the account")]
Mine = Annotated[bool, Meta(description="whether the account is to move now: of several events "
                                        "that are sent together, only the last one says so")]


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """Which challenges a bot accepts."""

    games: Annotated[list[GameName], Meta(
        max_length=40, description="names of rules; empty for all")] = []
    speeds: Annotated[list[Pace], Meta(
        max_length=6, description="how fast; `none` for games without clocks; empty for all")] = []
    rated: Annotated[bool, Meta(description="whether rated games")] = True
    casual: Annotated[bool, Meta(description="whether games that are not rated")] = True
    options: Annotated[bool, Meta(description="whether games with unusual options")] = False
    most: Annotated[int, Meta(ge=0, le=50, description="how many games at once")] = 4
    people: Annotated[Literal["all", "accounts", "bots", "nobody"], Meta(
        description="the accepted challengers: guests too, people and bots with accounts, or bots "
                    "alone")] = "all"
    chats: Annotated[bool, Meta(description="whether people may chat with it in its games")] = False


class BecomeBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to become a bot, for ever."""

    name: Annotated[AccountName, Meta(description="of the account, as a confirmation")]


class BotFacts(Struct, frozen=True):
    """The public facts about a bot."""

    policy: Policy
    playing: Annotated[int, Meta(description="how many games it is playing")]


class BotHere(Struct, frozen=True):
    """A bot that can be challenged now."""

    name: AccountName
    policy: Policy
    playing: Annotated[int, Meta(description="how many games it is playing")]


class BotsHere(Struct, frozen=True):
    """Bots that are online, first those that have room for another game."""

    bots: Annotated[list[BotHere], Meta(description="100 at most")]


class Profile(Struct, frozen=True):
    """The public profile of an account."""

    name: str
    created: Seconds
    ratings: list[RatingFacts]
    tally: Annotated[dict[str, dict[str, int]], Meta(
        description="how many games ended how, by rules and outcome")]
    bot: Annotated[BotFacts | None, Meta(description="null for people")] = None


class EventsQuery(Struct, frozen=True):
    """Where the stream of events starts, and its format."""

    since: Annotated[Annotated[int, Meta(ge=0, le=2**53)] | None, Meta(
        description="the id of the last event that the client has; if left out or too old, the "
                    "stream starts with all running games")] = None
    form: Annotated[Literal["ndjson", "sse"], Meta(
        description="lines of JSON, or server-sent events")] = "ndjson"


class Hello(Struct, frozen=True, tag_field="t", tag="hello"):
    """The first event of each stream."""

    id: EventId
    resumed: Annotated[bool, Meta(description="whether only new events follow; if not, all running "
                                              "games and open challenges come first")]


class GameBegun(Struct, frozen=True, tag_field="t", tag="game"):
    """A game in which the account has a seat: it has begun, or goes on."""

    id: EventId
    game: GameId
    seq: Annotated[int, Meta(description="how many events of the game there were")]
    colour: Colour
    rules: str
    options: Options
    clock: Annotated[NewClock | None, Meta(description="null in games without clocks")]
    rated: bool
    opponent: Opponent
    mine: Mine
    seat: Annotated[str | UnsetType, capability(
        "play", "the token of the seat; keep it secret")] = UNSET


class GameChanged(Struct, frozen=True, tag_field="t", tag="event"):
    """Something has happened in a game."""

    id: EventId
    game: GameId
    seq: Annotated[int, Meta(description="the number of this event in the game")]
    kind: Annotated[Literal["move", "takeback", "offer", "decline", "join", "rematch"], Meta(
        description="as in the message `event` of the socket")]
    by: Annotated[Colour | None, Meta(description="the acting player")]
    move: Annotated[str, Meta(description="`move`: its plain text; `offer` and `decline`: `draw` "
                                          "or `takeback`")]
    mine: Mine
    seat: Annotated[str | UnsetType, capability(
        "play", "`rematch` by the opponent, as long as no game has followed: the token of the "
                "account's seat, which answers it")] = UNSET


class GameEnded(Struct, frozen=True, tag_field="t", tag="end"):
    """A game has ended, perhaps by a move."""

    id: EventId
    game: GameId
    seq: int
    winner: Annotated[Colour | None, Meta(description="null for a draw, and without a winner")]
    reason: Annotated[str, Meta(description="as in `Result`")]
    move: Annotated[str, Meta(description="the move that ended it, or empty")]


class Challenged(Struct, frozen=True, tag_field="t", tag="challenge"):
    """A new challenge to the account."""

    id: EventId
    challenge: Challenge


class ChallengeOver(Struct, frozen=True, tag_field="t", tag="challenge-over"):
    """A challenge to the account, or by it, is not open any more."""

    id: EventId
    challenge: Annotated[ChallengeId, Meta(description="its id")]


class Chatted(Struct, frozen=True, tag_field="t", tag="chat"):
    """The opponent has written a line in a game, which may have ended."""

    id: EventId
    game: GameId
    line: ChatLine


BotEvent = Hello | GameBegun | GameChanged | GameEnded | Challenged | ChallengeOver | Chatted
