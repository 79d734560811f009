"""A subscriber: what a room knows of a connection."""
from collections.abc import Set
from typing import Protocol

from ...wire.words import Colour


class Subscriber(Protocol):
    """A connection that hears what happens in games."""

    def holds(self, game: str) -> Set[Colour]:
        """The seats he holds."""
        ...

    def wants_views(self, game: str) -> bool:
        """Whether he is to be sent views."""
        ...

    def tell(self, game: str, text: str) -> None:
        """Put a message on its way, without waiting."""
        ...
