"""Classes in a database."""
from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ....base.errors import EcksteinError
from ....wire.http_classes import Given
from ...database import identities, rows
from ...database.tables import (
    access_tokens,
    accounts,
    class_teachers,
    classes,
    documents,
    passkeys,
    players,
    pupils,
    recovery_codes,
    sessions,
)
from ...game.identity import ACCOUNT
from ...ops.allowances import CAPS
from ...store.contract import GoneError
from ..accounts import freed_names
from ..accounts.events import Account, Session
from ..accounts.store import insert

_GIVEN = msgspec.json.Decoder(list[Given])
LEFT = 20                   # classes without teachers in one step
_id, _of, _by = classes.c.id, pupils.c.class_id, class_teachers.c


class FullError(EcksteinError):
    """There are as many already as there may be."""


class Found(NamedTuple):
    """A class, with what was given to all, the newest first."""

    id: str
    name: str
    given: list[Given]


class Member(NamedTuple):
    """A pupil: whether its key is a card, and how many games have ended lately."""

    account: str
    name: str
    card: bool
    games: int
    won: int


class New(NamedTuple):
    """A pupil to be added, with what its name looks like, and the digest of its code."""

    account: Account
    likeness: str
    code: str


class ClassStore:
    """Stores classes, with teachers and pupils.

    All calls raise StoreError or OSError if the database does not respond, and those of a teacher
    GoneError if the session has ended or belongs to no teacher of the class.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _rows(self, *columns: Any, where: sa.ColumnElement[bool]) -> Sequence[Any]:
        return await rows.found(self._engine, sa.select(*columns).where(where).order_by(*columns))

    async def taught_by(self, account: str) -> Sequence[Any]:
        """Names and ids of the classes of a teacher, and how many pupils each has."""
        many = sa.select(sa.func.count()).where(_of == _id).scalar_subquery()
        return await self._rows(classes.c.name, _id, many, where=_id.in_(_taught(account)))

    async def of_pupil(self, account: str) -> Found | None:
        """The class of a pupil, if it has a teacher."""
        return await self._class(sa.and_(
            _id.in_(sa.select(_of).where(pupils.c.account == account)),
            _id.in_(sa.select(_by.class_id))))

    async def of_teacher(self, id: str, account: str) -> Found | None:
        """A class, if the account teaches it."""
        return await self._class(sa.and_(_id == id, _id.in_(_taught(account))))

    async def _class(self, where: sa.ColumnElement[bool]) -> Found | None:
        found = await self._rows(_id, classes.c.name, classes.c.given, where=where)
        return Found(found[0].id, found[0].name, _GIVEN.decode(found[0].given)) if found else None

    async def teachers(self, id: str) -> list[str]:
        """The accounts of the teachers of a class."""
        return [row.account for row in await self._rows(_by.account, where=_by.class_id == id)]

    async def pupils(self, id: str, since: int = 0) -> list[Member]:
        """The pupils of a class, by name, with the games that have ended since a time."""
        ended = sa.and_(players.c.who == sa.literal(ACCOUNT) + pupils.c.account,
                        players.c.ended >= since)
        games, won = (sa.select(sa.func.count()).where(
            ended, players.c.outcome.in_(some)).scalar_subquery()
            for some in (("won", "lost", "drawn"), ("won",)))
        return [Member(*row) for row in await rows.found(self._engine, sa.select(
            pupils.c.account, accounts.c.name, pupils.c.code.is_not(None), games, won).join(
            accounts, accounts.c.id == pupils.c.account).where(_of == id).order_by(
            sa.func.lower(accounts.c.name)))]

    async def document(self, account: str) -> str:
        """What the devices of a pupil keep."""
        found = await self._rows(documents.c.text, where=documents.c.account == account)
        return found[0].text if found else ""

    async def are_apart(self, pupil: str, other: str | None) -> bool:
        """Whether another account is neither the pupil, nor taught or teaching in its class."""
        own = sa.select(_of).where(pupils.c.account == pupil)
        return not await rows.found(self._engine, sa.union_all(
            sa.select(_of).where(pupils.c.account == other, _of.in_(own)),
            sa.select(_by.class_id).where(_by.account == other, _by.class_id.in_(own))))

    # What teachers order.

    @contextlib.asynccontextmanager
    async def _taught(self, by: Session, id: str) -> AsyncIterator[AsyncConnection]:
        """A transaction of a teacher; no other changes the class meanwhile."""
        async with rows.changing(self._engine, by.account, by.digest) as connection:
            await connection.execute(sa.select(_id).where(_id == id).with_for_update())
            # A statement of its own, as in `changing`: the class may have ended meanwhile.
            if not await rows.count(connection, _by.class_id == id, _by.account == by.account):
                raise GoneError("the class is gone")
            yield connection

    async def make(self, by: Session, id: str, name: str, now: int) -> None:
        """A new class.

        Raises:
            FullError: if the teacher has too many.
        """
        async with rows.changing(self._engine, by.account, by.digest) as connection:
            await _check(connection, "classes", _by.account == by.account)
            await connection.execute(sa.insert(classes).values(
                id=id, name=name, given="[]", created=now))
            await connection.execute(sa.insert(class_teachers).values(
                class_id=id, account=by.account))

    async def add_teacher(self, by: Session, id: str, account: str) -> None:
        """One more teacher.

        Raises:
            FullError: if there are too many.
        """
        async with self._taught(by, id) as connection:
            await rows.check_there(connection, ACCOUNT + account)
            there, own = _by.class_id == id, _by.account == account
            if not await rows.count(connection, there, own):
                await _check(connection, "class-teachers", there)
                await _check(connection, "classes", own)
                await connection.execute(sa.insert(class_teachers).values(
                    class_id=id, account=account))

    async def drop_teachers(self, by: Session, id: str, account: str) -> None:
        """A teacher leaves, or all if none is named, which ends the class."""
        async with self._taught(by, id) as connection:
            await connection.execute(sa.delete(class_teachers).where(
                _by.class_id == id, *[_by.account == account] * bool(account)))

    async def add(self, by: Session, id: str, new: Sequence[New]) -> None:
        """New pupils, all of them or none.

        Raises:
            FullError: if there are too many.
            TakenError: if a name was taken meanwhile.
        """
        async with self._taught(by, id) as connection:
            await _check(connection, "pupils", _of == id, more=len(new))
            for one in sorted(new, key=lambda one: one.likeness):   # as others: none waits for us
                await insert(connection, one.account, one.likeness)
                await connection.execute(sa.insert(pupils).values(
                    account=one.account.id, class_id=id, code=one.code, added=one.account.created))

    async def set_cards(self, by: Session, id: str, cards: Sequence[tuple[str, str]]
                        ) -> set[str]:
        """Replace cards, each given by an account and the digest of its code.

        All else that has let into the account ends.  An account without a card gets none.

        Returns:
            The accounts that have got one.
        """
        done = set[str]()
        async with self._taught(by, id) as connection:
            for account, code in sorted(cards):
                await connection.execute(rows.locking(account))
                if (await connection.execute(sa.update(pupils).where(
                        *_carded(id, account)).values(code=code))).rowcount:
                    done.add(account)
                    for table in (sessions, passkeys, recovery_codes, access_tokens):
                        await connection.execute(sa.delete(table).where(
                            table.c.account == account))
                    await connection.execute(identities.sessions_ended(account))
        return done

    async def rename(self, by: Session, id: str, account: str, name: str, likeness: str, now: int,
                     check: Callable[[AsyncConnection], Awaitable[object]]) -> None:
        """Call a pupil with a card otherwise; see `AccountStore.rename`.

        Raises:
            TakenError: if the name is taken.
        """
        async with self._taught(by, id) as connection:
            await connection.execute(rows.locking(account))
            if not await rows.count(connection, *_carded(id, account)):
                raise GoneError("the pupil is gone")
            await check(connection)
            await freed_names.give(connection, account, name, likeness, now, chosen=False)

    async def drop(self, by: Session, account: str) -> bool:
        """Have an account be no pupil any more, unless its key is a card."""
        return bool(await rows.change(self._engine, by.account, sa.delete(pupils).where(
            pupils.c.account == account, pupils.c.code.is_(None)), session=by.digest))

    async def give(self, by: Session, id: str, change: Callable[[list[Given]], list[Given]]
                   ) -> None:
        """Change what was given to all; only so much of it stays, the newest."""
        async with self._taught(by, id) as connection:
            now = _GIVEN.decode(await connection.scalar(sa.select(classes.c.given).where(
                _id == id)) or "[]")
            await connection.execute(sa.update(classes).where(_id == id).values(
                given=msgspec.json.encode(change(now)[:CAPS["class-tasks"].most]).decode()))

    # Classes that have no teacher any more.

    async def left(self) -> list[str]:
        """A few of them."""
        return [row.id for row in await self._rows(
            _id, where=_id.not_in(sa.select(_by.class_id)))][:LEFT]

    async def forget(self, id: str) -> None:
        """Forget a class of which no account has a card any more."""
        await rows.write(self._engine, sa.delete(pupils).where(_of == id, pupils.c.code.is_(None)),
                         sa.delete(classes).where(_id == id, _id.not_in(sa.select(_of))))


async def _check(connection: AsyncConnection, cap: str, where: sa.ColumnElement[bool],
                 more: int = 1) -> None:
    if await rows.count(connection, where) + more > CAPS[cap].most:
        raise FullError


def _taught(account: str) -> sa.Select[tuple[str]]:
    """The query for the ids of the classes that an account teaches."""
    return sa.select(_by.class_id).where(_by.account == account)


def _carded(id: str, account: str) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions for a pupil of a class with a card."""
    return pupils.c.account == account, _of == id, pupils.c.code.is_not(None)
