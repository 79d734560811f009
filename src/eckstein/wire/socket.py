"""The messages of the socket, in both directions; the field `t` says which one it is."""
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from .capabilities import capability
from .chat import ChatLine, FollowedHere, LineRequest, MayWrite
from .commands import CommandRequest, Reason, Refusal
from .games import (
    OF_VIEW,
    Clocks,
    EncodedView,
    EventKind,
    GameFacts,
    NextGame,
    Offers,
    Players,
    Prepared,
    Result,
)
from .http_challenges import Challenges
from .http_tournaments import TournamentId
from .lobby import (
    CLOCKS,
    ListedGame,
    NewSeek,
    OpenSeek,
    People,
    SeekId,
    SeekKey,
)
from .positions import PositionRef
from .words import (
    Colour,
    GameId,
    GameName,
    Needs,
    Number,
    PlayerName,
    Token,
)

Question = Annotated[Number, Meta(
    description="a number chosen by the client, repeated in the answers")]
Of = Annotated[PositionRef, Meta(description="which position")]
MaybeView = Annotated[Raw | UnsetType, Meta(
    extra_json_schema={"anyOf": [OF_VIEW, {"type": "null"}]},
    description="the present position, where views were asked for; null if it could not be made")]
Yours = Annotated[list[Colour], Meta(description="the seats that this client holds")]


class Join(Struct, tag="join", tag_field="t", frozen=True):
    """Subscribe to a game; joining again replaces the earlier subscription.  Answered by `game`, by
    `events` where `since` is given and recent enough, or by `refused` with `id` null."""

    needs: ClassVar[Needs] = "anybody"
    game: GameId
    seats: Annotated[list[Token], Meta(
        max_length=2, description="tokens of the seats that the client holds")] = []
    since: Annotated[Number | None, Meta(
        description="the number of the last event that the client has; if left out, it is sent the "
                    "whole game")] = None
    views: Annotated[bool, Meta(description="whether to be sent views")] = False


class Leave(Struct, tag="leave", tag_field="t", frozen=True):
    """Unsubscribe from a game.  Not answered."""

    needs: ClassVar[Needs] = "anybody"
    game: GameId


class Do(CommandRequest, tag="do", tag_field="t", frozen=True, kw_only=True):
    """A command for a game.  Answered by `done` or `refused`; a repeated `id` gets the first answer
    again."""

    needs: ClassVar[Needs] = "play"
    game: GameId


class ViewRequest(Struct, tag="look", tag_field="t", frozen=True):
    """Ask for the view of a position.  Answered by `look` or `refused`."""

    needs: ClassVar[Needs] = "anybody"
    id: Question
    of: Of


class Analyse(Struct, tag="analyse", tag_field="t", frozen=True):
    """Start an analysis; it replaces the one before.  Answered by `info` repeatedly, and at the end
    by `analysed` or `refused`."""

    needs: ClassVar[Needs] = "anybody"
    id: Question
    of: Of
    lines: Annotated[int, Meta(
        ge=1, le=5, description="how many lines, each with another first move")] = 1
    seconds: Annotated[float, Meta(
        ge=0.1, le=600, description="time limit, in seconds")] = 10.0
    level: Annotated[int, Meta(
        ge=1, le=10, description="of the engine; a level below 10 gives the one line that it would "
                                 "play, and thinks as long as the level does")] = 10
    tables: Annotated[bool, Meta(description="whether it uses tables of endings")] = True


class Stop(Struct, tag="stop", tag_field="t", frozen=True):
    """End an analysis.  Answered by `analysed`."""

    needs: ClassVar[Needs] = "anybody"
    id: Question


class Ping(Struct, tag="ping", tag_field="t", frozen=True):
    """Check that the server is alive.  Answered by `pong`."""

    needs: ClassVar[Needs] = "anybody"


class EnterLobby(Struct, tag="lobby", tag_field="t", frozen=True):
    """Subscribe to the lobby: all open seeks, and games to watch.  Answered by `lobby`, and from
    then on by `lobby-news`."""

    needs: ClassVar[Needs] = "anybody"


class LeaveLobby(Struct, tag="leave-lobby", tag_field="t", frozen=True):
    """Unsubscribe from the lobby.  Not answered.  Seeks stay open."""

    needs: ClassVar[Needs] = "anybody"


class Follow(Struct, tag="follow", tag_field="t", frozen=True):
    """Subscribe to a tournament.  Answered by `tournament`, now and after each event, and for its
    players by `called`, now and whenever a game of theirs begins."""

    needs: ClassVar[Needs] = "anybody"
    tournament: TournamentId


class Unfollow(Struct, tag="unfollow", tag_field="t", frozen=True):
    """Unsubscribe from a tournament.  Not answered."""

    needs: ClassVar[Needs] = "anybody"
    tournament: TournamentId


class SeekMessage(NewSeek, tag="seek", tag_field="t", frozen=True, kw_only=True):
    """Look for an opponent.  Answered by `seeking`, later by `paired`; or by `refused`.

    The oldest open seek that fits is taken at once.  If there is none, this one stays open until
    an opponent takes it, the client withdraws it, or the socket is gone for some seconds.  A client
    that reconnects in time sends it again with the same `id`, and it keeps its age."""

    needs: ClassVar[Needs] = "play"


class Withdraw(Struct, tag="withdraw", tag_field="t", frozen=True):
    """Withdraw a seek.  Answered by `withdrawn`, unless the game has just begun."""

    needs: ClassVar[Needs] = "play"
    id: SeekKey


class Take(Struct, tag="take", tag_field="t", frozen=True, kw_only=True):
    """Take an open seek.  Answered by `paired` or `refused`."""

    needs: ClassVar[Needs] = "play"
    id: SeekKey
    seek: SeekId
    clock: Annotated[int, Meta(
        ge=0, lt=CLOCKS, description="which of the clocks of the seek, 0 for the first")] = 0
    name: PlayerName = None
    rules: Annotated[GameName | None, Meta(
        description="which of the games of the seek; null for the first")] = None


class HearChallenges(Struct, tag="challenges", tag_field="t", frozen=True):
    """Subscribe to the challenges to the caller and by the caller.  Answered by `challenges`, now
    and after each change."""

    needs: ClassVar[Needs] = "challenge"


class HearFollowed(Struct, tag="followed", tag_field="t", frozen=True):
    """Subscribe to the followed accounts that are online.  Answered by `followed`, now and whenever
    one of them comes, goes, or begins or ends a game; or by `refused` with `id` null."""

    needs: ClassVar[Needs] = "read"


class HearChat(Struct, tag="chat", tag_field="t", frozen=True):
    """Subscribe to the chat of a game, after `join` with one of its seats.  Answered by `chat`, now
    and after each new line, or by `refused` with `id` null.  `leave` ends it."""

    needs: ClassVar[Needs] = "play"
    game: GameId


class Say(LineRequest, tag="say", tag_field="t", frozen=True, kw_only=True):
    """Write a line to the opponent: one of the presets, or free text.  Answered by `said` or
    `refused`; a repeated `id` writes nothing twice."""

    needs: ClassVar[Needs] = "play"
    game: GameId


ClientMessage = (Join | Leave | Do | ViewRequest | Analyse | Stop | Ping | EnterLobby | LeaveLobby
                 | SeekMessage | Withdraw | Take | HearChallenges | Follow | Unfollow
                 | HearFollowed | HearChat | Say)
client_decoder = msgspec.json.Decoder(ClientMessage)


class GameMessage(GameFacts, tag="game", tag_field="t", frozen=True, kw_only=True):
    """The whole state of a game; also sent to a slow client in place of the events it missed."""

    yours: Yours
    view: MaybeView = UNSET


class EventMessage(Struct, tag="event", tag_field="t", frozen=True, kw_only=True):
    """An event of a game.  A client that finds a gap in the numbers joins again with `since`, and
    ignores numbers that it has seen."""

    game: GameId
    kind: EventKind
    seq: Annotated[int | UnsetType, Meta(
        description="its number in the game, 1 for the first; `presence` has none")] = UNSET
    by: Annotated[Colour | UnsetType | None, Meta(
        description="the acting player; null for the server")] = UNSET
    turn: Annotated[Colour | UnsetType, Meta(description="the player to move after it")] = UNSET
    clock: Annotated[Clocks | UnsetType | None, Meta(
        description="the clocks after it; of the last one in `events`, as they are now")] = UNSET
    offers: Annotated[Offers | UnsetType, Meta(description="the open offers after it")] = UNSET
    result: Annotated[Result | UnsetType | None, Meta(
        description="how the game has ended; also part of the `move` that ends it")] = UNSET
    move: Annotated[str | UnsetType, Meta(description="`move`: its plain text")] = UNSET
    notation: Annotated[str | UnsetType, Meta(description="`move`: its text for people")] = UNSET
    spent: Annotated[float | UnsetType, Meta(
        description="`move`: the time it took, in seconds")] = UNSET
    ply: Annotated[int | UnsetType, Meta(
        description="`takeback`: how many moves are left")] = UNSET
    what: Annotated[Literal["draw", "takeback"] | UnsetType, Meta(
        description="`offer`, `decline`: what is offered or declined")] = UNSET
    name: Annotated[str | UnsetType, Meta(
        description="`join`: the name of the new player in the seat `by`")] = UNSET
    next: Annotated[NextGame | UnsetType | None, Meta(
        description="`rematch`: the next game, once both want it")] = UNSET
    players: Annotated[Players | UnsetType, Meta(description="`presence`: the players")] = UNSET
    watching: Annotated[int | UnsetType, Meta(
        description="`presence`: how many clients without a seat are connected")] = UNSET
    thinking: Annotated[str | UnsetType | None, Meta(
        description="`presence`: as in `game`")] = UNSET
    view: MaybeView = UNSET


class EventsMessage(Struct, tag="events", tag_field="t", frozen=True, kw_only=True):
    """The events that a client missed, with the view after the last of them."""

    game: GameId
    seq: Annotated[int, Meta(description="the number of the last event")]
    yours: Yours
    events: list[EventMessage]
    clock: Annotated[Clocks | UnsetType | None, Meta(
        description="the clocks as they are now, where there are no events")] = UNSET
    view: MaybeView = UNSET


class PreparedMessage(Prepared, tag="prepared", tag_field="t", frozen=True, kw_only=True):
    """The conditional replies of a seat that this client holds; other clients never get them.  Sent
    when they change, and after `game` and `events` if there are any."""

    game: GameId


class LobbyMessage(Struct, tag="lobby", tag_field="t", frozen=True, kw_only=True):
    """The whole lobby; also sent to a slow client in place of the news it missed."""

    seeks: Annotated[list[OpenSeek], Meta(description="those that are open, the oldest first")]
    games: Annotated[list[ListedGame], Meta(description="some of the running games")]
    top: Annotated[GameId | None, Meta(description="the liveliest of the games")]
    people: People


class LobbyNews(Struct, tag="lobby-news", tag_field="t", frozen=True, kw_only=True,
                omit_defaults=True):
    """Changes of the lobby.  They may repeat what the client has already."""

    seeks: Annotated[list[OpenSeek], Meta(description="those that are open now")] = []
    gone: Annotated[list[SeekId], Meta(description="those that are not open any more")] = []
    games: Annotated[list[ListedGame], Meta(description="those that are new or have changed")] = []
    over: Annotated[list[GameId], Meta(description="games that are listed no longer")] = []
    top: Annotated[GameId | UnsetType | None, Meta(
        description="the liveliest of the games, if it is another one")] = UNSET
    people: Annotated[People | UnsetType, Meta(
        description="how many people are online, if that has changed")] = UNSET


class SeekingMessage(Struct, tag="seeking", tag_field="t", frozen=True):
    """A seek is open."""

    id: SeekKey
    seek: SeekId
    waited: Annotated[float, Meta(description="for how many seconds it has been open")] = 0.0
    widening: Annotated[list[tuple[int, int | None]], Meta(
        description="after how many seconds of waiting an opponent may be how many points away; "
                    "null: any number. Empty if ratings do not matter, or `among` was given")] = []


class PairedMessage(Struct, tag="paired", tag_field="t", frozen=True, kw_only=True):
    """A game between two players was created.  All other seeks of both are withdrawn."""

    id: Annotated[str, Meta(description="of the message `seek` or `take`")]
    game: GameId
    colour: Annotated[Colour, Meta(description="of the receiving client")]
    token: Annotated[str, capability("play", "of its seat; keep it secret")]
    link: Annotated[str, capability("play", "a page, to which a host is put in front")]


class TournamentNews(Struct, tag="tournament", tag_field="t", frozen=True):
    """Something has happened in a tournament; `GET /tournaments/ID` gives its state."""

    tournament: TournamentId
    seq: Annotated[int, Meta(description="how many events there were in it")]


class CalledMessage(Struct, tag="called", tag_field="t", frozen=True, kw_only=True):
    """A game of a tournament waits for this client."""

    tournament: TournamentId
    name: Annotated[str, Meta(description="of the tournament")]
    game: GameId
    colour: Colour
    token: Annotated[str | UnsetType, capability("play", "of the seat; keep it secret")] = UNSET
    link: Annotated[str | UnsetType, capability(
        "play", "a page, to which a host is put in front")] = UNSET


class WithdrawnMessage(Struct, tag="withdrawn", tag_field="t", frozen=True):
    """A seek is not open any more, and no game has come of it."""

    id: SeekKey


class ChallengesMessage(Challenges, tag="challenges", tag_field="t", frozen=True):
    """All challenges of the caller."""


class FollowedMessage(Struct, tag="followed", tag_field="t", frozen=True):
    """The followed accounts that are online."""

    people: Annotated[list[FollowedHere], Meta(description="sorted by name")]
    of: Annotated[int, Meta(description="how many it follows")]


class ChatMessage(Struct, tag="chat", tag_field="t", frozen=True):
    """The whole chat between the players of a game; spectators do not get it."""

    game: GameId
    lines: Annotated[list[ChatLine], Meta(description="in order")]
    text: MayWrite


class SaidMessage(Struct, tag="said", tag_field="t", frozen=True):
    """A line is on disk."""

    id: Annotated[str, Meta(description="of the message `say`")]
    game: GameId
    number: Annotated[int, Meta(description="that of the line")]


class DoneMessage(Struct, tag="done", tag_field="t", frozen=True):
    """A command was carried out and written to disk; may arrive before its event."""

    id: Annotated[str, Meta(description="of the command")]
    game: GameId
    seq: Annotated[int, Meta(description="the number of its event")]


class RefusedMessage(Refusal, tag="refused", tag_field="t", frozen=True, kw_only=True):
    """A command or request was refused; see
    [why something is refused](#why-something-is-refused)."""

    id: Annotated[str | int | None, Meta(
        description="of the command or question; null for `join`")]
    game: Annotated[str | UnsetType, Meta(
        description="which game, for `do` and `join`")] = UNSET
    seq: Annotated[int | UnsetType | None, Meta(
        description="for `do`: the number of the last event; null where the game cannot be read")
    ] = UNSET


class ViewMessage(Struct, tag="look", tag_field="t", frozen=True):
    """The view that was asked for."""

    id: Question
    view: EncodedView


class Line(Struct, frozen=True):
    """One line of an analysis: its value and its moves."""

    score: Annotated[int | None, Meta(
        description="hundredths of a die, from White's point of view; null where there is `mate`")]
    mate: Annotated[int | None, Meta(
        description="moves to a forced win, positive for White; null where none is seen")]
    moves: Annotated[list[str], Meta(description="plain texts")]
    notation: Annotated[list[str], Meta(description="texts for people")]


class InfoMessage(Struct, tag="info", tag_field="t", frozen=True, kw_only=True):
    """The state of the analysis after an iteration."""

    depth: Annotated[int, Meta(description="plies searched")]
    nodes: Annotated[int, Meta(description="positions searched")]
    nps: Annotated[int, Meta(description="positions a second")]
    seconds: Annotated[float, Meta(description="for how long, in seconds")]
    lines: Annotated[list[Line], Meta(description="the best first")]
    id: Question
    net: Annotated[str, Meta(description="the name of the net that evaluates positions; empty if "
                                         "the weights of the game's knowledge do")] = ""


class AnalysedMessage(Struct, tag="analysed", tag_field="t", frozen=True):
    """The analysis has ended."""

    id: Question


class Pong(Struct, tag="pong", tag_field="t", frozen=True):
    """The server is alive."""


class ErrorMessage(Struct, tag="error", tag_field="t", frozen=True):
    """A message could not be read or accepted; the connection stays open."""

    reason: Reason


class Bye(Struct, tag="bye", tag_field="t", frozen=True):
    """The server is stopping and closes the socket with 1012; reconnect soon."""

    reason: Reason


ServerMessage = (GameMessage | EventMessage | EventsMessage | PreparedMessage | LobbyMessage
                 | LobbyNews | SeekingMessage | PairedMessage | WithdrawnMessage
                 | ChallengesMessage | TournamentNews | CalledMessage | FollowedMessage
                 | ChatMessage | SaidMessage | DoneMessage
                 | RefusedMessage | ViewMessage | InfoMessage
                 | AnalysedMessage | Pong | ErrorMessage | Bye)
Told = GameMessage | EventMessage | EventsMessage | PreparedMessage
"""The messages to subscribers of a game."""


def encoded(message: ServerMessage) -> str:
    """A message as text."""
    return msgspec.json.encode(message).decode()
