"""Notices: what an account is told when it is not here, and how far each has got on its way."""
from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol, get_args

import msgspec

from ...wire.words import NoticeKind

KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)
ChannelName = Literal["mail", "push"]
# What came of a try: it was delivered; it is to be tried later; it will never be delivered.
Answer = Literal["delivered", "later", "gone"]

# What is sent whatever the account has chosen: the link that confirms an address, that which
# replaces a password; and what an address is told: that it is the account's no more, and that the
# password was set.
Letter = Literal["confirm", "recover", "moved", "password"]
LETTERS: tuple[Letter, ...] = get_args(Letter)
# Those that go to the address of then, though the account may have another by now.
WARNINGS: tuple[Letter, ...] = ("moved", "password")


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has happened, as far as its kind has it.

    Attributes:
        game, rules: in which game, and by which rules it is.
        seq: the number of the event after which it is so; see `State.changed`.
        against, name: the identity of the other player, and what he is called if he is a guest.
        outcome: how the game has ended for the account: "won", "lost", "drawn" or "none".
        challenge: the id of a challenge.
        to, language: the mail address that is told, whatever the account has by then, and in which
            language; or that a link is for.
        proof: that a link is made for the password of then; see `proof_of`.
    """

    game: str = ""
    rules: str = ""
    seq: int = 0
    against: str = ""
    name: str = ""
    outcome: str = ""
    challenge: str = ""
    to: str = ""
    language: str = ""
    proof: str = ""


class Notice(NamedTuple):
    """One thing to tell to one account on one channel.

    Attributes:
        key: of what has happened, the account and the channel; nothing is told twice under one.
        account: who is told.
        channel: how.
        kind: what for; see also `Letter`.
        facts: what has happened.
        at: when, in milliseconds since 1970.
        due: when it is to be delivered, likewise.
        leased: until when a server has it to deliver; it is that server's proof.
        tries: how often it was tried, this time included.
    """

    key: str
    account: str
    channel: ChannelName
    kind: NoticeKind | Letter
    facts: Facts
    at: int
    due: int
    leased: int = 0
    tries: int = 0


class Channel(Protocol):
    """A way to deliver notices."""

    async def deliver(self, notice: Notice) -> Answer:
        """Try to deliver a notice.

        It is given up after some seconds, and then, as after any exception, is tried later.
        """
        ...


class NoticeStore(Protocol):
    """Where notices are kept.

    All calls raise StoreError or OSError if the database does not respond.
    """

    async def wanted(self, account: str, kind: NoticeKind) -> list[ChannelName]:
        """How an account wants to be told of a kind; empty for not at all."""
        ...

    async def add(self, notice: Notice, most: int) -> bool:
        """Keep a notice, unless there is one of its key, or so many for the account within a day;
        returns whether it is new.
        """
        ...

    async def take(self, channel: ChannelName, now: int, until: int, most: int) -> list[Notice]:
        """Take notices that are due, and lease them; nobody else takes them until then."""
        ...

    async def settle(self, notice: Notice, due: int | None, *, tried: bool = True) -> bool:
        """Say when a leased notice is to be tried again; None for never.

        Args:
            notice: as it was taken; nothing happens if its lease is over and another has it.
            due: when, or None.
            tried: whether this counts as a try.
        """
        ...

    async def games_by_days(self, since: int, most: int) -> list[str]:
        """Games by days of accounts that want notices, in which something has happened since."""
        ...

    async def forget(self, before: int) -> None:
        """Forget notices of what happened before, delivered or not."""
        ...


def ordered(kinds: Collection[NoticeKind]) -> list[NoticeKind]:
    """Kinds, each of them once."""
    return [kind for kind in KINDS if kind in kinds]
