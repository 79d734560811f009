"""Chat between the players of a game, and the followed accounts that are online."""
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .words import Colour, CommandId, GameId, Preset

MayWrite = Annotated[Literal["yes", "accounts", "you", "other", "muted"], Meta(
    description="whether free text can be written; if not, why: `accounts`: one of the two has no "
                "account; `you`, `other`: this player, or the other one, does not want it; "
                "`muted`: moderators have muted this player")]


class LineRequest(Struct, frozen=True):
    """A line for the opponent: one of the presets, or free text."""

    id: CommandId
    preset: Annotated[Preset | None, Meta(
        description="a sentence that clients show in the language of their reader")] = None
    text: Annotated[Annotated[str, Meta(max_length=1000)] | None, Meta(
        description="free text, at most 200 letters once invisible ones are removed")] = None


class NewLine(LineRequest, frozen=True, forbid_unknown_fields=True):
    """A line for the opponent in the game named in the path: one of the presets, or free text."""


class LineKept(Struct, frozen=True):
    """The line is on disk."""

    number: Annotated[int, Meta(description="that of the line, the same for the same `id`")]


class ChatLine(Struct, frozen=True):
    """A line that a player has written."""

    number: Annotated[int, Meta(description="1 for the first of the game")]
    by: Colour
    at: Annotated[int, Meta(description="when, in seconds since 1970")]
    preset: Annotated[Preset | UnsetType, Meta(
        description="to be shown in the language of the reader")] = UNSET
    text: Annotated[str | UnsetType, Meta(
        description="free text, as it was written: no markup")] = UNSET


class FollowedHere(Struct, frozen=True):
    """A followed account that is online."""

    name: Annotated[str, Meta(description="of the account")]
    bot: Annotated[bool, Meta(description="whether it is a bot")]
    game: Annotated[GameId | None, Meta(
        description="the game it plays, if the lobby lists such games; it is open to watch")]
