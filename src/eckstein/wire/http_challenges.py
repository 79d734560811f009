"""Challenges: somebody asks somebody else for a game, on conditions that both see."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .http_accounts import Seconds
from .http_games import NewClock
from .lobby import SeekId
from .words import (
    PLAIN,
    AccountName,
    ChallengeId,
    ChosenOptions,
    Colour,
    GameId,
    GameName,
    Options,
    PlayerName,
)

Declined = Annotated[Literal["not-now", "clock", "rules", "rated", "unrated", "colour"], Meta(
    description="why: not now, or rather with another clock, other rules, rated, not rated, or "
                "with another colour")]
Chosen = Annotated[Colour | None, Meta(
    description="the colour of whoever challenges; null: either, as chance has it")]
Rated = Annotated[bool, Meta(
    description="whether the game counts for the ratings of both, who have accounts: with a clock "
                "and the usual rules")]
Clock = Annotated[NewClock | None, Meta(description="null: no clock")]


class Seated(Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever has a seat in a game."""

    game: GameId
    colour: Colour


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whom to challenge, and to which game."""

    id: Annotated[str, Meta(
        min_length=16, max_length=64, pattern=PLAIN,
        description="a long random text: sent again, it means the same challenge")]
    to: Annotated[AccountName | Seated | None, Meta(
        description="the name of an account, or somebody in a game, also a guest")] = None
    seek: Annotated[SeekId | None, Meta(
        description="in place of `to`: whoever has this open seek in the lobby")] = None
    rules: GameName
    options: ChosenOptions = {}
    clock: Clock = None
    colour: Chosen = None
    rated: Rated = False
    name: PlayerName = None


class Party(Struct, frozen=True, omit_defaults=True):
    """One of the two."""

    kind: Literal["account", "guest"]
    name: str
    bot: Annotated[bool, Meta(description="whether the account is a bot")] = False


class OwnSeat(Struct, frozen=True):
    """The seat of whoever asks in the game that came of a challenge."""

    game: GameId
    colour: Colour
    token: Annotated[str, Meta(description="of the seat; keep it secret")]
    link: Annotated[str, Meta(description="a page, to which a host is put in front")]


class Challenge(Struct, frozen=True, kw_only=True):
    """A challenge, as one of the two sees it."""

    id: ChallengeId
    by: Annotated[Party, Meta(description="who challenges")]
    to: Annotated[Party, Meta(description="who is challenged")]
    mine: Annotated[bool, Meta(description="whether whoever asks has made it")]
    rules: Annotated[str, Meta(description="the name of the rules")]
    options: Annotated[Options, Meta(description="rule options other than the usual ones")]
    clock: Clock
    colour: Chosen
    rated: Rated
    created: Seconds
    until: Annotated[int, Meta(description="when it ends, in seconds since 1970")]
    state: Annotated[Literal["open", "accepted", "declined", "over"], Meta(
        description="`over`: its time is up, or it was withdrawn")]
    reason: Annotated[Declined | None, Meta(description="why it was declined")] = None
    seat: Annotated[OwnSeat | None, Meta(description="once it is accepted")] = None


class Challenges(Struct, frozen=True):
    """All challenges of somebody, the oldest first: those to him that are open, and his own, until
    he has withdrawn or dismissed them."""

    challenges: list[Challenge]


class Decline(Struct, frozen=True, forbid_unknown_fields=True):
    """How a challenge is declined."""

    reason: Declined = "not-now"
