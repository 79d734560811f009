"""Challenges: one player invites another to a game, on conditions that both see."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .capabilities import capability
from .conditions import GameConditions, Rated
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
    description="the colour of the challenger; null: either, at random")]
Clock = Annotated[NewClock | None, Meta(description="null: no clock")]


class Seated(Struct, frozen=True, forbid_unknown_fields=True):
    """The player in a seat of a game."""

    game: GameId
    colour: Colour


class NewChallenge(GameConditions, frozen=True, forbid_unknown_fields=True):
    """A challenge to a player, with the settings of the game."""

    id: Annotated[str, Meta(
        min_length=16, max_length=64, pattern=PLAIN,
        description="a long random text: sent again, it means the same challenge")]
    rules: GameName
    to: Annotated[AccountName | Seated | None, Meta(
        description="the name of an account, or a player in a game, also a guest")] = None
    seek: Annotated[SeekId | None, Meta(
        description="in place of `to`: the player with this open seek in the lobby")] = None
    options: ChosenOptions = {}
    clock: Clock = None
    colour: Chosen = None
    name: PlayerName = None


class Party(Struct, frozen=True, omit_defaults=True):
    """One of the two."""

    kind: Literal["account", "guest"]
    name: str
    bot: Annotated[bool, Meta(description="whether the account is a bot")] = False


class OwnSeat(Struct, frozen=True):
    """The caller's seat in the game of an accepted challenge."""

    game: GameId
    colour: Colour
    token: Annotated[str | UnsetType, capability("play", "of the seat; keep it secret")] = UNSET
    link: Annotated[str | UnsetType, capability(
        "play", "a page, to which a host is put in front")] = UNSET


class Challenge(GameConditions, frozen=True):
    """A challenge, as one of the two players sees it."""

    id: ChallengeId
    by: Annotated[Party, Meta(description="the challenger")]
    to: Annotated[Party, Meta(description="the challenged player")]
    mine: Annotated[bool, Meta(description="whether it is the caller's own")]
    rules: Annotated[str, Meta(description="the name of the rules")]
    options: Annotated[Options, Meta(description="rule options other than the usual ones")]
    clock: Clock
    colour: Chosen
    rated: Rated
    created: Seconds
    until: Annotated[int, Meta(description="when it expires, in seconds since 1970")]
    state: Annotated[Literal["open", "accepted", "declined", "over"], Meta(
        description="`over`: expired or withdrawn")]
    reason: Annotated[Declined | None, Meta(description="why it was declined")] = None
    seat: Annotated[OwnSeat | None, Meta(description="once it is accepted")] = None
    rematch_of: Annotated[GameId | None, Meta(
        description="the game of which it is a rematch, and in which it can be answered as well"
    )] = None


class Challenges(Struct, frozen=True):
    """All challenges of the caller, the oldest first: the open ones that were received, and those
    that were sent, until the caller withdraws or dismisses them."""

    challenges: list[Challenge]


class Decline(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a challenge is declined."""

    reason: Declined = "not-now"
