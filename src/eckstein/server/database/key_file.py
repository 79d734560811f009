"""The key that signs seats, in a file outside a database that several servers share.

So no copy of the database holds it.  The database keeps a print, a digest of what is in the file: a
server that has another file is refused, and signs nothing by it.
"""
from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...base.files import PRIVATE
from ...base.sentence import Sentence
from ..game.tokens import Secret
from .migrations import PRINT
from .private import SECRET, SHORTEST, save
from .tables import settings


class KeyFile:
    """The file of a database's key.

    Args:
        engine: the database.
        path: the file.

    Raises:
        ValueError: with a sentence, if the database is a file and has its own beside it.
    """

    def __init__(self, engine: AsyncEngine, path: Path) -> None:
        if engine.dialect.name != "postgresql":
            raise ValueError(Sentence("--key is for PostgreSQL; with SQLite the key lies in a file "
                                      "beside the database"))
        self._engine, self._path = engine, path

    async def read(self) -> str:
        """All that is in the file; see `Secret`.

        A database that has no key yet takes this one.

        Raises:
            ValueError: with a sentence, if it is not the key of the database.
        """
        text = await asyncio.to_thread(read, self._path)
        async with self._engine.connect() as connection:
            if await _value(connection, SECRET) is not None:
                raise ValueError(Sentence(
                    "this database holds its key itself; stop all servers, and move it into a new "
                    "file with eckstein db key FILE"))
            prints = await _value(connection, PRINT)
        if prints is None:
            with contextlib.suppress(IntegrityError):       # another server was quicker
                async with self._engine.begin() as connection:
                    await connection.execute(sa.insert(settings).values(
                        name=PRINT, value=_print_of(text)))
            return await self.read()
        if _print_of(text) not in prints.split():
            raise ValueError(Sentence(
                "{path} is not the key by which the seats in this database were signed, or is "
                "older than the last db rotate or db revoke; put the right file there",
                path=self._path))
        return text

    async def change(self, change: Callable[[str], str]) -> None:
        """Replace what is in the file by what follows from it.

        Raises:
            ValueError: as by `read`.
            OSError: if the file cannot be written.
        """
        text = await self.read()
        new = change(text)
        # Whenever this is interrupted, what is in the file is accepted.
        async with self._engine.begin() as connection:
            await _put(connection, PRINT, f"{_print_of(text)} {_print_of(new)}")
        await asyncio.to_thread(save, self._path, new)
        async with self._engine.begin() as connection:
            await _put(connection, PRINT, _print_of(new))

    async def move_out(self) -> None:
        """Move the key from the database into the file, which is new.

        Raises:
            ValueError: with a sentence, if there is no key to be moved, or another one in the file.
            OSError: if the file cannot be written.
        """
        async with self._engine.begin() as connection:
            text = await _value(connection, SECRET)
            if text is None:
                raise ValueError(Sentence("there is no key in this database"))
            if self._path.exists() and read(self._path) != text:
                raise ValueError(Sentence("there is another key in {path} already; name a new "
                                          "file", path=self._path))
            await asyncio.to_thread(save, self._path, text)
            await _put(connection, PRINT, _print_of(text))
            await _take(connection, SECRET)

    async def move_back(self) -> None:
        """Put the key back into the database; the file stays.

        Raises:
            ValueError: as by `read`.
        """
        text = await self.read()
        async with self._engine.begin() as connection:
            await _put(connection, SECRET, text)
            await _take(connection, PRINT)


async def check_inside(engine: AsyncEngine) -> None:
    """See that the key of a database is not in a file.

    Raises:
        ValueError: with a sentence, if it is.
    """
    async with engine.connect() as connection:
        if await _value(connection, PRINT) is not None:
            raise ValueError(Sentence("the key of this database is in a file; name it with --key"))


def read(path: Path) -> str:
    """What is in a file of a key, which is closed to others as far as possible.

    Raises:
        ValueError: with a sentence, if it cannot be read, or holds no key.
    """
    with contextlib.suppress(OSError):      # such as another user's, or a file of a container
        if path.stat().st_mode & 0o077:
            path.chmod(PRIVATE)
    try:
        text = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise ValueError(Sentence("there is no key file {path}", path=path)) from None
    except (OSError, UnicodeError) as error:
        raise ValueError(Sentence("the key file {path} cannot be read: {error}", path=path,
                                  error=error)) from None
    if not (keys := Secret.read(text).keys) or min(map(len, keys)) < SHORTEST:
        raise ValueError(Sentence("{path} holds no key, which has at least {count} letters in a "
                                  "line", path=path, count=str(SHORTEST)))
    return text


def _print_of(text: str) -> str:
    return hashlib.sha256(f"print of {Secret.read(text)}".encode()).hexdigest()[:32]


async def _value(connection: AsyncConnection, name: str) -> str | None:
    found: str | None = await connection.scalar(
        sa.select(settings.c.value).where(settings.c.name == name))
    return found


async def _take(connection: AsyncConnection, name: str) -> None:
    await connection.execute(sa.delete(settings).where(settings.c.name == name))


async def _put(connection: AsyncConnection, name: str, value: str) -> None:
    await _take(connection, name)
    await connection.execute(sa.insert(settings).values(name=name, value=value))
