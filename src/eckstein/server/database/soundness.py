"""Whether an SQLite file is sound, as far as can be checked in a short time."""
from __future__ import annotations

import contextlib
import sqlite3
import time

from sqlalchemy.ext.asyncio import AsyncEngine

from .writer import connect

LOOK_SECONDS = 2.0          # at a start: a large file is looked at in part
STEPS = 10_000              # of SQLite between two looks at the clock
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def look_over(engine: AsyncEngine, seconds: float = LOOK_SECONDS) -> None:
    """Look through a database for so long.

    Raises:
        sqlite3.Error: if it is damaged, or cannot be opened.
    """
    with contextlib.closing(connect(engine)) as connection:
        if (found := damage(connection, seconds)) is not None:
            raise sqlite3.DatabaseError(f"it is damaged ({found}); restore a backup with eckstein "
                                        "db restore")


def damage(connection: sqlite3.Connection, seconds: float | None = None) -> str | None:
    """What is wrong with a database, or None.

    Args:
        connection: to it.
        seconds: how long to look at most; None for all of it.

    Raises:
        sqlite3.Error: if it cannot be read at all.
    """
    if seconds is not None:
        end = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > end, STEPS)
    try:
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return None
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_CORRUPT:
            raise
        return str(error)
    finally:
        connection.set_progress_handler(None, 0)
    return None if found == "ok" else " ".join(found.split())


def is_damage(error: BaseException | None) -> bool:
    """Whether an error of the driver is about what lies in the file, and not about reaching it."""
    if not isinstance(error, sqlite3.Error):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return "decode" in str(error)           # a text that is none: the driver's own error
    return code & 0xFF in DAMAGE
