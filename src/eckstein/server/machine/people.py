"""Accounts in a database; see `People`."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ..game.identity import account_of
from ..people import naming
from ..people.account_names import Called
from ..people.conduct import names_taken
from ..people.contract import (
    ANY_GAME,
    Account,
    Passkey,
    Seated,
    Session,
    TakenError,
    Token,
    Wanted,
)
from ..store.contract import GoneError
from . import blocks, challenges, chat, moderation, rows, tables
from .absences import Absences
from .blocks import Blocks
from .bots import Bots
from .calendars import Calendars
from .challenges import Challenges
from .chat import Chat
from .contacts import Contacts
from .follows import Follows
from .moderation import Moderation
from .notices import Notices
from .public_games import PublicGamesStore
from .push_store import PushDevices, strays
from .ratings import Ratings
from .tables import (
    absences,
    access_tokens,
    accounts,
    bot_events,
    bot_policies,
    bot_told,
    calendars,
    contacts,
    documents,
    notices,
    passkeys,
    players,
    push_subscriptions,
    rating_changes,
    ratings,
    recovery_codes,
    sessions,
)

SESSIONS = 30               # of one account; those seen last stay
NOBODY = ""                 # the identity of players whose account is gone
# What goes with an account.
OWN = (passkeys, recovery_codes, sessions, documents, ratings, rating_changes, access_tokens,
       bot_policies, bot_events, bot_told, absences, calendars, notices, contacts,
       push_subscriptions)


class PeopleStore:
    """See `People`.  Transactions that write begin with a statement that does, so that two of them
    wait for each other.

    Args:
        engine: the database, whose tables are up to date.

    Attributes:
        ratings: of the accounts.
        bots: those among them.
        blocks: between accounts.
        follows: likewise.
        chat: what players say to each other.
        challenges: of and to accounts and guests.
        moderation: reports, flags, and what was done.
        public_games: what was played in games of accounts that agree.
        absences, calendars: of accounts.
        notices, contacts: what they are told, and where.
        push: their devices that get them.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self.ratings, self.bots = engine, Ratings(engine), Bots(engine)
        self.public_games = PublicGamesStore(engine)
        self.challenges, self.blocks = Challenges(engine), Blocks(engine)
        self.moderation = Moderation(engine)
        self.absences, self.calendars = Absences(engine), Calendars(engine)
        self.follows, self.chat = Follows(engine), Chat(engine)
        self.notices, self.push = Notices(engine), PushDevices(engine)
        self.contacts = Contacts(engine)

    async def _write(self, *statements: sa.Executable) -> int:
        return await rows.write(self._engine, *statements)

    async def _change(self, account: str, *statements: sa.Executable, session: str | None = None
                      ) -> int:
        return await rows.change(self._engine, account, *statements, session=session)

    async def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        return await rows.found(self._engine, query)

    # Accounts.

    async def names(self, ids: Sequence[str]) -> dict[str, Called]:
        """See `People`."""
        found = await self._rows(sa.select(accounts.c.id, accounts.c.name, accounts.c.bot)
                                 .where(accounts.c.id.in_(ids)))
        return {row.id: Called(row.name, row.bot) for row in found}

    async def add(self, account: Account, likeness: str, passkey: Passkey | None,
                  codes: Sequence[str]) -> None:
        """See `People`."""
        new = sa.insert(accounts).values(
            id=account.id, name=account.name, likeness=likeness, created=account.created,
            password=account.password)
        more = [] if passkey is None else [_insertion(passkey)]
        await self._write(new, *more, *_coded(account.id, codes))

    async def account(self, id: str) -> Account | None:
        """See `People`."""
        return await self._account(accounts.c.id == id)

    async def named(self, likeness: str) -> Account | None:
        """See `People`."""
        return await self._account(accounts.c.likeness == likeness)

    async def _account(self, condition: sa.ColumnElement[bool]) -> Account | None:
        found = await self._rows(sa.select(accounts.c.id, accounts.c.name, accounts.c.created,
                                           accounts.c.password, accounts.c.bot,
                                           accounts.c.public, accounts.c.seen,
                                           accounts.c.chats)
                                 .where(condition))
        return Account(*found[0]) if found else None

    async def rename(self, account: str, name: str, likeness: str, session: str | None = None
                     ) -> bool:
        """See `People`."""
        async with rows.changing(self._engine, account, session) as connection:
            taken = names_taken(await moderation.entries(connection, account))
            if likeness in map(naming.likeness, taken):
                return False
            await connection.execute(sa.update(accounts).where(accounts.c.id == account)
                                     .values(name=name, likeness=likeness))
        return True

    async def set_privacy(self, account: str, *, seen: bool, chats: bool) -> None:
        """See `People`."""
        await self._write(sa.update(accounts).where(accounts.c.id == account)
                          .values(seen=seen, chats=chats))

    async def set_password(self, account: str, password: str, *, before: str | None = None,
                           code: str | None = None, session: str | None = None) -> bool:
        """See `People`."""
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
                        _of(sessions, account).where(sessions.c.digest != (session or "")),
                        strays(account), _of(access_tokens, account)):
                    await connection.execute(statement)
        except GoneError:
            return False
        return True

    async def set_codes(self, account: str, codes: Sequence[str], session: str | None = None
                        ) -> None:
        """See `People`."""
        await self._change(account, _of(recovery_codes, account), *_coded(account, codes),
                           session=session)

    async def codes(self, account: str) -> int:
        """See `People`."""
        found = await self._rows(sa.select(sa.func.count()).where(
            recovery_codes.c.account == account))
        return int(found[0][0])

    async def set_public(self, account: str, who: str, public: bool) -> None:
        """See `People`."""
        await self._write(sa.update(accounts).where(accounts.c.id == account)
                          .values(public=public), *([] if public else [_withdrawal(who)]))

    async def delete(self, account: str, who: str, session: str | None = None) -> None:
        """See `People`."""
        async with rows.changing(self._engine, account, session) as connection:
            for statement in (sa.delete(accounts).where(accounts.c.id == account),
                              *(_of(table, account) for table in OWN), _withdrawal(who),
                              sa.update(players).where(players.c.who == who).values(who=NOBODY)):
                await connection.execute(statement)
            await blocks.delete(connection, account)
            await moderation.delete(connection, account, who)
            await chat.delete(connection, who)
            await challenges.delete(connection, sa.or_(tables.challenges.c.sender == who,
                                                       tables.challenges.c.receiver == who))

    # Passkeys.

    async def add_passkey(self, passkey: Passkey, session: str | None = None) -> None:
        """See `People`."""
        await self._change(passkey.account, _insertion(passkey), session=session)

    async def passkey(self, id: str) -> Passkey | None:
        """See `People`."""
        found = await self._rows(sa.select(passkeys).where(passkeys.c.id == id))
        return Passkey(*found[0]) if found else None

    async def passkeys(self, account: str) -> list[Passkey]:
        """See `People`."""
        return [Passkey(*row) for row in await self._rows(
            sa.select(passkeys).where(passkeys.c.account == account)
            .order_by(passkeys.c.created, passkeys.c.id))]

    async def passkey_used(self, id: str, uses: int) -> None:
        """See `People`."""
        await self._write(sa.update(passkeys).where(passkeys.c.id == id).values(uses=uses))

    async def drop_passkey(self, account: str, id: str, session: str | None = None) -> bool:
        """See `People`."""
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

    async def open(self, session: Session, password: str | None = None) -> bool:
        """See `People`."""
        own = sessions.c.account == session.account
        newest = sa.select(sessions.c.digest).where(own).order_by(
            sessions.c.used.desc(), sessions.c.digest).limit(SESSIONS)
        same = [] if password is None else [accounts.c.password == password]
        async with rows.writing(self._engine) as connection:
            if not (await connection.execute(
                    rows.locking(session.account).where(*same))).rowcount:
                return False
            for statement in (
                    sa.insert(sessions).values(
                        digest=session.digest, account=session.account, device=session.device,
                        created=session.created, used=session.used),
                    sa.delete(sessions).where(own, sessions.c.digest.not_in(newest)),
                    strays(session.account)):
                await connection.execute(statement)
        return True

    async def session(self, digest: str) -> Session | None:
        """See `People`."""
        found = await self._rows(sa.select(sessions).where(sessions.c.digest == digest))
        return Session(*found[0]) if found else None

    async def alive(self, digests: Sequence[str], now: int) -> set[str]:
        """See `People`."""
        kept = sa.select(access_tokens.c.digest).where(
            access_tokens.c.digest.in_(digests),
            sa.or_(access_tokens.c.ends.is_(None), access_tokens.c.ends > now))
        found = await self._rows(sa.select(sa.union_all(
            sa.select(sessions.c.digest).where(sessions.c.digest.in_(digests)), kept).subquery()))
        return {row.digest for row in found}

    async def sessions(self, account: str) -> list[Session]:
        """See `People`."""
        return [Session(*row) for row in await self._rows(
            sa.select(sessions).where(sessions.c.account == account)
            .order_by(sessions.c.used.desc(), sessions.c.digest))]

    async def session_used(self, digest: str, used: int) -> None:
        """See `People`."""
        await self._write(sa.update(sessions).where(sessions.c.digest == digest)
                          .values(used=used))

    async def close(self, account: str, digest: str | None, but: str = "") -> None:
        """See `People`."""
        which = sessions.c.digest != but if digest is None else sessions.c.digest == digest
        await self._write(rows.locking(account), _of(sessions, account).where(which),
                          strays(account))

    # Tokens.

    async def add_token(self, token: Token, session: str | None = None) -> None:
        """See `People`."""
        await self._change(token.account, sa.insert(access_tokens).values(
            digest=token.digest, account=token.account, name=token.name,
            scopes=" ".join(sorted(token.scopes)), created=token.created, ends=token.ends,
            used=token.used), session=session)

    async def token(self, digest: str) -> Token | None:
        """See `People`."""
        found = await self._rows(sa.select(access_tokens).where(access_tokens.c.digest == digest))
        return _token(found[0]) if found else None

    async def tokens(self, account: str) -> list[Token]:
        """See `People`."""
        return [_token(row) for row in await self._rows(
            sa.select(access_tokens).where(access_tokens.c.account == account)
            .order_by(access_tokens.c.created.desc(), access_tokens.c.digest))]

    async def token_used(self, digest: str, used: int) -> None:
        """See `People`."""
        await self._write(sa.update(access_tokens).where(access_tokens.c.digest == digest)
                          .values(used=used))

    async def drop_tokens(self, account: str, id: str | None = None) -> None:
        """See `People`."""
        which = [] if id is None else [access_tokens.c.digest.startswith(id, autoescape=True)]
        await self._write(_of(access_tokens, account).where(*which))

    # Games.

    async def claim(self, guest: str, account: str) -> int:
        """See `People`."""
        mine = tables.challenges.c
        return await self._change(
            account_of(account) or NOBODY,
            *(sa.update(tables.challenges).where(column == guest).values({column: account})
              for column in (mine.sender, mine.receiver)),
            *moderation.claimed(guest, account),
            sa.update(tables.chat_lines).where(tables.chat_lines.c.who == guest)
            .values(who=account),
            sa.update(players).where(players.c.who == guest).values(who=account))

    async def games(self, who: str, *, ended: bool, before: tuple[int, str] | None, most: int,
                    wanted: Wanted = ANY_GAME) -> list[Seated]:
        """See `People`."""
        other, when = players.alias("other"), players.c.ended if ended else players.c.began
        query = sa.select(
            players.c.game, players.c.colour, players.c.rules, players.c.began, players.c.ended,
            players.c.outcome, other.c.who, players.c.speed, players.c.rated
        ).select_from(players.outerjoin(other, sa.and_(
            other.c.game == players.c.game, other.c.colour != players.c.colour))).where(
            players.c.who == who,
            players.c.ended.is_not(None) if ended else players.c.ended.is_(None))
        for column, value in ((players.c.rules, wanted.rules), (players.c.speed, wanted.speed),
                              (players.c.outcome, wanted.outcome),
                              (players.c.rated, wanted.rated), (other.c.who, wanted.against)):
            if value is not None:
                query = query.where(column == value)
        if before is not None:
            query = query.where(sa.tuple_(when, players.c.game) < sa.tuple_(*map(sa.literal,
                                                                                 before)))
        return [Seated(*row) for row in await self._rows(
            query.order_by(when.desc(), players.c.game.desc(), players.c.colour).limit(most))]

    async def tally(self, who: str) -> Mapping[str, Mapping[str, int]]:
        """See `People`."""
        found: dict[str, dict[str, int]] = {}
        for row in await self._rows(
                sa.select(players.c.rules, players.c.outcome, sa.func.count().label("games"))
                .where(players.c.who == who, players.c.outcome.is_not(None))
                .group_by(players.c.rules, players.c.outcome)):
            found.setdefault(row.rules, {})[row.outcome] = row.games
        return found

    # What devices keep.

    async def document(self, account: str) -> tuple[int, str]:
        """See `People`."""
        found = await self._rows(sa.select(documents.c.version, documents.c.text)
                                 .where(documents.c.account == account))
        return (found[0].version, found[0].text) if found else (0, "")

    async def set_document(self, account: str, version: int, text: str) -> bool:
        """See `People`."""
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


def _withdrawal(who: str) -> sa.Update:
    """The statement by which the games of somebody are public no more."""
    return sa.update(players).where(players.c.who == who, players.c.agreed).values(
        agreed=False, to_explore=players.c.ended)


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
