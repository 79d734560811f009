"""The store as the rest of the server knows it, whatever it keeps games in."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Protocol

from ...base.errors import EcksteinError
from ..game.clocks import Span
from ..game.events import Event
from ..game.replies import Replies
from ..game.rulings import RefusedError
from .transactions import Transaction

NOT_WRITTEN = "the database cannot be written to now; try again"


class ConflictError(EcksteinError):
    """Somebody else has written this event, or this command, before."""


class StoreError(EcksteinError):
    """The database cannot be read or written now."""


@contextlib.contextmanager
def database_asked(refusal: str = "the database does not respond; try again") -> Iterator[None]:
    """Refuse what cannot be done since the database does not do what is asked of it here."""
    try:
        yield
    except (StoreError, OSError):
        raise RefusedError("busy", refusal, "database") from None


class GameStore(Protocol):
    """Events of games, and a few notes of the server's own.

    Attributes:
        commits: transactions with events so far.
        written: events written so far.
    """

    commits: int
    written: int

    async def open(self) -> None:
        """Get ready to read and write."""
        ...

    async def close(self) -> None:
        """Finish what waits, and let go."""
        ...

    def listen(self, heard: Callable[[Sequence[str] | None], None]) -> None:
        """Hear what others write to the same games.

        Args:
            heard: is told the games they have written to; None for any of them.
        """
        ...

    async def write(self, transaction: Transaction) -> None:
        """Return when all of it is kept.

        Raises:
            ConflictError: if an event of that number, or the command, is there already.
            StoreError: if it cannot be written; then nothing of it is.
        """
        ...

    async def events_of(self, game: str) -> list[Event]:
        """All events of a game in their order; none if there is no such game.

        Raises:
            DamagedGameError: if they cannot be read, though others can.
            StoreError, OSError: if nothing can be read now.
        """
        ...

    async def last_seq(self, game: str) -> int:
        """The number of the last event of a game; 0 if there is no such game.

        Raises:
            StoreError, OSError: if nothing can be read now.
        """
        ...

    async def replies_of(self, game: str) -> list[Replies]:
        """The conditional replies that players of a game have laid down.

        Raises:
            StoreError, OSError: if nothing can be read now.
        """
        ...

    async def study(self, study: str) -> str | None:
        """The text of a study, or None if there is none.

        Raises:
            StoreError, OSError: if nothing can be read now.
        """
        ...

    async def to_tend(self) -> list[str]:
        """Games that run and that have clocks, computers or conditional replies."""
        ...

    async def trouble(self, now: int) -> Literal["read", "write"] | None:
        """What cannot be done now, after both have been tried.

        Args:
            now: the time, which is what is written: the server is alive.
        """
        ...

    async def secret(self) -> str:
        """What tokens are signed with; made the first time."""
        ...

    async def alive(self) -> int | None:
        """When a server was last known to run."""
        ...

    async def stay_alive(self, now: int) -> None:
        """Note that the server runs."""
        ...

    async def pauses(self) -> list[Span]:
        """When no server ran, in order."""
        ...

    async def add_pause(self, begin: int, end: int) -> None:
        """Note that no server ran."""
        ...
