"""What a server counts, whoever asks for it: here nobody does, and nothing is counted."""
from __future__ import annotations

from collections.abc import Callable


class Figures:
    """Counters of one server."""

    def answered(self, method: str, status: int) -> None:
        """A request was answered with a status."""

    def command_took(self, seconds: float) -> None:
        """A command was carried out, or refused."""

    def add(self, name: str, text: str, read: Callable[[], float]) -> None:
        """One more figure, which is read off when somebody asks."""

    def page(self) -> bytes:
        """All figures as text."""
        return b""
