"""Games stored in a browser, in its IndexedDB, which JavaScript opens and writes (`Database`).

What the database does not take, since it is full or there is none, stays in memory: games go on,
`told` is called, and with the next event all that is missing is written again.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Literal, Protocol

import msgspec
import structlog
from msgspec.structs import replace

from ..base.json_text import read_json
from ..server.game.clocks import Span
from ..server.game.events import DamagedGameError, Event
from ..server.game.replies import Replies
from ..server.hub.events import ClusterEvent
from ..server.store.contract import ANYTHING, ConflictError, Others, Owner, StoreError
from ..server.store.lobbies import Pairing, Share
from ..server.store.presence import Presence
from ..server.store.transactions import Transaction

ALIVE, GUEST, PAUSE, REPLIES = "alive", "guest", "pause ", "replies "
SECRET = "the games of a browser are open to all who use it"
CONFLICT = "conflict"
Told = Callable[[str], None]
log = structlog.get_logger()


class Row(msgspec.Struct, frozen=True):
    """An event as it lies in the database: what it is found by, and all of it as JSON."""

    game: str
    seq: int
    actor: str
    command: str
    text: str


class Batch(msgspec.Struct):
    """What is written in one step.

    Attributes:
        events: events, which are new.
        games: games that begin.
        over: games that end.
        settings: notes, in place of those of the same names.
        notes: notes that are new.
    """

    events: list[Row] = []
    games: list[dict[str, Any]] = []
    over: list[str] = []
    settings: list[tuple[str, str]] = []
    notes: list[tuple[str, str]] = []


class Database(Protocol):
    """An IndexedDB; texts are JSON, since they come from JavaScript."""

    def write(self, batch: str) -> Awaitable[str]:
        """Write a `Batch`: "" when it is on disk, CONFLICT, or a sentence why it is not."""
        ...

    def events(self, game: str) -> Awaitable[str]:
        """The rows of a game's events in their order."""
        ...

    def games(self) -> Awaitable[str]:
        """All games."""
        ...

    def settings(self) -> Awaitable[str]:
        """All notes, an object."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Tell from now on which games other tabs have written to: a list of ids."""
        ...


class BrowserStore:
    """Games in IndexedDB.  See `GameStore`.

    Args:
        database: where they are.
        told: is called with why games are not stored, and with "" when they are again.
    """

    def __init__(self, database: Database, told: Told = lambda why: None) -> None:
        self._database, self._told = database, told
        self.name, self.shared, self.commits, self.written = "", False, 0, 0
        self._due: dict[str, int] = {}      # as far as it is known: games that are to be looked at
        self._missing: list[Batch] = []     # what is in memory alone
        self._why = ""
        self._turn = asyncio.Lock()

    async def open(self) -> None:
        """See `GameStore`; every game that could have to be looked at is to be, once."""
        with contextlib.suppress(StoreError):
            games = _read(await self._database.games(), list[dict[str, Any]])
            self._due = {row["id"]: 0 for row in games if row["tended"] and not row["over"]}

    async def close(self) -> None:
        """Try once more to write what is in memory alone."""
        if self._missing:
            with contextlib.suppress(ConflictError):
                await self._keep(Batch())

    async def listen(self, others: Others) -> None:
        """See `GameStore`; other tabs are the other servers."""
        self._database.listen(lambda games: others.hear_of(
            dict.fromkeys(read_json(games, list[str]), ANYTHING)))

    def tell_presence(self, game: str, presence: Presence) -> None:
        """See `GameStore`; a player in another tab is the same person."""

    def tell_lobby(self, share: Share) -> None:
        """See `GameStore`; a browser has one player."""

    def send(self, event: ClusterEvent) -> None:
        """See `GameStore`; other tabs hear of games alone."""

    async def others_run(self) -> bool:
        """See `GameStore`; other tabs are not counted."""
        return False

    async def claim(self, game: str) -> Owner | None:
        """See `GameStore`."""
        return None

    async def due(self, first: int, last: int, most: int) -> list[tuple[str, int]]:
        """See `GameStore`."""
        found = sorted((due, game) for game, due in self._due.items() if first <= due <= last)
        return [(game, due) for due, game in found[:most]]

    # Writing.

    async def write(self, transaction: Transaction) -> None:
        """See `GameStore`; what the database does not take stays in memory.

        A link to a study would not work in another browser, so studies are refused.
        """
        if transaction.studies:
            raise StoreError("a browser keeps no studies for others")
        laid = [*transaction.replies, *(replace(one, lines=[]) for one in transaction.passed)]
        batch = Batch([_row(event) for event in transaction.events],
                      [dict(row) for row in transaction.new_games], list(transaction.ended),
                      [*transaction.settings, *map(_replies_note, laid)])
        if batch != Batch():
            await self._keep(batch)
        self._look_at({row["id"]: row.get("due") for row in transaction.new_games}
                      | dict(transaction.due) | dict.fromkeys(transaction.ended))
        if transaction.events:
            self.commits += 1
            self.written += len(transaction.events)

    def _look_at(self, due: dict[str, int | None]) -> None:
        """Remember when games are to be looked at."""
        for game, when in due.items():
            if when is None:
                self._due.pop(game, None)
            else:
                self._due[game] = when

    async def _keep(self, batch: Batch) -> None:
        """Write a batch after all that is missing, or keep it with that.

        Raises:
            ConflictError: if something of it is there already.
        """
        async with self._turn:
            refused = await self._commit(_together([*self._missing, batch]))
            if refused == CONFLICT and self._missing:
                await self._write_missing()
                refused = await self._commit(_together([*self._missing, batch]))
            if refused == CONFLICT or refused and _clash(batch, self._missing):
                raise ConflictError("this event, or this command, is there already")
            if not refused:
                self._missing.clear()
            elif batch.events or batch.notes:
                self._missing.append(batch)
            if refused != self._why:
                self._why = refused
                self._told(refused)

    async def _write_missing(self) -> None:
        """Write what is missing piece by piece, without what another tab has written instead."""
        left = []
        for batch in self._missing:
            refused = await self._commit(batch)
            if refused == CONFLICT:
                log.warning("an event of another tab counts", games=_games(batch))
            elif refused:
                left.append(batch)
        self._missing = left

    async def _commit(self, batch: Batch) -> str:
        return await self._database.write(msgspec.json.encode(batch).decode())

    # Reading.

    async def events_of(self, game: str, first: int = 1, digest: bytes = b"") -> list[Event]:
        """See `GameStore`; events have no digests here, since this database is neither copied nor
        edited.
        """
        try:
            return [read_json(row.text, Event) for row in await self._rows(game)
                    if row.seq >= first]
        except msgspec.DecodeError as error:
            raise DamagedGameError(f"an event cannot be read: {error}") from None

    async def last_seqs(self, games: Sequence[str]) -> dict[str, int]:
        """See `GameStore`."""
        rows = {game: await self._rows(game) for game in games}
        return {game: found[-1].seq for game, found in rows.items() if found}

    async def _rows(self, game: str) -> list[Row]:
        kept = _read(await self._database.events(game), list[Row])
        # While what was missing is written, it may be in both places.
        rows = {row.seq: row for batch in self._missing for row in batch.events if row.game == game}
        rows |= {row.seq: row for row in kept}
        return [rows[seq] for seq in sorted(rows)]

    async def replies_of(self, game: str) -> list[Replies]:
        """See `GameStore`; those without lines are forgotten."""
        found = [_read(text, Replies) for name, text in (await self._settings()).items()
                 if name.startswith(f"{REPLIES}{game} ")]
        return [laid for laid in found if laid.lines]

    async def pairings(self, seeks: Sequence[str]) -> list[Pairing]:
        """See `GameStore`; there are no pairings with one player."""
        return []

    async def study(self, study: str) -> str | None:
        """See `GameStore`."""
        return None

    async def renew_study(self, study: str, now: int) -> None:
        """See `GameStore`: nothing is forgotten here."""

    async def forget_old(self, before: int, unbegun_before: int, now: int) -> list[str]:
        """See `GameStore`: the user deletes them."""
        return []

    async def trouble(self, now: int) -> Literal["read", "write"] | None:
        """See `GameStore`."""
        try:
            await self._database.settings()
            await self.stay_alive(now)
        except StoreError:
            return "read"
        return "write" if self._why else None

    # The server's own.

    async def secret(self) -> str:
        """See `GameStore`; no access is refused, and a saved game has its seats in any browser."""
        return SECRET

    async def guest(self, new: Callable[[], str]) -> str:
        """The cookie of the user of this browser; made the first time."""
        if (found := (await self._settings()).get(GUEST)) is None:
            with contextlib.suppress(ConflictError):        # another tab was quicker
                await self._keep(Batch(notes=[(GUEST, new())]))
            found = (await self._settings())[GUEST]
        return found

    async def alive(self) -> int | None:
        """See `GameStore`."""
        found = (await self._settings()).get(ALIVE)
        return None if found is None else int(found)

    async def stay_alive(self, now: int) -> None:
        """See `GameStore`; this also tries again to write what is missing."""
        await self._keep(Batch(settings=[(ALIVE, str(now))]))

    async def pauses(self) -> list[Span]:
        """See `GameStore`."""
        return sorted((int(name.removeprefix(PAUSE)), int(end))
                      for name, end in (await self._settings()).items() if name.startswith(PAUSE))

    async def add_pause(self, begin: int, end: int) -> None:
        """See `GameStore`."""
        with contextlib.suppress(ConflictError):            # another tab has noted it
            await self._keep(Batch(notes=[(f"{PAUSE}{begin}", str(end))]))

    async def _settings(self) -> dict[str, str]:
        found = _read(await self._database.settings(), dict[str, str])
        for batch in self._missing:
            found |= dict(batch.settings) | dict(batch.notes)
        return found


def _row(event: Event) -> Row:
    return Row(event.game, event.seq, event.actor, event.command_id,
               msgspec.json.encode(replace(event, digest=b"")).decode())


def _replies_note(laid: Replies) -> tuple[str, str]:
    return f"{REPLIES}{laid.game} {laid.colour}", msgspec.json.encode(laid).decode()


def _together(batches: Iterable[Batch]) -> Batch:
    """All of several batches, in their order."""
    whole = Batch()
    for batch in batches:
        whole.events += batch.events
        whole.games += batch.games
        whole.over += batch.over
        whole.settings += batch.settings
        whole.notes += batch.notes
    return whole


def _names(batch: Batch) -> set[tuple[Any, ...]]:
    """What nothing else may have the name of."""
    return {(row.game, row.seq) for row in batch.events} | {
        (row.game, row.actor, row.command) for row in batch.events} | {
        ("note", name) for name, _ in batch.notes}


def _clash(batch: Batch, others: Iterable[Batch]) -> bool:
    return any(_names(batch) & _names(other) for other in others)


def _games(batch: Batch) -> list[str]:
    return sorted({row.game for row in batch.events})


def _read(text: str, kind: Any) -> Any:
    """What the database gives, which may be nothing at all for an error of the browser's."""
    try:
        return read_json(text, kind)
    except msgspec.DecodeError:
        raise StoreError(text or "the browser's database cannot be read") from None
