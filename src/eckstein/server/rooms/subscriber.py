"""A subscriber: what a room knows of a connection."""
from collections.abc import Set

from ...wire.socket import Join
from ...wire.words import Colour
from .outbox import Outbox


class Subscriber:
    """A connection that hears what happens in games.

    Attributes:
        outbox: what is on its way to the client.
        seats: by the games that it hears of, the seats that it holds there.
        viewing: of these games, those of which it is sent views, with what asked for them.
    """

    def __init__(self) -> None:
        self.outbox = Outbox()
        self.seats: dict[str, Set[Colour]] = {}
        self.viewing: dict[str, Join] = {}

    def holds(self, game: str) -> Set[Colour]:
        """The seats it holds."""
        return self.seats.get(game, frozenset())

    def want(self, game: str) -> None:
        """Let it be sent a snapshot of a game, when it is its turn."""
        self.outbox.want(game)

    def tell(self, game: str, text: str) -> None:
        """Put a message on its way, without waiting."""
        self.outbox.tell(game, text)
