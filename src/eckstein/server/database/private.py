"""What only the owner may read: the files of a database, and the key that signs seats.

A holder of the key can take any seat.  So it lies in a file of its own beside the database, and no
copy of the database holds it.  In databases of earlier versions it was a setting; it is moved out
of them once.  A key that is in the database is always that of its games, whatever lies beside it.

PostgreSQL keeps the key, since several servers need it, unless it is in a file that all of them
have (`key_file`).
"""
from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from ...base.files import PRIVATE, save_text
from ...base.sentence import Sentence
from ..game.tokens import Secret
from .writer import PRAGMAS, connect

SECRET = "secret"           # the setting that held the key
SHORTEST = 32               # letters of a key that cannot be guessed
log = structlog.get_logger()


def key_file(database: Path) -> Path:
    """Where the key of a database lies."""
    return database.with_name(f"{database.name}.key")


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(48)


def keep_to_owner(engine: AsyncEngine) -> None:
    """Let only the owner read the files of a database, and those that SQLite will make beside it.
    """
    with contextlib.closing(connect(engine)) as connection:
        database = _file_of(connection)
    for path in (database, *(database.with_name(f"{database.name}{end}")
                             for end in ("-wal", "-shm", "-journal"))):
        with contextlib.suppress(FileNotFoundError, PermissionError):   # or another user's
            path.chmod(PRIVATE)


def key_of(engine: AsyncEngine, change: Callable[[str], str] = lambda text: text) -> str:
    """The key of a database, which is made, or moved out of the database, the first time.

    Args:
        engine: says how to connect.
        change: what is to be in the file from now on, by what is in it.

    Returns:
        All that is in its file; see `Secret`.

    Raises:
        ValueError: with a sentence, if the file of the key holds none.
        sqlite3.Error, OSError: if database or file cannot be read or written.
    """
    with contextlib.closing(connect(engine)) as connection:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN IMMEDIATE")       # of several servers one comes first
        path = key_file(_file_of(connection))
        inside = key_inside(connection)
        if inside is not None:
            save(path, inside)
            take_out(connection)
        key = _read(path) if path.exists() else _made(path, connection)
        if (changed := change(key)) != key:
            save(path, changed)
            key = changed
        connection.execute("COMMIT")
        if inside is not None:
            _wipe(connection)
    return key


def key_inside(connection: sqlite3.Connection) -> str | None:
    """The key that a database of an earlier version holds."""
    row = connection.execute("SELECT value FROM setting WHERE name=?", (SECRET,)).fetchone()
    return None if row is None else str(row[0])


def take_out(connection: sqlite3.Connection) -> None:
    """Delete the key from a database; `VACUUM` then leaves nothing of it in unused space."""
    connection.execute("DELETE FROM setting WHERE name=?", (SECRET,))


def _made(path: Path, connection: sqlite3.Connection) -> str:
    if connection.execute("SELECT 1 FROM game LIMIT 1").fetchone():
        log.warning("the key that signed the seats of these games is missing, and a new one was "
                    "made: links to seats work no more unless you put the old file back",
                    file=str(path))
    key = new_key()
    save(path, key)
    return key


def save(path: Path, key: str) -> None:
    """Write the key; when this returns, it is on disk."""
    save_text(path, f"{key}\n", PRIVATE)
    path.chmod(PRIVATE)
    if os.name == "posix":              # other systems cannot open folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _read(path: Path) -> str:
    with contextlib.suppress(PermissionError):
        path.chmod(PRIVATE)
    key = path.read_text(encoding="utf-8", errors="replace").strip()
    if not (keys := Secret.read(key).keys) or min(map(len, keys)) < SHORTEST:
        raise ValueError(Sentence("{path} does not hold the key that signs seats, which has at "
                                  "least {count} letters; put the right file back, or delete it, "
                                  "and links to seats will work no more", path=path,
                                  count=str(SHORTEST)))
    return key


def _wipe(connection: sqlite3.Connection) -> None:
    """Leave nothing of what was deleted in unused space, also not in the write-ahead log."""
    try:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as error:       # such as a disk that is full
        log.warning("traces of the key are left in the database", error=str(error))


def _file_of(connection: sqlite3.Connection) -> Path:
    return Path(connection.execute("PRAGMA database_list").fetchone()[2])
