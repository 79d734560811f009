"""Notices to accounts that are not here, and how far each has got on its way."""
from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol, get_args

import msgspec

from ....wire.words import NoticeKind
from ..challenges.events import Wish

KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)
HOUR = 3600
# The seconds for which each of them is worth telling: so long a push service keeps it for a device
# that is off.
LIFETIMES: dict[str, int] = {
    "turn": 72 * HOUR, "clock": 12 * HOUR, "challenge": 24 * HOUR, "begun": 24 * HOUR,
    "tournament": HOUR, "over": 72 * HOUR}
ChannelName = Literal["mail", "push"]
# What came of a try: it was delivered; it is to be tried later; it will never be delivered.
Answer = Literal["delivered", "later", "gone"]

# What is sent whatever the account has chosen: the link that confirms an address, that which
# replaces a password; and that an address is the account's no more, and that the password was set.
Letter = Literal["confirm", "recover", "moved", "password"]
LETTERS: tuple[Letter, ...] = get_args(Letter)
# Those that go to the address of then, though the account may have another by now.
WARNINGS: tuple[Letter, ...] = ("moved", "password")


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has happened, as far as its kind has it.

    Attributes:
        game, rules: in which game, and by which rules it is.
        seq: the number of the event after which it is so; see `State.changed`.
        against, name: the identity of the other player, and its name if it is a guest.
        outcome: how the game has ended for the account: "won", "lost", "drawn" or "none".
        challenge: the id of a challenge.
        wish, until: the game that a challenge is to, and when it ends, in milliseconds since 1970;
            notices of earlier versions have neither.
        to, language: the mail address that the notice goes to, whatever the account has by then,
            and in which language; or that a link is for.
        proof: that a link is made for the password of then; see `proof_of`.
    """

    game: str = ""
    rules: str = ""
    seq: int = 0
    against: str = ""
    name: str = ""
    outcome: str = ""
    challenge: str = ""
    wish: Wish | None = None
    until: int = 0
    to: str = ""
    language: str = ""
    proof: str = ""


class Notice(NamedTuple):
    """One thing to tell to one account on one channel.

    Attributes:
        key: of what has happened, the account and the channel; nothing is sent twice under one.
        account: the receiver.
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


def ordered(kinds: Collection[NoticeKind]) -> list[NoticeKind]:
    """Kinds, each of them once."""
    return [kind for kind in KINDS if kind in kinds]
