"""Reports of accounts, flags for people to judge, and the trail of what moderators did."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from ...wire.http_moderation import FlagKind, Reason
from ..game.identity import account_of
from .conduct import Entry, conduct_of

State = Literal["open", "upheld", "dismissed", "gone"]
Settled = Literal["upheld", "dismissed"]


class Report(msgspec.Struct, frozen=True):
    """A report.

    Attributes:
        id: its id.
        reporter: the identity of whoever made it; empty once his account is gone.
        account: about whom.
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
        account: about whom.
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


class ModerationStore(Protocol):
    """Where all of it is kept.  All calls raise StoreError or OSError if the database does not
    respond.
    """

    async def report(self, report: Report, most: int) -> None:
        """A new report; nothing comes of it if there is an open one of the same reporter, account
        and reason, or so many are open about the account.
        """
        ...

    async def made_since(self, reporter: str, since: int) -> int:
        """How many reports somebody has made since a time."""
        ...

    async def made_by(self, reporter: str) -> list[Report]:
        """The reports that somebody has made, the oldest first."""
        ...

    async def cases(self, most: int) -> list[str]:
        """The accounts with open reports or flags, the newest first."""
        ...

    async def reports_on(self, account: str, most: int) -> list[Report]:
        """Reports about an account, the open ones first, the newest first."""
        ...

    async def record(self, reporters: Collection[str]) -> Mapping[str, Mapping[State, int]]:
        """How many reports of some people are in which state."""
        ...

    async def flags_on(self, account: str) -> list[Flag]:
        """Flags on an account, the newest first."""
        ...

    async def entries(self, account: str) -> list[Entry]:
        """All that was done about an account, in order."""
        ...

    async def trail(self, before: int | None, most: int) -> list[Entry]:
        """What was done about anybody, the newest first, before an entry."""
        ...

    async def act(self, entry: Entry, settled: Settled | None = None, report: str | None = None,
                  name: NewName | None = None, known: Sequence[Entry] | None = None) -> int:
        """Add an entry with its effect, both or neither; returns its number.

        Args:
            entry: what is done.
            settled: what becomes of open reports and flags; None if they stay.
            report: the only one that it is about; None for all about the account.
            name: what the account is called from now on; None if that does not change.
            known: only if these are still all entries about the account; None for whatever they
                are.

        Raises:
            ConflictError: if there are others by now.
            GoneError: if the account is there no more.
            TakenError: if the entry that is meant has been ended already, or the name is taken.
        """
        ...

    async def moderators(self) -> list[str]:
        """The accounts that are moderators."""
        ...

    async def settled_flags(self) -> Mapping[tuple[str, FlagKind, str], int]:
        """When the last flag of some kind was judged: by account, kind and what it is about."""
        ...

    async def set_flags(self, flags: Sequence[Flag]) -> None:
        """Replace all open flags; those that were judged stay, unless there is a new one."""
        ...


async def may_chat(store: ModerationStore, who: str, now: int) -> bool:
    """Whether an identity may write to others."""
    account = account_of(who)
    return account is None or not conduct_of(await store.entries(account), now).muted
