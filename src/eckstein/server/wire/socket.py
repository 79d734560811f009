"""The messages of the socket, both ways; `t` tells which it is."""
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from .commands import CommandRequest, Reason, Refusal
from .games import OF_VIEW, EncodedView, EventFacts, GameFacts
from .positions import PositionRef
from .words import Colour, GameId, Number, Token

Question = Annotated[Number, Meta(description="a number of the client's, which the answers bear")]
Of = Annotated[PositionRef, Meta(description="which position")]
MaybeView = Annotated[Raw | UnsetType, Meta(
    extra_json_schema={"anyOf": [OF_VIEW, {"type": "null"}]},
    description="the present position, where views were asked for; null if it could not be made")]
Yours = Annotated[list[Colour], Meta(description="the seats that this client holds")]


class Join(Struct, tag="join", tag_field="t", frozen=True):
    """Hear of a game from now on; joining again replaces what was said before.  Answered by `game`,
    by `events` where `since` is given and not too long ago, or by `refused` with `id` null."""

    game: GameId
    seats: Annotated[list[Token], Meta(
        max_length=2, description="tokens of the seats that the client holds")] = []
    since: Annotated[Number | None, Meta(
        description="how many events are known; left out, all is told")] = None
    views: Annotated[bool, Meta(description="whether to be sent views")] = False


class Leave(Struct, tag="leave", tag_field="t", frozen=True):
    """Hear no more of a game.  Not answered."""

    game: GameId


class Do(CommandRequest, tag="do", tag_field="t", frozen=True, kw_only=True):
    """Something to be done in a game.  Answered by `done` or `refused`, once for each `id`, and the
    same again if it is repeated."""

    game: GameId


class ViewRequest(Struct, tag="look", tag_field="t", frozen=True):
    """See a position.  Answered by `look` or `refused`."""

    id: Question
    of: Of


class Analyse(Struct, tag="analyse", tag_field="t", frozen=True):
    """Hear what the engine thinks of a position; ends the analysis before.  Answered by `info`
    again and again, and at the end by `analysed` or `refused`."""

    id: Question
    of: Of
    lines: Annotated[int, Meta(ge=1, le=5, description="how many moves to tell of")] = 1
    seconds: Annotated[float, Meta(
        ge=0.1, le=600, description="for how long, in seconds")] = 10.0


class Stop(Struct, tag="stop", tag_field="t", frozen=True):
    """End an analysis.  Answered by `analysed`."""

    id: Question


class Ping(Struct, tag="ping", tag_field="t", frozen=True):
    """Is anybody there?  Answered by `pong`."""


ClientMessage = Join | Leave | Do | ViewRequest | Analyse | Stop | Ping
client_decoder = msgspec.json.Decoder(ClientMessage)


class GameMessage(GameFacts, tag="game", tag_field="t", frozen=True, kw_only=True):
    """All there is to know of a game; also sent in place of all that a slow client has missed."""

    yours: Yours
    view: MaybeView = UNSET


class EventMessage(EventFacts, tag="event", tag_field="t", frozen=True, kw_only=True):
    """One thing that has happened in a game.  A client that finds a gap in the numbers joins again
    with `since`; one that is told a number it knows passes over it."""

    view: MaybeView = UNSET


class EventsMessage(Struct, tag="events", tag_field="t", frozen=True, kw_only=True):
    """What has happened since a client last knew, with one view beside the list."""

    game: GameId
    seq: Annotated[int, Meta(description="how many events there were")]
    yours: Yours
    events: list[EventMessage]
    view: MaybeView = UNSET


class DoneMessage(Struct, tag="done", tag_field="t", frozen=True):
    """A command was carried out, and is on disk; may come before the event that it is about."""

    id: Annotated[str, Meta(description="that of the command")]
    game: GameId
    seq: Annotated[int, Meta(description="the number of the event that came of it")]


class RefusedMessage(Refusal, tag="refused", tag_field="t", frozen=True, kw_only=True):
    """Something is not done; see [why something is refused](#why-something-is-refused)."""

    id: Annotated[str | int | None, Meta(
        description="that of the command or the question; null for `join`")]
    game: Annotated[str | UnsetType, Meta(
        description="which game, for `do` and `join`")] = UNSET
    seq: Annotated[int | UnsetType | None, Meta(
        description="for `do`: how many events there were; null where the game cannot be read")
    ] = UNSET


class ViewMessage(Struct, tag="look", tag_field="t", frozen=True):
    """The view that was asked for."""

    id: Question
    view: EncodedView


class Line(Struct, frozen=True):
    """What comes of one move, as the engine sees it, and how it goes on."""

    score: Annotated[int | None, Meta(
        description="hundredths of a die, from White's point of view; null where there is `mate`")]
    mate: Annotated[int | None, Meta(
        description="moves to a forced win, positive for White; null where none is seen")]
    moves: Annotated[list[str], Meta(description="plain texts")]
    notation: Annotated[list[str], Meta(description="texts for people")]


class Analysis(Struct, frozen=True):
    """How far an analysis has come."""

    depth: Annotated[int, Meta(description="plies searched")]
    nodes: Annotated[int, Meta(description="positions searched")]
    nps: Annotated[int, Meta(description="positions a second")]
    seconds: Annotated[float, Meta(description="for how long, in seconds")]
    lines: Annotated[list[Line], Meta(description="the best first")]


class InfoMessage(Analysis, tag="info", tag_field="t", frozen=True, kw_only=True):
    """How far the analysis has come."""

    id: Question


class AnalysedMessage(Struct, tag="analysed", tag_field="t", frozen=True):
    """The analysis has ended."""

    id: Question


class Pong(Struct, tag="pong", tag_field="t", frozen=True):
    """The server is there."""


class ErrorMessage(Struct, tag="error", tag_field="t", frozen=True):
    """A message could not be understood, or not be taken; the connection stays."""

    reason: Reason


class Bye(Struct, tag="bye", tag_field="t", frozen=True):
    """The server stops, and closes the socket with 1012; come back soon."""

    reason: Reason


ServerMessage = (GameMessage | EventMessage | EventsMessage | DoneMessage | RefusedMessage
                 | ViewMessage | InfoMessage | AnalysedMessage | Pong | ErrorMessage | Bye)
Told = GameMessage | EventMessage | EventsMessage
"""What subscribers of a game are told."""


def encoded(message: ServerMessage) -> str:
    """A message as text."""
    return msgspec.json.encode(message).decode()
