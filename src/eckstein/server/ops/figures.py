"""What a server counts.  This base class counts nothing."""
from __future__ import annotations

from collections.abc import Callable


class Figures:
    """Counters of one server."""

    def answered(self, method: str, status: int) -> None:
        """A request was answered with a status."""

    def limit_hit(self, kind: str) -> None:
        """A client has hit a limit of some kind."""

    def command_took(self, seconds: float) -> None:
        """A command was carried out, or refused."""

    def add(self, name: str, text: str, read: Callable[[], float]) -> None:
        """One more figure, which is read off on request, in whatever thread."""
