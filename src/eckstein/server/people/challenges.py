"""Challenges as the rest of the server knows them, whatever keeps them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from ...wire.http_games import NewClock
from ...wire.words import Colour, Options
from ..store.lobbies import Pairing

Stand = Literal["open", "accepted", "declined", "over"]


class Wish(msgspec.Struct, frozen=True):
    """What a game is to be.

    Attributes:
        rules: the name of the game.
        options: of the rules, other than the usual ones.
        clock: None for none.
        colour: that of whoever challenges; None for either.
        rated: whether it counts for ratings.
    """

    rules: str
    options: Options
    clock: NewClock | None
    colour: Colour | None
    rated: bool


class Stored(msgspec.Struct, frozen=True):
    """A challenge.

    Attributes:
        id: by which both know it.
        sender, receiver: the identities of whoever challenges, and whom.
        sender_name, receiver_name: what guests among them are called.
        wish: what the game is to be.
        created, until: when it was made and when it ends, in milliseconds since 1970.
        answer: why it was declined; None if it was not.
        pairing: the game that came of it, with the sender's colour; one without a game, if it was
            declined or withdrawn; None as long as neither has happened.
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

    def stand(self, now: int) -> Stand:
        """How it stands at a time."""
        if self.pairing is not None and self.pairing.game:
            return "accepted"
        if self.answer is not None:
            return "declined"
        return "open" if self.pairing is None and now < self.until else "over"


class ChallengeStore(Protocol):
    """Where challenges are kept.  All calls raise StoreError or OSError if the database does not
    respond.

    Whether one leads to a game, or is closed, the table of pairings decides: it has one row at most
    for each, which the transaction of the game writes, or `close`.
    """

    async def add(self, challenge: Stored) -> None:
        """A new one.

        Raises:
            TakenError: if there is one of that id.
            GoneError: if the account of one of the two is there no more.
        """
        ...

    async def one(self, id: str) -> Stored | None:
        """That of an id."""
        ...

    async def of(self, who: str, since: int) -> list[Stored]:
        """Those to and from somebody that had not ended at a time, the oldest first."""
        ...

    async def close(self, id: str, answer: str | None) -> bool:
        """Decline one with a reason, or withdraw it; False if it is not open any more."""
        ...

    async def forget(self, ids: Sequence[str]) -> None:
        """Delete some, of which nobody wants to know any more."""
        ...

    async def forget_old(self, before: int) -> None:
        """Delete those that ended before a time."""
        ...
