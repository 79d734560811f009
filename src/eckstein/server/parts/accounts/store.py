"""Accounts in a database: names, passwords, passkeys, sessions, tokens, documents."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...database import identities, rows
from ...database.tables import (
    access_tokens,
    accounts,
    age,
    documents,
    passkeys,
    pseudonyms,
    pupils,
    recovery_codes,
    sessions,
)
from ...game.identity import account_of
from ...game.tokens import new_id
from ...ops.allowances import CAPS
from ...rooms.account_names import Called
from ...store.contract import GoneError, TakenError
from . import freed_names
from .events import Account, Session, Token


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key that a device of an account's owner holds.

    Attributes:
        id: as browsers write it.
        account: the id of its account.
        public_key: in COSE's format.
        uses: how often it was used, as far as the device counts.
        label: by which its owner knows it.
        created: when, in milliseconds since 1970.
    """

    id: str
    account: str
    public_key: bytes
    uses: int
    label: str
    created: int


class AccountStore:
    """Stores accounts.  Each call is done completely or not at all.

    All calls raise StoreError or OSError if the database does not respond.

    Transactions that write begin with a statement that does, so that two of them wait for each
    other.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _write(self, *statements: sa.Executable) -> int:
        return await rows.write(self._engine, *statements)

    async def _change(self, account: str, *statements: sa.Executable, session: str | None = None
                      ) -> int:
        return await rows.change(self._engine, account, *statements, session=session)

    async def _add(self, table: sa.Table, account: str, insertion: sa.Insert, most: int,
                   session: str | None) -> bool:
        """Insert what is an account's own into a table, unless it has so many there already."""
        async with rows.changing(self._engine, account, session) as connection:
            if await rows.count(connection, table.c.account == account) >= most:
                return False
            await connection.execute(insertion)
        return True

    async def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        return await rows.found(self._engine, query)

    # Accounts.

    async def names(self, ids: Sequence[str]) -> dict[str, Called]:
        """The names of accounts by their ids; those that are gone are left out."""
        found = await self._rows(sa.select(accounts.c.id, accounts.c.name, accounts.c.bot)
                                 .where(accounts.c.id.in_(ids)))
        return {row.id: Called(row.name, row.bot) for row in found}

    async def add(self, account: Account, likeness: str, passkey: Passkey | None,
                  codes: Sequence[str]) -> None:
        """A new account, with a passkey or the digests of recovery codes.

        Raises:
            TakenError: if the name or the passkey is taken.
        """
        more = [] if passkey is None else [_insertion(passkey)]
        async with rows.writing(self._engine) as connection:
            await insert(connection, account, likeness)
            for statement in (*more, *_coded(account.id, codes)):
                await connection.execute(statement)

    async def account(self, id: str) -> Account | None:
        """The account of an id."""
        return await self._account(accounts.c.id == id)

    async def named(self, likeness: str) -> Account | None:
        """The account of a name, given its likeness."""
        return await self._account(accounts.c.likeness == likeness)

    async def _account(self, condition: sa.ColumnElement[bool]) -> Account | None:
        found = await self._rows(sa.select(accounts.c.id, accounts.c.name, accounts.c.created,
                                           accounts.c.password, accounts.c.bot,
                                           accounts.c.public, accounts.c.seen,
                                           accounts.c.chats, accounts.c.guests,
                                           pupils.c.code.is_not(None))
                                 .outerjoin(pupils, pupils.c.account == accounts.c.id)
                                 .where(condition))
        return Account(*found[0]) if found else None

    async def is_taken(self, likeness: str, account: str | None, now: int) -> bool:
        """Whether a name belongs to another account than this one, or did until lately."""
        found = await self.named(likeness)
        if found is not None:
            return found.id != account
        (count,), = await self._rows(freed_names.resting(likeness, account, now))
        return bool(count)

    async def forget_names(self, now: int) -> None:
        """Forget names that have rested long enough."""
        await self._write(freed_names.forgotten(now))

    async def rename(self, account: str, name: str, likeness: str, now: int,
                     session: str | None = None,
                     check: Callable[[AsyncConnection], Awaitable[object]] | None = None) -> None:
        """Give an account the name that its owner has chosen.

        Args:
            account: its id.
            name, likeness: the name, and what it looks like.
            now: in milliseconds since 1970.
            session: by which it is given; see `rows.changing`.
            check: is awaited in the transaction, and may raise.

        Raises:
            TakenError: if it is taken.
            TooEarlyError: if another one was chosen lately.
        """
        async with rows.changing(self._engine, account, session) as connection:
            if check is not None:
                await check(connection)
            await freed_names.give(connection, account, name, likeness, now, chosen=True)

    async def set_privacy(self, account: str, *, seen: bool, chats: bool, guests: bool) -> None:
        """What an account lets others see and do."""
        await self._write(sa.update(accounts).where(accounts.c.id == account)
                          .values(seen=seen, chats=chats, guests=guests))

    async def set_password(self, account: str, password: str, *, before: str | None = None,
                           code: str | None = None, session: str | None = None) -> bool:
        """Replace the hash of a password, and end all sessions but one, all tokens, and the card.

        Args:
            account: its id.
            password: the new hash.
            before: only if this is still the hash; None for whatever it is.
            code: only if this is a recovery code of the account, which is used up; None for none.
            session: only if this one has not ended, which goes on; None for none.

        Returns:
            Whether it was replaced; if not, nothing has changed.
        """
        allowed: list[sa.Executable] = []
        if before is not None:
            allowed.append(rows.locking(account).where(accounts.c.password == before))
        if code is not None:
            allowed.append(_of(recovery_codes, account).where(recovery_codes.c.digest == code))
        try:
            async with rows.changing(self._engine, account, session) as connection:
                for condition in allowed:
                    if not (await connection.execute(condition)).rowcount:
                        return False
                for statement in (
                        sa.update(accounts).where(accounts.c.id == account)
                        .values(password=password),
                        sa.update(pupils).where(pupils.c.account == account).values(code=None),
                        _of(sessions, account).where(sessions.c.digest != (session or "")),
                        identities.sessions_ended(account), _of(access_tokens, account)):
                    await connection.execute(statement)
        except GoneError:
            return False
        return True

    async def set_codes(self, account: str, codes: Sequence[str], session: str | None = None
                        ) -> None:
        """Replace all recovery codes, given by their digests."""
        await self._change(account, _of(recovery_codes, account), *_coded(account, codes),
                           session=session)

    async def codes(self, account: str) -> int:
        """How many recovery codes are left."""
        found = await self._rows(sa.select(sa.func.count()).where(
            recovery_codes.c.account == account))
        return int(found[0][0])

    async def set_public(self, account: str, who: str, public: bool) -> None:
        """Say whether the games of an account that end from now on may be public; if not, those
        that have ended are public no more.
        """
        await self._write(sa.update(accounts).where(accounts.c.id == account)
                          .values(public=public),
                          *([] if public else [identities.unpublished(who)]))

    async def delete(self, account: str, who: str, now: int, session: str | None = None,
                     idle_since: int | None = None, card: bool = False) -> None:
        """Delete an account with all that is its own; its games stay, nameless, and its name rests.

        Args:
            account, who: its id, and its identity.
            now: the time.
            session: the digest of the session by which it is deleted; None for none.
            idle_since: if it is given, an account that is used again stays (see `identities.idle`).
            card: whether an account without a card stays.

        Raises:
            GoneError: if there is no such account any more, or it stays.
        """
        async with rows.changing(self._engine, account, session) as connection:
            if idle_since is not None and await connection.scalar(
                    identities.idle(idle_since).where(accounts.c.id == account)) is None:
                raise GoneError("the account is used again")
            if card and await connection.scalar(sa.select(pupils.c.code).where(
                    pupils.c.account == account)) is None:
                raise GoneError("the account has no card")
            likeness = (await connection.execute(sa.select(accounts.c.likeness).where(
                accounts.c.id == account))).scalar_one()
            await freed_names.free(connection, likeness, freed_names.NO_ACCOUNT, now)
            await connection.execute(sa.delete(accounts).where(accounts.c.id == account))
            for statement in identities.ends(account, who):
                await connection.execute(statement)

    async def idle(self, before: int, most: int, now: int) -> list[str]:
        """Accounts that expire, of those that are to be looked at; the others are looked at again
        in time.  See `identities.idle`.

        Args:
            before: they were not used since.
            most: how many are looked at, the oldest first.
            now: the time.
        """
        due = [row.id for row in await self._rows(sa.select(accounts.c.id).where(
            age < before).order_by(age).limit(most))]
        found = [row.id for row in await self._rows(
            identities.idle(before).where(accounts.c.id.in_(due)))]
        used = sa.select(sa.func.max(sessions.c.used)).where(
            sessions.c.account == accounts.c.id, sessions.c.used >= before).scalar_subquery()
        await self._write(sa.update(accounts).where(
            accounts.c.id.in_({*due} - {*found})).values(checked=sa.func.coalesce(used, now)))
        return found

    # Passkeys.

    async def add_passkey(self, passkey: Passkey, most: int, session: str | None = None) -> bool:
        """One more; False if the account has so many already.

        Raises:
            TakenError: if it is taken.
        """
        return await self._add(passkeys, passkey.account, _insertion(passkey), most, session)

    async def passkey(self, id: str) -> Passkey | None:
        """The passkey of an id."""
        found = await self._rows(sa.select(passkeys).where(passkeys.c.id == id))
        return Passkey(*found[0]) if found else None

    async def passkeys(self, account: str) -> list[Passkey]:
        """Those of an account, the oldest first."""
        return [Passkey(*row) for row in await self._rows(
            sa.select(passkeys).where(passkeys.c.account == account)
            .order_by(passkeys.c.created, passkeys.c.id))]

    async def passkey_used(self, id: str, uses: int) -> None:
        """Note how often one was used."""
        await self._write(sa.update(passkeys).where(passkeys.c.id == id).values(uses=uses))

    async def drop_passkey(self, account: str, id: str, session: str | None = None) -> bool:
        """Forget a passkey of an account; False if it is the last way to sign in."""
        async with rows.changing(self._engine, account, session) as connection:
            password = await connection.scalar(sa.select(accounts.c.password).where(
                accounts.c.id == account))
            known = list(await connection.scalars(sa.select(passkeys.c.id).where(
                passkeys.c.account == account)))
            if password is None and known == [id]:
                return False
            await connection.execute(_of(passkeys, account).where(passkeys.c.id == id))
        return True

    # Sessions.

    async def card(self, digest: str) -> Account | None:
        """The account of a card, given the digest of its code."""
        return await self._account(accounts.c.id == sa.select(pupils.c.account).where(
            pupils.c.code == digest).scalar_subquery())

    async def open(self, session: Session, password: str | None = None, card: str | None = None
                   ) -> bool:
        """Add a session; of each account only so many of the newest stay.

        Args:
            session: the new one.
            password: the hash that the given password fitted; None if none was given.
            card: the digest of the given code of a card; None if none was given.

        Returns:
            Whether the account still has that password, or card; if not, nothing is changed.
        """
        own = sessions.c.account == session.account
        newest = sa.select(sessions.c.digest).where(own).order_by(
            sessions.c.used.desc(), sessions.c.digest).limit(
            CAPS["sessions"].most)
        same = [] if password is None else [accounts.c.password == password]
        async with rows.writing(self._engine) as connection:
            if not (await connection.execute(
                    rows.locking(session.account).where(*same))).rowcount:
                return False
            # A statement of its own: see `rows.changing`.
            if card is not None and not await rows.count(
                    connection, pupils.c.account == session.account, pupils.c.code == card):
                return False
            for statement in (
                    sa.insert(sessions).values(
                        digest=session.digest, account=session.account, device=session.device,
                        created=session.created, used=session.used),
                    sa.delete(sessions).where(own, sessions.c.digest.not_in(newest)),
                    identities.sessions_ended(session.account)):
                await connection.execute(statement)
        return True

    async def session(self, digest: str) -> Session | None:
        """The session of a cookie."""
        found = await self._rows(sa.select(sessions).where(sessions.c.digest == digest))
        return Session(*found[0]) if found else None

    async def alive(self, digests: Sequence[str], now: int) -> set[str]:
        """Which of some sessions and tokens have not ended."""
        kept = sa.select(access_tokens.c.digest).where(
            access_tokens.c.digest.in_(digests),
            sa.or_(access_tokens.c.ends.is_(None), access_tokens.c.ends > now))
        found = await self._rows(sa.select(sa.union_all(
            sa.select(sessions.c.digest).where(sessions.c.digest.in_(digests)), kept).subquery()))
        return {row.digest for row in found}

    async def sessions(self, account: str) -> list[Session]:
        """Those of an account, the newest first."""
        return [Session(*row) for row in await self._rows(
            sa.select(sessions).where(sessions.c.account == account)
            .order_by(sessions.c.used.desc(), sessions.c.digest))]

    async def session_used(self, digest: str, used: int) -> None:
        """Note when one was last seen."""
        await self._write(sa.update(sessions).where(sessions.c.digest == digest)
                          .values(used=used))

    async def close(self, account: str, digest: str | None, but: str = "") -> None:
        """End one session of an account, or all but one."""
        which = sessions.c.digest != but if digest is None else sessions.c.digest == digest
        await self._write(rows.locking(account), _of(sessions, account).where(which),
                          identities.sessions_ended(account))

    # Tokens.

    async def add_token(self, token: Token, most: int, session: str | None = None) -> bool:
        """One more; False if the account has so many already."""
        return await self._add(access_tokens, token.account, sa.insert(access_tokens).values(
            digest=token.digest, account=token.account, name=token.name,
            scopes=" ".join(sorted(token.scopes)), created=token.created, ends=token.ends,
            used=token.used), most, session)

    async def token(self, digest: str) -> Token | None:
        """The token of a secret, also one that has ended."""
        found = await self._rows(sa.select(access_tokens).where(access_tokens.c.digest == digest))
        return _token(found[0]) if found else None

    async def tokens(self, account: str) -> list[Token]:
        """Those of an account, the newest first."""
        return [_token(row) for row in await self._rows(
            sa.select(access_tokens).where(access_tokens.c.account == account)
            .order_by(access_tokens.c.created.desc(), access_tokens.c.digest))]

    async def token_used(self, digest: str, used: int) -> None:
        """Note when one was last seen."""
        await self._write(sa.update(access_tokens).where(access_tokens.c.digest == digest)
                          .values(used=used))

    async def drop_tokens(self, account: str, id: str, session: str | None = None) -> None:
        """Forget a token of an account."""
        await self._change(account, _of(access_tokens, account).where(
            access_tokens.c.digest.startswith(id, autoescape=True)), session=session)

    async def claim(self, guest: str, account: str) -> int:
        """Give the games of one identity to another; returns how many seats these were."""
        return await self._change(account_of(account) or "", *identities.claims(guest, account))

    # What devices keep.

    async def document(self, account: str) -> tuple[int, str]:
        """What devices of an account keep there: its version and text; (0, "") for nothing."""
        found = await self._rows(sa.select(documents.c.version, documents.c.text)
                                 .where(documents.c.account == account))
        return (found[0].version, found[0].text) if found else (0, "")

    async def set_document(self, account: str, version: int, text: str) -> bool:
        """Replace it by its next version; False if there is that version already."""
        if version > 1:
            return bool(await self._write(sa.update(documents).where(
                documents.c.account == account, documents.c.version == version - 1)
                .values(version=version, text=text)))
        try:
            await self._change(account, sa.insert(documents).values(
                account=account, version=version, text=text))
        except TakenError:
            return False
        return True


async def insert(connection: AsyncConnection, account: Account, likeness: str) -> None:
    """Add an account in a transaction.

    Raises:
        TakenError: if the name is taken.
    """
    await connection.execute(sa.insert(accounts).values(
        id=account.id, name=account.name, likeness=likeness, created=account.created,
        password=account.password))
    await connection.execute(sa.insert(pseudonyms).values(code=new_id(), account=account.id))
    await freed_names.take(connection, likeness, account.id, account.created)


def _insertion(passkey: Passkey) -> sa.Insert:
    return sa.insert(passkeys).values(
        id=passkey.id, account=passkey.account, public_key=passkey.public_key,
        uses=passkey.uses, label=passkey.label, created=passkey.created)


def _token(row: Any) -> Token:
    return Token(row.digest, row.account, row.name, frozenset(row.scopes.split()), row.created,
                 row.ends, row.used)


def _coded(account: str, codes: Sequence[str]) -> list[sa.Insert]:
    """Statements that keep recovery codes."""
    return [sa.insert(recovery_codes).values(digest=code, account=account) for code in codes]


def _of(table: sa.Table, account: str) -> sa.Delete:
    """The statement that deletes what is an account's own in a table."""
    return sa.delete(table).where(table.c.account == account)
