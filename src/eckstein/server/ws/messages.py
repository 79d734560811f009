"""What clients may say on the socket, by type; anything else is answered by an error."""
from typing import Annotated

import msgspec
from msgspec import Meta

from ..game.rulings import What
from ..ops.limits import MOVES, PLAIN, TEXT_LETTERS

GameId = Annotated[str, Meta(min_length=1, max_length=16)]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN)]
Token = Annotated[str, Meta(max_length=120)]
MoveText = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=TEXT_LETTERS)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Options = Annotated[dict[Annotated[str, Meta(max_length=40)],
                         bool | int | Annotated[str, Meta(max_length=40)]], Meta(max_length=20)]


class Of(msgspec.Struct, frozen=True):
    """A position: of which game, from where, and by which moves."""

    game: Annotated[str, Meta(max_length=64)]
    options: Options = {}
    position: Text | None = None
    moves: Annotated[list[MoveText], Meta(max_length=MOVES)] = []


class Join(msgspec.Struct, tag="join", tag_field="t", frozen=True):
    """Hear of a game from now on."""

    game: GameId
    seats: Annotated[list[Token], Meta(max_length=2)] = []
    since: Number | None = None
    views: bool = False


class Leave(msgspec.Struct, tag="leave", tag_field="t", frozen=True):
    """Hear no more of it."""

    game: GameId


class Do(msgspec.Struct, tag="do", tag_field="t", frozen=True):
    """A command."""

    game: GameId
    id: CommandId
    what: What
    seq: Number
    seat: Token = ""
    move: MoveText = ""


class ViewRequest(msgspec.Struct, tag="look", tag_field="t", frozen=True):
    """See a position."""

    id: Number
    of: Of


class Analyse(msgspec.Struct, tag="analyse", tag_field="t", frozen=True):
    """Hear what the engine thinks of a position."""

    id: Number
    of: Of
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    seconds: Annotated[float, Meta(ge=0.1, le=600)] = 10.0


class Stop(msgspec.Struct, tag="stop", tag_field="t", frozen=True):
    """End an analysis."""

    id: Number


class Ping(msgspec.Struct, tag="ping", tag_field="t", frozen=True):
    """Is anybody there?"""


Message = Join | Leave | Do | ViewRequest | Analyse | Stop | Ping
decoder = msgspec.json.Decoder(Message)
