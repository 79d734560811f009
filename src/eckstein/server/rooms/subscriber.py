"""A subscriber: what a room knows of a connection."""
from collections.abc import Set

from ...wire.words import Colour
from .outbox import Outbox


class Subscriber:
    """A connection that hears what happens in games.

    Attributes:
        outbox: what is on its way to the client.
        seats: by the games that it hears of, the seats that it holds there.
        viewing: of these games, those of which it is sent views.
    """

    def __init__(self) -> None:
        self.outbox = Outbox()
        self.seats: dict[str, Set[Colour]] = {}
        self.viewing: set[str] = set()

    def holds(self, game: str) -> Set[Colour]:
        """The seats it holds."""
        return self.seats.get(game, frozenset())

    def wants_views(self, game: str) -> bool:
        """Whether it is to be sent views."""
        return game in self.viewing

    def tell(self, game: str, text: str) -> None:
        """Put a message on its way, without waiting."""
        self.outbox.tell(game, text)
