"""Bots: what they accept, and what they are told."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .chat import ChatLine
from .http_accounts import Opponent, RatingFacts, Seconds, Speed
from .http_challenges import Challenge
from .http_games import NewClock
from .words import AccountName, ChallengeId, Colour, GameId, GameName, Options

Pace = Speed | Literal["none"]
EventId = Annotated[int, Meta(description="its number among the events of the account")]
Mine = Annotated[bool, Meta(description="whether the account is to move now: of several events "
                                        "that are told together, only the last one says so")]


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
        description="from whom: guests too, people and bots with accounts, or bots alone")] = "all"
    chats: Annotated[bool, Meta(description="whether people may chat with it in its games")] = False


class BecomeBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to be a bot, for ever."""

    name: Annotated[AccountName, Meta(description="of the account, so that nobody errs")]


class BotFacts(Struct, frozen=True):
    """What everybody may know of a bot."""

    policy: Policy
    playing: Annotated[int, Meta(description="how many games it is playing")]


class BotHere(Struct, frozen=True):
    """A bot that can be challenged now."""

    name: AccountName
    policy: Policy
    playing: Annotated[int, Meta(description="how many games it is playing")]


class BotsHere(Struct, frozen=True):
    """Bots that are here, first those that have room for another game."""

    bots: Annotated[list[BotHere], Meta(description="100 at most")]


class Profile(Struct, frozen=True):
    """What everybody may know of an account."""

    name: str
    created: Seconds
    ratings: list[RatingFacts]
    tally: Annotated[dict[str, dict[str, int]], Meta(
        description="how many games ended how, by rules and outcome")]
    bot: Annotated[BotFacts | None, Meta(description="null for people")] = None


class EventsQuery(Struct, frozen=True):
    """From where on, and how events are told."""

    since: Annotated[Annotated[int, Meta(ge=0, le=2**53)] | None, Meta(
        description="the id of the last event that is known; all games that go on, if left out, or "
                    "if it is too long ago")] = None
    form: Annotated[Literal["ndjson", "sse"], Meta(
        description="lines of JSON, or server-sent events")] = "ndjson"


class Hello(Struct, frozen=True, tag_field="t", tag="hello"):
    """The first event of each stream."""

    id: EventId
    resumed: Annotated[bool, Meta(description="whether only what is new follows; if not, all games "
                                              "that go on are told, and open challenges")]


class GameBegun(Struct, frozen=True, tag_field="t", tag="game"):
    """A game in which the account has a seat: it has begun, or goes on."""

    id: EventId
    game: GameId
    seq: Annotated[int, Meta(description="how many events of the game there were")]
    colour: Colour
    seat: Annotated[str, Meta(description="the token of the seat; keep it secret")]
    rules: str
    options: Options
    clock: Annotated[NewClock | None, Meta(description="null in games without clocks")]
    rated: bool
    opponent: Opponent
    mine: Mine


class GameChanged(Struct, frozen=True, tag_field="t", tag="event"):
    """Something has happened in a game."""

    id: EventId
    game: GameId
    seq: Annotated[int, Meta(description="the number of this event in the game")]
    kind: Annotated[Literal["move", "takeback", "offer", "decline", "join", "rematch"], Meta(
        description="as in the message `event` of the socket")]
    by: Annotated[Colour | None, Meta(description="who did it")]
    move: Annotated[str, Meta(description="`move`: its plain text; `offer` and `decline`: `draw` "
                                          "or `takeback`")]
    mine: Mine


class GameEnded(Struct, frozen=True, tag_field="t", tag="end"):
    """A game has ended, perhaps by a move."""

    id: EventId
    game: GameId
    seq: int
    winner: Annotated[Colour | None, Meta(description="null for a draw, and where nobody wins")]
    reason: Annotated[str, Meta(description="as in `Result`")]
    move: Annotated[str, Meta(description="the move that ended it, or empty")]


class Challenged(Struct, frozen=True, tag_field="t", tag="challenge"):
    """Somebody challenges the account."""

    id: EventId
    challenge: Challenge


class ChallengeOver(Struct, frozen=True, tag_field="t", tag="challenge-over"):
    """A challenge that was told, or made by the account, is not open any more."""

    id: EventId
    challenge: Annotated[ChallengeId, Meta(description="its id")]


class Chatted(Struct, frozen=True, tag_field="t", tag="chat"):
    """The opponent has said something in a game, which may have ended."""

    id: EventId
    game: GameId
    line: ChatLine


BotEvent = Hello | GameBegun | GameChanged | GameEnded | Challenged | ChallengeOver | Chatted
