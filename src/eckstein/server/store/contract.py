"""The store as the rest of the server knows it, whatever it keeps games in."""
from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Literal, Protocol

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ..game.clocks import Span
from ..game.events import Event
from ..game.replies import Replies
from ..game.rulings import Command, RefusedError
from ..hub.events import ClusterEvent
from ..hub.hub import Hub
from .lobbies import Lobbies, Pairing, Share
from .presence import Elsewhere, Presence
from .transactions import Transaction

ANYTHING = 2**62            # beyond all numbers of events
NOT_WRITTEN = "the database cannot be written to now; try again"


class ConflictError(EcksteinError):
    """This event, or this command, has been written before."""


class NotOwnedError(ConflictError):
    """Another server owns the game, or none does: this one may not write to it."""


class StoreError(EcksteinError):
    """The database cannot be read or written now."""


class GoneError(StoreError):
    """The account about which something was to be written is there no more, or the session by which
    it was to be changed has ended.
    """


@contextlib.contextmanager
def database_asked(refusal: str = "the database does not respond; try again") -> Iterator[None]:
    """Refuse what cannot be done since the database does not do what is asked of it here."""
    try:
        yield
    except GoneError:
        raise signed_out() from None
    except (StoreError, OSError):
        raise RefusedError("busy", refusal, "database") from None


def signed_out() -> RefusedError:
    """The refusal of a client that is signed out."""
    return RefusedError("not-yours", Sentence("sign in first"), "signed-out")


# Has the owner of a game carry a command out: gives the number of its event, or None if the owner
# does not answer; raises what it refuses.
Owner = Callable[[Command], Awaitable[int | None]]


class Others(Protocol):
    """What a server does for the other servers on the same database.

    Attributes:
        elsewhere: the presence in games there.
        lobbies: the open challenges there.
        hub: takes their events.
    """

    @property
    def elsewhere(self) -> Elsewhere:
        """See above."""
        ...

    @property
    def lobbies(self) -> Lobbies:
        """See above."""
        ...

    @property
    def hub(self) -> Hub:
        """See above."""
        ...

    def hear_of(self, games: Mapping[str, int] | None) -> None:
        """Others have written to games.

        Args:
            games: the last event of each, where nothing but events was written, or else ANYTHING.
                None: perhaps to any game, and events may have been lost.
        """
        ...

    async def carry_out(self, game: str, command: Command) -> int:
        """Carry out a command that another server passes on to the owner of a game.

        Raises:
            NotOwnedError: if this server does not own it.
            RefusedError: if it has no effect.
        """
        ...

    def let_go(self) -> None:
        """This server has been away for so long that it owns no game any more."""
        ...


class GameStore(Protocol):
    """Events of games, and a few notes of the server's own.

    Where `shared` is true, several servers may write, and each game has one owner among them at a
    time: only that one writes its events.

    Attributes:
        name: that of this server among the others on the same database.
        shared: whether games have owners; if not, the server that has opened the store owns them
            all.
        commits: transactions with events so far.
        written: events written so far.
    """

    name: str
    shared: bool
    commits: int
    written: int

    async def open(self) -> None:
        """Get ready to read and write."""
        ...

    async def close(self) -> None:
        """Finish what waits, and let go."""
        ...

    async def listen(self, others: Others) -> None:
        """Hear of other servers on the same database, and answer them; then games can be owned.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        ...

    def tell_presence(self, game: str, presence: Presence) -> None:
        """Tell the other servers, soon, of the presence in a game at this one."""
        ...

    def tell_lobby(self, share: Share) -> None:
        """Tell the other servers, soon, what has changed in the lobby of this one."""
        ...

    def send(self, event: ClusterEvent) -> None:
        """Tell the other servers, soon, of an event; see `Hub`."""
        ...

    async def others_run(self) -> bool:
        """Whether another server runs."""
        ...

    async def claim(self, game: str) -> Owner | None:
        """Own a game from now on, unless another server does.

        Returns:
            None if this server owns it, or else the way to the owner.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        ...

    async def due(self, first: int, last: int, most: int) -> list[tuple[str, int]]:
        """Games that are to be looked at, with when; this server owns them from now on.

        Args:
            first, last: between which times, by the clock of `served`.
            most: how many, the earliest ones.
        """
        ...

    async def write(self, transaction: Transaction) -> None:
        """Write a transaction; returns when all of it is on disk.

        Raises:
            NotOwnedError: if it is about a game that this server does not own.
            ConflictError: if an event of that number, or the command, is there already.
            StoreError: if it cannot be written; then nothing of it is.
        """
        ...

    async def events_of(self, game: str, first: int = 1, digest: bytes = b"") -> list[Event]:
        """The events of a game from a number on, in their order; none if there are none.

        Args:
            game: its id.
            first: the number.
            digest: that of the first one, if it is known.

        Raises:
            DamagedGameError: if they cannot be read, though others can, or are not those that were
                written.
            StoreError, OSError: if nothing can be read now.
        """
        ...

    async def last_seqs(self, games: Sequence[str]) -> dict[str, int]:
        """The numbers of the last events of games; there is none for a game that is gone.

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

    async def pairings(self, seeks: Sequence[str]) -> list[Pairing]:
        """The games that came of open challenges, as far as there are any.

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

    async def renew_study(self, study: str, now: int) -> None:
        """Store a study for as long as one that is stored only now.

        Raises:
            StoreError, OSError: if it cannot be written.
        """
        ...

    async def forget_old(self, before: int, unbegun_before: int, now: int) -> list[str]:
        """Forget a few of the games, and studies, in which nothing has happened for long.

        Args:
            before: the last event of a game was earlier, and so was the study stored.
            unbegun_before: the same for a game in which not both players have moved.
            now: the time.

        Returns:
            The games that were forgotten.
        """
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


class TakenError(StoreError):
    """What has to be the only one of its kind is there already: a name, one that looks like it, a
    passkey.  Where that is not expected, two clients did the same at once, and one of them may try
    again.
    """
