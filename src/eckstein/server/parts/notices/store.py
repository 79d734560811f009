"""Notices in a database."""
from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ....wire.words import NoticeKind
from ...database import rows
from ...database.tables import contacts, events, notices, players, push_subscriptions
from ...game.clocks import DAY
from ...game.identity import ACCOUNT
from ...game.speeds import DAYS
from ...store.contract import TakenError
from .notice import ChannelName, Facts, Notice

_FACTS = msgspec.json.Decoder(Facts)
_COLUMNS = [notices.c[name] for name in Notice._fields]
_REACHED = contacts.c.confirmed.is_not(None), contacts.c.bounced.is_(None), contacts.c.kinds != ""


class NoticeStore:
    """Stores notices.

    All calls raise StoreError or OSError if the database does not respond.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def wanted(self, account: str, kind: NoticeKind) -> list[ChannelName]:
        """The channels by which an account wants notices of a kind; empty for none."""
        found = await rows.found(self._engine, sa.union_all(
            sa.select(contacts.c.kinds, sa.literal("mail").label("channel"))
            .where(contacts.c.account == account, *_REACHED),
            sa.select(push_subscriptions.c.kinds, sa.literal("push").label("channel"))
            .where(push_subscriptions.c.account == account)))
        return sorted({row.channel for row in found if kind in row.kinds.split()})

    async def add(self, notice: Notice, most: int) -> bool:
        """Keep a notice, unless there is one of its key, or so many for the account within a day;
        returns whether it is new.
        """
        told = notice._asdict() | {"facts": msgspec.json.encode(notice.facts).decode(),
                                   "leased": None}
        recent = sa.select(sa.func.count()).where(
            notices.c.account == notice.account, notices.c.channel == notice.channel,
            notices.c.at > notice.at - DAY).scalar_subquery()
        known = sa.select(notices.c.key).where(notices.c.key == notice.key).exists()
        insertion = sa.insert(notices).from_select(_COLUMNS, sa.select(*(
            sa.literal(told[column.name], column.type) for column in _COLUMNS)).where(
            recent < most, ~known))
        try:
            async with rows.alone(self._engine, f"notices of {notice.account}") as connection:
                return bool((await connection.execute(insertion)).rowcount)
        except TakenError:              # by the same notice, at another server
            return False

    async def take(self, channel: ChannelName, now: int, until: int, most: int) -> list[Notice]:
        """Take notices that are due, and lease them; no other server takes them until then."""
        free = (notices.c.channel == channel, notices.c.due <= now,
                sa.or_(notices.c.leased.is_(None), notices.c.leased <= now))
        keys = [row.key for row in await rows.found(self._engine, sa.select(
            notices.c.key).where(*free).order_by(notices.c.due, notices.c.key).limit(most))]
        if not keys:
            return []
        async with rows.writing(self._engine) as connection:
            taken = await connection.execute(
                sa.update(notices).where(notices.c.key.in_(keys), *free)
                .values(leased=until, tries=notices.c.tries + 1).returning(*_COLUMNS))
            return sorted(map(_notice, taken), key=lambda one: (one.due, one.key))

    async def settle(self, notice: Notice, due: int | None, *, tried: bool = True) -> bool:
        """Say when a leased notice is to be tried again; None for never.

        Args:
            notice: as it was taken; nothing happens if its lease is over and another has it.
            due: when, or None.
            tried: whether this counts as a try.
        """
        return bool(await rows.write(self._engine, sa.update(notices).where(
            notices.c.key == notice.key, notices.c.leased == notice.leased).values(
            due=due, leased=None, tries=notice.tries - (not tried),
            **({"facts": "{}"} if due is None else {}))))       # only its key is needed any more

    async def games_by_days(self, since: int, most: int) -> list[str]:
        """Games by days of accounts that want notices, in which something has happened since."""
        told = sa.union(*(sa.select(sa.literal(ACCOUNT) + column) for column in (
            sa.select(contacts.c.account).where(*_REACHED).subquery().c.account,
            push_subscriptions.c.account)))
        touched = sa.select(events.c.at).where(events.c.game == players.c.game).order_by(
            events.c.seq.desc()).limit(1).scalar_subquery()
        query = sa.select(players.c.game).distinct().where(
            players.c.who.in_(told), players.c.speed == DAYS,
            sa.or_(players.c.ended >= since, sa.and_(players.c.ended.is_(None), touched >= since))
        ).order_by(players.c.game).limit(most)
        return [row.game for row in await rows.found(self._engine, query)]

    async def forget(self, before: int) -> None:
        """Forget notices of what happened before, delivered or not."""
        await rows.write(self._engine, sa.delete(notices).where(notices.c.at < before))


def _notice(row: Any) -> Notice:
    return Notice(**row._asdict() | {"facts": _FACTS.decode(row.facts)})
