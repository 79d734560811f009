"""Notices in a database; see `NoticeStore`."""
from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ...wire.words import NoticeKind
from ..game.clocks import DAY
from ..game.identity import ACCOUNT
from ..game.speeds import DAYS
from ..people.contract import TakenError
from ..people.notices import ChannelName, Facts, Notice
from . import rows
from .tables import contacts, events, notices, players, push_subscriptions

_FACTS = msgspec.json.Decoder(Facts)
_COLUMNS = [notices.c[name] for name in Notice._fields]
_REACHED = contacts.c.confirmed.is_not(None), contacts.c.bounced.is_(None), contacts.c.kinds != ""


class Notices:
    """See `NoticeStore`.

    Args:
        engine: the database, whose tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def wanted(self, account: str, kind: NoticeKind) -> list[ChannelName]:
        """See `NoticeStore`."""
        found = await rows.found(self._engine, sa.union_all(
            sa.select(contacts.c.kinds, sa.literal("mail").label("channel"))
            .where(contacts.c.account == account, *_REACHED),
            sa.select(push_subscriptions.c.kinds, sa.literal("push").label("channel"))
            .where(push_subscriptions.c.account == account)))
        return sorted({row.channel for row in found if kind in row.kinds.split()})

    async def add(self, notice: Notice, most: int) -> bool:
        """See `NoticeStore`."""
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
            return bool(await rows.write(self._engine, insertion))
        except TakenError:              # by the same notice, at another server
            return False

    async def take(self, channel: ChannelName, now: int, until: int, most: int) -> list[Notice]:
        """See `NoticeStore`."""
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
        """See `NoticeStore`."""
        return bool(await rows.write(self._engine, sa.update(notices).where(
            notices.c.key == notice.key, notices.c.leased == notice.leased).values(
            due=due, leased=None, tries=notice.tries - (not tried),
            **({"facts": "{}"} if due is None else {}))))       # only its key is needed any more

    async def games_by_days(self, since: int, most: int) -> list[str]:
        """See `NoticeStore`."""
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
        """See `NoticeStore`."""
        await rows.write(self._engine, sa.delete(notices).where(notices.c.at < before))


def _notice(row: Any) -> Notice:
    return Notice(**row._asdict() | {"facts": _FACTS.decode(row.facts)})
