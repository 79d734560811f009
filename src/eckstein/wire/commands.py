"""Commands for games, and their answers: the result, or why the command was refused."""
from typing import Annotated

from msgspec import Meta, Struct

from .games import NextGame
from .words import Code, CommandId, HttpCode, MoveText, Number, Template, Token, What, Why

PREPARED = 100              # moves and replies that a player may have prepared, all lines together
PreparedLine = Annotated[list[MoveText], Meta(min_length=2, max_length=PREPARED)]
Reason = Annotated[str, Meta(description="a sentence in English")]
ReasonTemplate = Annotated[Template | None, Meta(
    description="the reason for other languages; absent if it has English words alone")]


class CommandRequest(Struct, frozen=True):
    """A command for a game."""

    id: CommandId
    what: What
    seq: Annotated[Number, Meta(description="how many events of the game the client knew")]
    seat: Annotated[Token, Meta(description="the token of a seat; none for spectators")] = ""
    move: Annotated[MoveText, Meta(description="the text of a `move`")] = ""
    lines: Annotated[list[PreparedLine], Meta(max_length=PREPARED, description=(
        "of `prepare`: moves of the opponent and replies to them, by turns, as plain texts; all "
        "of them together replace those prepared before"))] = []


class NewCommand(CommandRequest, frozen=True, forbid_unknown_fields=True):
    """A command for the game named in the path."""


class Done(Struct, frozen=True, omit_defaults=True):
    """A command was carried out and written to disk."""

    seq: Annotated[int, Meta(description="the number of the event that came of it")]
    next: Annotated[NextGame | None, Meta(
        description="for `rematch`: the next game, once both players want one; the first player "
                    "to ask sends the command again")] = None


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why a command or request was refused."""

    code: Annotated[Code, Meta(description="what a program should do about it")]
    why: Annotated[Why, Meta(
        description="the reason to show to a person; the code, where that says all")]
    reason: Reason
    template: ReasonTemplate = None


class Complaint(Struct, frozen=True, omit_defaults=True):
    """Why a request failed."""

    code: Annotated[HttpCode, Meta(description="what a program should do about it")]
    reason: Reason
    why: Annotated[Why | None, Meta(description="more finely than the code")] = None
    template: ReasonTemplate = None
