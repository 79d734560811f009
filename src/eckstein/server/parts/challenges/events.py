"""Challenges, and what happens to them, for other parts of the server."""
from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from ....base.errors import EcksteinError
from ....wire.conditions import GameConditions
from ....wire.http_games import NewClock
from ....wire.words import Colour, Options
from ...game.clocks import DAY
from ...hub.events import LocalEvent, Question, Topic
from ...ops.sharing import TreePath
from ...store.lobbies import Pairing

LIVE = 10 * 60_000          # milliseconds for which a challenge to a game with a clock is open
SLOW = 3 * DAY              # the same for days a move, and without a clock
Stand = Literal["open", "accepted", "declined", "over"]


class FullError(EcksteinError):
    """A player has too many open challenges already.

    Attributes:
        player: which of the two.
    """

    def __init__(self, player: Literal["sender", "receiver"]) -> None:
        super().__init__(f"the {player} has too many open challenges")
        self.player = player


class Wish(GameConditions, frozen=True):
    """What a game is to be, with its conditions.

    Attributes:
        rules: the name of the game.
        options: of the rules, other than the usual ones.
        clock: None for none.
        colour: that of the sender; None for either.
        token: the digest of the token by which it was wished, with which the challenge ends; empty
            for a page.
        path: where its sender stood when places are scarce, veiled.
        rematch_of: the game in which it was offered as a rematch.
    """

    rules: str
    options: Options
    clock: NewClock | None
    colour: Colour | None
    token: str = ""
    path: TreePath = ()
    rematch_of: str | None = None


class Stored(msgspec.Struct, frozen=True):
    """A challenge.

    Attributes:
        id: by which both know it.
        sender, receiver: the identities of the two players.
        sender_name, receiver_name: what guests among them are called.
        wish: what the game is to be.
        created, until: when it was made and when it ends, in milliseconds since 1970.
        answer: why it was declined; None if it was not.
        pairing: the game that came of it, with the sender's colour; one without a game, if it was
            declined or withdrawn; None as long as neither has happened.
        played: whether that game has ended.
    """

    id: str
    sender: str
    receiver: str
    sender_name: str
    receiver_name: str
    wish: Wish
    created: int
    until: int
    answer: str | None = None
    pairing: Pairing | None = None
    played: bool = False

    def stand(self, now: int) -> Stand:
        """How it stands at a time."""
        if self.pairing is not None and self.pairing.game:
            return "accepted"
        if self.answer is not None:
            return "declined"
        return "open" if self.pairing is None and now < self.until else "over"


def open_for(clock: NewClock | None) -> int:
    """Milliseconds for which a challenge to a game with a clock, or without one, is open."""
    return SLOW if clock is None or clock.kind == "days" else LIVE


class ChallengeMade(LocalEvent, frozen=True):
    """A challenge has been made."""

    challenge: Stored


def challenges_topic(who: str) -> Topic:
    """The challenges of an identity."""
    return Topic("challenges", who)


class OpenTo(Question[Sequence[Stored]], frozen=True):
    """The open challenges to an identity, the oldest first."""

    absent: ClassVar[Sequence[Stored]] = ()
    who: str


class ChallengeOf(Question[Stored | None], frozen=True):
    """The challenge of an id."""

    absent: ClassVar[None] = None
    id: str
