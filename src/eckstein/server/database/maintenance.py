"""Maintenance of a database: check, back up, restore, and export all games as text."""
from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ...base.files import PRIVATE, check_place
from ...base.sentence import Sentence
from ...wire.words import Colour
from ..game.chain import check_head
from ..game.events import DamagedGameError, Event
from ..game.records import game_record
from ..game.replay import replay
from ..game.tokens import Secret, Tokens, link_to
from ..store.contract import StoreError
from .databases import SQLITE, first_line, shown
from .migrations import check_readable, downgrade, upgrade
from .private import key_file, key_inside, new_key, take_out
from .soundness import damage
from .store import Store

# What may have happened to a sound database: by the primary codes of SQLite.
UNREACHABLE = (sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
               sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
               sqlite3.SQLITE_CANTOPEN)
RUNNING_SECONDS = 10        # a server notes every two seconds that it runs
COMMAND_SECONDS = 60.0      # rather a long wait than an error on a busy machine


async def check(url: str) -> AsyncIterator[tuple[str, str | None]]:
    """Replay every game; yields its id and what is wrong with it, or None.

    Raises:
        ValueError: if the database cannot be read.
    """
    async with reading(url) as store:
        for game in await store.all_games():
            problem = None
            try:
                events, head = await store.stored(game)
                replay(events)
                check_head(head, events)
            except DamagedGameError as damaged:
                problem = str(damaged)
            yield game, problem


class Exported(NamedTuple):
    """A game as it comes out of a database.

    Attributes:
        game: its id.
        text: its record, of a damaged game as far as it can be played; None if that is nothing.
        problem: what is wrong with it, or None.
    """

    game: str
    text: str | None
    problem: str | None


async def export(url: str) -> AsyncIterator[Exported]:
    """All games as records, the oldest first; of damaged ones, all that can be read.

    Raises:
        ValueError: if the database cannot be read.
    """
    async with reading(url) as store:
        for game in await store.all_games():
            yield await _exported(store, game)


async def _exported(store: Store, game: str) -> Exported:
    events: list[Event] = []
    try:
        events, head = await store.stored(game)
        text = _record(events)
        check_head(head, events)
        return Exported(game, text, None)
    except (DamagedGameError, StoreError) as damaged:
        problem, sound = str(damaged), getattr(damaged, "sound", 0)
    try:
        return Exported(game, _record(events[:sound]), problem)
    except DamagedGameError:
        return Exported(game, None, problem)


def _record(events: Sequence[Event]) -> str:
    """The record of a game.

    Raises:
        DamagedGameError: if its events make no game, or none that can be written.
    """
    state = replay(events).state
    try:
        return game_record(state)
    except (ValueError, OSError, OverflowError) as error:       # a date that is none, for example
        raise DamagedGameError(f"it cannot be written as a record: {error}") from None


@contextlib.asynccontextmanager
async def reading(url: str, key: Path | None = None) -> AsyncIterator[Store]:
    """A database that is only read."""
    if sa.make_url(url).drivername == SQLITE:
        _check_file(_path(url))
    store = Store(url, key=key)
    store.patience = COMMAND_SECONDS
    try:
        await store.check_version()
        yield store
    except (SQLAlchemyError, OSError) as error:
        raise ValueError(Sentence("this database cannot be read: {place}: {reason}",
                                  place=shown(url), reason=first_line(error))) from None
    finally:
        await store.close()


async def step(url: str, *, back: bool) -> str:
    """Bring the tables of a database up to date, or back to those of the version before.

    When they are up to date, games that have no head get theirs.

    Returns:
        The last step that was taken.

    Raises:
        ValueError: if the database cannot be used, or a server does while the tables go back.
    """
    store = Store(url)
    try:
        if back:
            await _check_unused(store)
        taken = await store.take_steps(downgrade if back else upgrade)
        if not back:
            await store.give_heads()
        return taken
    except (SQLAlchemyError, StoreError, OSError) as error:
        raise ValueError(Sentence("the database cannot be used: {place}: {reason}",
                                  place=shown(url), reason=first_line(error))) from None
    finally:
        await store.close()


async def accept(url: str, game: str) -> int:
    """Take what is stored of a game for all of it, though events of it are missing or changed.

    Args:
        url: the database.
        game: its id.

    Returns:
        How many events it has now.

    Raises:
        ValueError: with a sentence, if nothing is missing, or what is stored makes no game.
    """
    async with reading(url) as store:
        try:
            events, head = await store.stored(game)
            if not events and head is None:
                raise ValueError(Sentence("there is no game {game} in this database", game=game))
            over = replay(events).state.result is not None
        except DamagedGameError as damaged:
            raise ValueError(Sentence(
                "game {game} cannot be accepted, since what is stored makes no game: {problem}; "
                "eckstein db export writes what comes before that", game=game,
                problem=damaged)) from None
        with contextlib.suppress(DamagedGameError):
            check_head(head, events)
            raise ValueError(Sentence("nothing of game {game} is missing, or has been changed, as "
                                      "far as is known", game=game))
        await store.accept(events, over=over)
        return len(events)


async def _check_unused(store: Store) -> None:
    """Raise ValueError if a server runs on a database."""
    if await store.alive_for(1000 * RUNNING_SECONDS, round(time.time() * 1000)):
        raise ValueError(Sentence("a server uses this database; stop it first"))


def backup(url: str, target: Path, *, force: bool = False) -> int:
    """Copy a database to a file, whole or not at all, also while a server writes to it.

    The copy does not hold the key that signs seats, and only its owner may read it.

    Args:
        url: the database.
        target: the file.
        force: do so even if there is such a file; what was in it is lost.

    Returns:
        How many games are in the copy.

    Raises:
        ValueError, OSError: with a sentence.
    """
    source = _path(url)
    _check_file(source)
    if target.resolve() == source.resolve():
        raise ValueError(Sentence("{target} is the database itself; name another file for its "
                                  "copy", target=target))
    check_free(target, force=force)
    if target.exists() and not target.is_file():
        raise ValueError(Sentence("{target} is a device or a pipe, which cannot hold a database",
                                  target=target))
    return _copy(source, target, _without_key)


def _without_key(copy: sqlite3.Connection) -> None:
    if key_inside(copy) is not None:
        take_out(copy)
        copy.commit()
        copy.execute("VACUUM")


def _copy(source: Path, target: Path,
          change: Callable[[sqlite3.Connection], None] = lambda copy: None) -> int:
    """Copy a database and change the copy, whole or not at all; returns how many games it has."""
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL, PRIVATE))
        with _opened(source) as original, _opened(draft) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            change(copy)
            count = int(copy.execute("SELECT count(*) FROM game").fetchone()[0])
        with open(draft, "rb") as file:
            os.fsync(file.fileno())
        os.replace(draft, target)
    except sqlite3.Error as error:
        raise ValueError(Sentence("the copy could not be made: {error}", error=error)) from None
    finally:
        draft.unlink(missing_ok=True)
    return count


def check_free(target: Path, *, force: bool) -> None:
    """See that a file can be written and nothing be lost by it, unless that is meant.

    Raises:
        ValueError, OSError: with a sentence.
    """
    check_place(target)
    if target.is_file() and not force:
        raise ValueError(Sentence("there is a file {target} already, and what is in it would be "
                                  "lost; name another one, or say --force if that is meant",
                                  target=target))


def restore(saved: Path, url: str, *, force: bool) -> int:
    """Put a copy in place of a database.

    Args:
        saved: what `backup` has made.
        url: the database.
        force: do so even if there is one; what was in it is lost.

    Returns:
        How many games there are now.

    Raises:
        ValueError: with a sentence, if there is a database already, or a server uses it.
    """
    target = _path(url)
    _check_file(saved)
    if not target.exists():
        check_place(target)
        return _copy(saved, target)
    if not force:
        raise ValueError(Sentence("there is a database at {target}, and all games in it would "
                                  "be lost; say --force if that is meant", target=target))
    try:
        with _opened(saved) as copy, _opened(target) as database:
            if _is_used(database):
                raise ValueError(Sentence("a server uses this database; stop it first"))
            copy.backup(database)
            return int(database.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.Error as error:
        raise ValueError(Sentence("{target} could not be written: {error}", target=target,
                                  error=error)) from None


async def move_key(url: str, file: Path, *, back: bool) -> None:
    """Move the key that signs seats out of a database that servers share, or back into it.

    Args:
        url: the database.
        file: where the key is to be, or is.
        back: whether it goes back.

    Raises:
        ValueError, OSError: with a sentence.
    """
    check_place(file)
    async with reading(url, file) as store:
        assert store.key_file is not None
        await _check_unused(store)
        await (store.key_file.move_back() if back else store.key_file.move_out())


async def rotate(url: str, keep: int | None = None, key: Path | None = None) -> int:
    """Add a new key that signs seats; servers on the database use it within a minute.

    Args:
        url: the database.
        keep: how many of the newest keys are accepted from now on; None for all.
        key: the file of the key, if the database does not hold it.

    Returns:
        How many there are.

    Raises:
        ValueError: with a sentence.
    """
    new = new_key()
    async with reading(url, key) as store:
        await store.change_secret(lambda text: str(Secret.read(text).rotated(new, keep)))
        return len(Secret.read(await store.secret()).keys)


async def revoke(url: str, game: str, colour: Colour, key: Path | None = None) -> str:
    """Give a seat a new token; the links to it that there are lead to it no more.

    Args:
        url: the database.
        game: its id.
        colour: of the seat.
        key: the file of the key, if the database does not hold it.

    Returns:
        The new link to it, without the address of the server.

    Raises:
        ValueError: with a sentence.
    """
    async with reading(url, key) as store:
        if not await store.last_seqs([game]):
            raise ValueError(Sentence("there is no game {game} in this database", game=game))
        await store.change_secret(lambda text: str(Secret.read(text).revoked(game, colour)))
        return link_to(game, Tokens(await store.secret()).seat(game, colour))


def where_key_is(url: str) -> Sentence:
    """Where the key that signs the seats of a database is, as a sentence for the operator that
    copies it.
    """
    database = _path(url)
    path = key_file(database)
    with _opened(database) as connection:
        inside = key_inside(connection)
    if inside is not None:
        return Sentence("The key that signs seats is still in {database}; when the server starts, "
                        "it moves to {path}, of which you need a copy, too.",
                        database=database, path=path)
    if path.exists():
        return Sentence("The key that signs seats is not in a copy, but in {path}: keep a copy of "
                        "that file in another place, for without it nobody has a seat any more.",
                        path=path)
    return Sentence("There is no key at {path}: unless you put the file there that belongs to "
                    "these games, the server makes a new one, and links to seats work no more.",
                    path=path)


def _is_used(database: sqlite3.Connection) -> bool:
    try:
        row = database.execute("SELECT value FROM setting WHERE name = 'alive'").fetchone()
    except sqlite3.Error:
        return False
    return row is not None and time.time() * 1000 - int(row[0]) < 1000 * RUNNING_SECONDS


def _path(url: str) -> Path:
    place = sa.make_url(url)
    if place.drivername != SQLITE:
        raise ValueError(Sentence("this works only for SQLite; for PostgreSQL use pg_dump and "
                                  "pg_restore"))
    return Path(place.database or ":memory:")


def _check_file(path: Path) -> None:
    """Raise ValueError unless this is a database of ours."""
    if not path.is_file():
        raise ValueError(Sentence("there is no database at {path}", path=path))
    try:
        with _opened(path) as database:
            found = damage(database)
            database.execute("SELECT game, seq FROM game_event LIMIT 1").fetchone()
            check_readable(lambda query: next(iter(database.execute(query).fetchone() or ()), None))
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xff in UNREACHABLE:
            raise ValueError(Sentence("this database cannot be read: {place}: {reason}",
                                      place=path, reason=error)) from None
        raise ValueError(Sentence("{path} is not a database of games: {error}", path=path,
                                  error=error)) from None
    if found is not None:
        raise ValueError(Sentence("{path} is damaged: {found}", path=path, found=found))


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=10)
    try:
        yield connection
    finally:
        connection.close()
