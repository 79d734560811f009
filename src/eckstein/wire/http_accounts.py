"""Requests to the HTTP API about accounts and people, and its answers."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from .capabilities import capability
from .http_away import Vacation
from .words import AccountName, Colour, GameId, GameName, Scope

DOCUMENT = 900_000          # letters of the document that the devices of an account share
Password = Annotated[str, Meta(max_length=1000)]
Ticket = Annotated[str, Meta(max_length=1000, description="as it came with the question")]
Credential = Annotated[dict[str, Any], Meta(
    description="what the browser answered, as its `toJSON` gives it")]
Label = Annotated[str, Meta(max_length=80, description="by which its owner knows it")]
TakeAlong = Annotated[bool, Meta(
    description="whether the account gets the games that were played as a guest here")]
Outcome = Annotated[Literal["won", "lost", "drawn", "none"], Meta(
    description="how it ended for this player; `none` if it was aborted")]
Speed = Annotated[Literal["bullet", "blitz", "rapid", "classical", "days"], Meta(
    description="how fast the games are: by what a player has for 40 moves, up to 3, 8, 25 minutes "
                "or more, or by days")]
Seconds = Annotated[int, Meta(description="in seconds since 1970")]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for an account with a password."""

    name: AccountName
    password: Password


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: AccountName
    password: Password
    take_along: TakeAlong = False


class CardSignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The code on the card of a class."""

    code: Annotated[str, Meta(max_length=200)]


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, which works once, and the new password."""

    name: AccountName
    code: Annotated[str, Meta(max_length=200)]
    password: Password


class AskToRecover(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a link by mail that replaces a forgotten password."""

    name: AccountName


class LinkAsked(Struct, frozen=True):
    """The server sends a link if the account of this name has a password and a confirmed mail
    address.  The answer does not reveal whether it has."""

    minutes: Annotated[int, Meta(description="for how long it works, once its mail is sent")]


class RecoverByLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a link in a mail, and the new password."""

    key: Annotated[str, Meta(max_length=200)]
    password: Password


class RecoveryLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a link in a mail."""

    key: Annotated[str, Meta(max_length=200)]


class LinkStands(Struct, frozen=True):
    """A link works."""

    name: Annotated[str, Meta(description="the account that gets a new password")]


class AskForAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for an account with a passkey."""

    name: AccountName


class PasskeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer of a browser."""

    ticket: Ticket
    credential: Credential
    label: Label = ""
    take_along: TakeAlong = False


class PasskeyQuestion(Struct, frozen=True):
    """The question for a browser."""

    options: Annotated[Raw, Meta(
        extra_json_schema={"type": "object"},
        description="for `navigator.credentials`, in JSON")]
    ticket: Annotated[str, Meta(description="to be sent with the answer, within five minutes")]


class SignedIn(Struct, frozen=True):
    """The account that is signed in now; the session is in a cookie."""

    name: str
    codes: Annotated[list[str], capability(
        "page", "recovery codes of a new account, which are shown only once")]


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """Which sessions to end; this one by default."""

    device: Annotated[Annotated[str, Meta(max_length=16)] | None, Meta(
        description="the name of another one")] = None
    everywhere: Annotated[bool, Meta(description="all but this one")] = False


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for an account."""

    name: AccountName


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password; all other devices are signed out."""

    password: Password


class Codes(Struct, frozen=True):
    """New recovery codes, which replace all earlier ones and are shown only once."""

    codes: Annotated[list[str], capability("page", "each replaces the password once")]


class DropPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey to delete."""

    id: Annotated[str, Meta(max_length=1400)]


class PasskeyKnown(Struct, frozen=True):
    """A passkey of an account."""

    id: str
    label: str
    created: Seconds


class Device(Struct, frozen=True):
    """A device on which the account is signed in."""

    name: str
    device: Annotated[str, Meta(description="what its browser says that it is")]
    created: Annotated[int, Meta(description="when it signed in, in seconds since 1970")]
    used: Annotated[int, Meta(description="when it was last seen, about, in seconds since 1970")]
    this: Annotated[bool, Meta(description="whether it is the one that asks")]


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a token, with which a program acts in the name of the account."""

    name: Annotated[str, Meta(min_length=1, max_length=80,
                              description="by which its owner knows it")]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=4,
                                        description="what it can be used for")]
    days: Annotated[Annotated[int, Meta(ge=1, le=3650)] | None, Meta(
        description="after how many days it expires; null for never")] = None


class MadeToken(Struct, frozen=True):
    """A new token, which is shown only once."""

    token: Annotated[str, capability("page", "to be sent as `Authorization: Bearer TOKEN`")]
    me: Me


class DropToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to revoke."""

    id: Annotated[str, Meta(max_length=16)]


class TokenKnown(Struct, frozen=True):
    """A token of an account."""

    id: Annotated[str, Meta(description="the name of the token, not the token itself")]
    name: str
    scopes: list[Scope]
    created: Seconds
    ends: Annotated[int | None, Meta(description="in seconds since 1970; null for never")]
    used: Annotated[int | None, Meta(
        description="when it was last used, about, in seconds since 1970; null for never")]


class Warned(Struct, frozen=True):
    """A warning by a moderator."""

    id: Annotated[int, Meta(description="with which the player confirms that it was read")]
    at: Seconds
    text: str


class WarningRead(Struct, frozen=True, forbid_unknown_fields=True):
    """A warning has been read."""

    id: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class OwnConduct(Struct, frozen=True):
    """What moderators have done about an account."""

    moderator: Annotated[bool, Meta(description="whether it is one")] = False
    warnings: Annotated[list[Warned], Meta(
        description="those that have not been read, the oldest first")] = []
    barred: Annotated[bool, Meta(description="whether it may play no rated games")] = False
    until: Annotated[int | None, Meta(description="when that ends, in seconds since 1970; null "
                                                  "for never")] = None
    muted: Annotated[bool, Meta(description="whether it may not write to others")] = False
    renamed: Annotated[bool, Meta(description="whether a moderator has replaced its name, and it "
                                              "has not chosen another one")] = False


class Privacy(Struct, frozen=True):
    """The privacy settings of an account."""

    seen: Annotated[bool, Meta(
        description="whether its followers may see that it is online")]
    chats: Annotated[bool, Meta(
        description="whether it reads and writes free text in games; both players must allow it")]
    guests: Annotated[bool, Meta(description="whether guests may challenge it")] = True


class OwnAccount(Struct, frozen=True):
    """An account, as its owner sees it."""

    name: str
    created: Seconds
    password: Annotated[bool, Meta(description="whether it has one")]
    codes: Annotated[int, Meta(description="how many recovery codes are left")]
    passkeys: list[PasskeyKnown]
    devices: list[Device]
    bot: Annotated[bool, Meta(description="whether it is a bot, for ever")]
    tokens: Annotated[list[TokenKnown], Meta(description="for programs, the newest first")]
    conduct: OwnConduct
    public: Annotated[bool, Meta(
        description="whether games that end now become public, for all to study")]
    vacation: Vacation
    calendar: Annotated[bool, Meta(description="whether there is a calendar of its turns")]
    privacy: Privacy
    card: Annotated[bool, Meta(
        description="whether its key is the card of a class, which ends with the first password"
        )] = False


class SetPublic(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the games of an account are public, for all to study."""

    public: Annotated[bool, Meta(
        description="true: those that end from now on; false: none any more")]


class Me(Struct, frozen=True):
    """The caller: an account or a guest."""

    name: Annotated[str, Meta(description="of the account, or of the guest")]
    account: Annotated[OwnAccount | None, Meta(description="null for a guest")]
    recovers: Annotated[bool, Meta(
        description="whether this server sends links that replace a forgotten password")] = False


class Document(Struct, frozen=True):
    """A document that the devices of an account share; the server does not read it."""

    version: Annotated[int, Meta(ge=0, description="0 for nothing")]
    text: Annotated[str, Meta(max_length=DOCUMENT)]


class SetDocument(Document, frozen=True, forbid_unknown_fields=True):
    """The next version of it."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1,
                                 description="one more than that which was read")]


class Opponent(Struct, frozen=True):
    """The opponent in a game."""

    kind: Literal["account", "guest", "computer", "nobody"]
    name: Annotated[str, Meta(description="of an account or a guest; otherwise empty")]
    level: Annotated[int | None, Meta(description="of a computer, 1 to 10")] = None
    bot: Annotated[bool, Meta(description="whether the account is a bot")] = False


class OwnGame(Struct, frozen=True):
    """A running game of the caller, with the token to play on."""

    game: GameId
    rules: str
    colour: Colour
    mine: Annotated[bool, Meta(description="whether it is the caller's turn")]
    moves: Annotated[int, Meta(description="how many were made")]
    touched: Annotated[int, Meta(description="when something last happened, in seconds since 1970")]
    left: Annotated[float | None, Meta(
        description="the time left for the player to move, in seconds; null without clocks")]
    opponent: Opponent
    speed: Annotated[Speed | None, Meta(description="null without clocks")] = None
    seat: Annotated[str | UnsetType, capability(
        "play", "the token of the seat; keep it secret")] = UNSET


class OwnGamesQuery(Struct, frozen=True):
    """Which of the running games."""

    after: Annotated[Annotated[str, Meta(
        max_length=60, pattern=r"^[01]\.[0-9]{1,16}\.[0-9]{1,16}\.[a-z0-9]{1,16}$")] | None, Meta(
        description="`next` of the answer before, to go on from there")] = None


class OwnGames(Struct, frozen=True):
    """Running games of the caller: those with the caller to move first, the most urgent on top."""

    games: list[OwnGame]
    more: Annotated[bool, Meta(description="whether there are others, which are less urgent")]
    next: Annotated[str | None, Meta(description="where to go on; null at the end")] = None


class PlayedGame(Struct, frozen=True):
    """A game that has ended."""

    game: GameId
    rules: str
    colour: Colour
    began: Seconds
    ended: Seconds
    outcome: Outcome
    opponent: Opponent
    speed: Annotated[Speed | None, Meta(description="null without clocks")] = None
    rated: Annotated[bool, Meta(description="whether it counts for ratings")] = False


class HistoryQuery(Struct, frozen=True):
    """Which games of a history."""

    rules: Annotated[GameName | None, Meta(description="only those by these rules")] = None
    outcome: Annotated[Outcome | None, Meta(description="only those that ended so")] = None
    speed: Annotated[Speed | None, Meta(description="only those of this speed")] = None
    rated: Annotated[bool | None, Meta(
        description="only those that count for ratings, or only those that do not")] = None
    opponent: Annotated[AccountName | None, Meta(
        description="only those against the account of this name")] = None
    before: Annotated[Annotated[str, Meta(
        max_length=40, pattern=r"^[0-9]{1,16}\.[a-z0-9]{1,16}$")] | None, Meta(
        description="`next` of the answer before, to go on from there")] = None
    most: Annotated[int, Meta(ge=1, le=100, description="how many")] = 30


class History(Struct, frozen=True):
    """Games that have ended, the newest first."""

    games: list[PlayedGame]
    next: Annotated[str | None, Meta(description="where to go on; null at the end")]


class RatingFacts(Struct, frozen=True):
    """A rating of an account, by Glicko-2."""

    rules: str
    speed: Speed
    points: Annotated[float, Meta(description="about 1500 for a beginner on this server")]
    deviation: Annotated[float, Meta(
        description="of the points; 95 % of the time the truth is within twice as many")]
    provisional: Annotated[bool, Meta(description="whether the rating is still provisional")]
    games: Annotated[int, Meta(description="how many rated games there were")]


class RatingQuery(Struct, frozen=True):
    """Which rating: that of games with these rules and of this speed."""

    rules: GameName
    speed: Speed
    most: Annotated[int, Meta(ge=1, le=1000, description="how many of the last games")] = 300


class RatingPoint(Struct, frozen=True):
    """A rating after a game."""

    at: Annotated[int, Meta(description="when that ended, in seconds since 1970")]
    points: float
    deviation: float


class RatingCourse(Struct, frozen=True):
    """How a rating has changed, in order."""

    course: list[RatingPoint]


class BoardQuery(Struct, frozen=True):
    """Which games a leaderboard counts."""

    rules: GameName
    speed: Speed
    bots: Annotated[bool, Meta(description="of bots, which have a pool of their own")] = False


class Leader(Struct, frozen=True):
    """A player on a leaderboard."""

    name: str
    points: float
    deviation: float
    games: int


class Leaderboard(Struct, frozen=True):
    """The best players with ratings that are not provisional, and the distribution of ratings."""

    leaders: Annotated[list[Leader], Meta(description="the best first, 100 at most")]
    width: Annotated[int, Meta(description="of a step of the distribution, in points")]
    distribution: Annotated[list[tuple[int, int]], Meta(
        description="steps, by the points where they begin, with how many people are in each")]


class OwnPlace(Struct, frozen=True):
    """The caller's place on a leaderboard."""

    rating: Annotated[RatingFacts | None, Meta(
        description="null if the caller has played no such game")]
    place: Annotated[int | None, Meta(
        description="1 for the best; null while the rating is provisional")] = None
    first: Annotated[int | None, Meta(description="the place of the first in `near`")] = None
    near: Annotated[list[Leader], Meta(
        description="the caller and the neighbours on the board, the best first")] = []
