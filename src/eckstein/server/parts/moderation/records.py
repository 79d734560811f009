"""Reports of accounts, flags for people to judge, and the trail of what moderators did."""
from __future__ import annotations

from typing import Literal

import msgspec

from ....wire.http_moderation import FlagKind, Reason

State = Literal["open", "upheld", "dismissed", "gone"]
Settled = Literal["upheld", "dismissed"]


class Report(msgspec.Struct, frozen=True):
    """A report.

    Attributes:
        id: its id.
        reporter: the identity that made it; empty once its account is gone.
        account: the account that it is about.
        reason, text: what it says.
        game: in which game, or None.
        at: when, in milliseconds since 1970.
        state: what has become of it; "gone" if the account about which it was is.
    """

    id: str
    reporter: str
    account: str
    reason: Reason
    text: str
    game: str | None
    at: int
    state: State = "open"


class Evidence(msgspec.Struct, frozen=True):
    """Why there is a flag.

    Attributes:
        rules: of which games.
        figures: by their names.
        games: some of the games, the last ones.
    """

    rules: str
    figures: dict[str, float]
    games: list[str]


class Flag(msgspec.Struct, frozen=True):
    """Something unusual that people are to judge.

    Attributes:
        account: the account that it is about.
        kind: what it may be.
        about: the account of the opponent for "farming", else the rules.
        evidence: the figures.
        at: when the last of the games ended, in milliseconds since 1970.
        state: what has become of it.
    """

    account: str
    kind: FlagKind
    about: str
    evidence: Evidence
    at: int
    state: State = "open"


class NewName(msgspec.Struct, frozen=True):
    """Another name of an account, and what it looks like."""

    name: str
    likeness: str
