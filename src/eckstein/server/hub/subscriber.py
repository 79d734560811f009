"""A subscriber: what parts of the server know of a connection."""
from __future__ import annotations

from collections.abc import Set
from typing import Any

from msgspec.structs import asdict

from ...wire.capabilities import May, usable
from ...wire.socket import Join, RefusedMessage, ServerMessage, encoded
from ...wire.words import Colour
from ..game.rulings import RefusedError
from ..ops.sharing import TreePath
from .events import LocalEvent, Topic
from .outbox import Outbox


class Subscriber:
    """A connection that subscribes to topics.

    Args:
        may: what its client can use; see `usable`.
        who: the identity of its client; empty if it has none.
        account: the account of its client, if it has one.
        name: how its client is called until it says otherwise.
        payer: the payer against which limits count its requests.
        path: where its client stands when places are scarce.

    Attributes:
        outbox: what is on its way to the client.
        topics: what it subscribes to; the hub alone writes here.
        seats: by the games that it subscribes to, the seats that it holds there.
        viewing: of these games, those of which it is sent views, with what asked for them.
    """

    def __init__(self, may: May, who: str = "", account: str | None = None, name: str = "",
                 payer: str = "", path: TreePath = ()) -> None:
        self.may, self.who, self.account, self.name = may, who, account, name
        self.payer, self.path = payer, path
        self.outbox = Outbox()
        self.topics: set[Topic] = set()
        self.seats: dict[str, Set[Colour]] = {}
        self.viewing: dict[str, Join] = {}

    def holds(self, game: str) -> Set[Colour]:
        """The seats it holds."""
        return self.seats.get(game, frozenset())

    def want(self, topic: Topic) -> None:
        """Let it be sent a snapshot of a topic, when it is its turn."""
        self.outbox.want(topic)

    def text(self, message: ServerMessage) -> str:
        """A message as it is sent to this client."""
        return encoded(usable(message, self.may))

    def tell(self, topic: Topic, text: str) -> None:
        """Put a message about a topic on its way, without waiting."""
        self.outbox.tell(topic, text)

    def answer(self, message: ServerMessage) -> None:
        """Put a message on its way that a slow client must not miss."""
        self.outbox.answer(self.text(message))

    def refuse(self, id: str | int | None, refused: RefusedError, **more: Any) -> None:
        """Answer a message by a refusal."""
        self.answer(RefusedMessage(**asdict(refused.answer()), id=id, **more))


class SubscriberLeft(LocalEvent, frozen=True):
    """A connection is gone."""

    subscriber: Subscriber
