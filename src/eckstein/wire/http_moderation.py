"""Moderation: reports of accounts, and what moderators see and do."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .http_accounts import PlayedGame, Seconds
from .http_challenges import Seated
from .words import AccountName, GameId

Reason = Literal["engine", "sandbagging", "farming", "insult", "name", "other"]
FlagKind = Literal["farming", "sandbagging", "engine"]
Act = Literal["dismiss", "warn", "bar", "mute", "rename", "take-back"]
SENTENCE = 500              # letters of a report, of a warning and of a reason

ReasonOf = Annotated[Reason, Meta(description=(
    "`engine`: help of an engine; `sandbagging`: loses on purpose; `farming`: wins over the same "
    "opponent again and again; `insult`; `name`: an offensive name; or something else"))]
Stand = Annotated[Literal["open", "upheld", "dismissed", "gone"], Meta(
    description="`gone`: the reported account is deleted")]
Sentence = Annotated[str, Meta(max_length=SENTENCE)]


class NewReport(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A report of a player."""

    to: Annotated[AccountName | Seated, Meta(
        description="the name of an account, or a player in a game")]
    reason: ReasonOf
    text: Annotated[Sentence, Meta(description="what happened")] = ""
    game: Annotated[GameId | None, Meta(description="in which game")] = None


class Reported(Struct, frozen=True):
    """The answer to a report; the same, whatever comes of it."""

    taken: bool = True


class Reporter(Struct, frozen=True):
    """The author of a report, with the outcome of all reports by the same author."""

    kind: Annotated[Literal["account", "guest", "gone"], Meta(
        description="`gone`: the account is deleted")]
    name: str
    upheld: int
    dismissed: int
    open: int


class ToldReport(Struct, frozen=True):
    """A report, for moderators."""

    id: str
    reason: ReasonOf
    text: str
    game: str | None
    at: Seconds
    by: Reporter
    state: Stand
    said: Annotated[list[str], Meta(
        description="the free text that the account wrote in that game, line by line")]


class ToldFlag(Struct, frozen=True):
    """Something unusual in the games of an account, with the figures by which to judge it."""

    kind: FlagKind
    rules: str
    against: Annotated[str | None, Meta(description="the name of the opponent, of `farming`")]
    figures: dict[str, float]
    games: Annotated[list[GameId], Meta(description="some of the games, the last ones")]
    at: Seconds
    state: Stand


class ToldEntry(Struct, frozen=True, kw_only=True):
    """An entry of the moderators' trail: an action about an account."""

    id: int
    at: Seconds
    by: Annotated[str, Meta(description="the actor's name; empty for the operator of the server")]
    what: Annotated[Literal["dismiss", "warn", "bar", "mute", "rename", "take-back", "read",
                            "appoint", "release"], Meta(description=(
        "`read`: the player has read a warning; `appoint`, `release`: the account is a moderator "
        "from now on, or no more"))]
    account: str
    why: str
    text: Annotated[str, Meta(description="of `warn` the text for the player, of `rename` the "
                                          "former name")]
    until: Annotated[int | None, Meta(description="when a bar ends, in seconds since 1970; null "
                                                  "for never")]
    entry: Annotated[int | None, Meta(description="which other entry is meant")]
    stands: Annotated[bool, Meta(description="whether it can be taken back")]


class Case(Struct, frozen=True, kw_only=True):
    """All that a moderator needs to judge an account."""

    name: str
    created: Seconds
    bot: bool
    moderator: bool
    barred: Annotated[bool, Meta(description="whether it may play no rated games")]
    until: Annotated[int | None, Meta(description="when that ends, in seconds since 1970; null "
                                                  "for never")]
    muted: Annotated[bool, Meta(description="whether it may not write to others")]
    reports: list[ToldReport]
    flags: list[ToldFlag]
    games: Annotated[list[PlayedGame], Meta(description="the last rated ones")]
    entries: Annotated[list[ToldEntry], Meta(description="the newest first")]


class CaseQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which accounts: all with open reports or flags, or one."""

    name: Annotated[AccountName | None, Meta(description="of one account")] = None


class Cases(Struct, frozen=True):
    """Accounts to be judged, those with the newest report or flag first."""

    cases: list[Case]


class ModeratorAct(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action of a moderator."""

    name: AccountName
    what: Annotated[Act, Meta(description=(
        "`dismiss` rejects reports and flags; `warn`, `bar` (from rated games), `mute` and "
        "`rename` act on the player and uphold them; `take-back` reverts an entry and its "
        "effects"))]
    why: Annotated[str, Meta(min_length=1, max_length=SENTENCE,
                             description="for the trail that moderators read")]
    text: Annotated[Sentence, Meta(description="of `warn`: what the player reads")] = ""
    days: Annotated[Annotated[int, Meta(ge=1, le=3650)] | None, Meta(
        description="of `bar`: for how long; null for good")] = None
    report: Annotated[Annotated[str, Meta(max_length=16)] | None, Meta(
        description="of `dismiss`: this report alone")] = None
    entry: Annotated[Annotated[int, Meta(ge=1, le=2**31 - 1)] | None, Meta(
        description="of `take-back`: which entry")] = None


class TrailQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the trail."""

    before: Annotated[Annotated[int, Meta(ge=1, le=2**31 - 1)] | None, Meta(
        description="`next` of the answer before, to go on from there")] = None


class Trail(Struct, frozen=True):
    """The moderators' trail, the newest entry first."""

    entries: list[ToldEntry]
    next: Annotated[int | None, Meta(description="where to go on; null at the end")]
