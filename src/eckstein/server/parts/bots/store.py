"""Bots, and the events that they are sent, in a database."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ....wire.http_bots import Policy
from ....wire.words import Colour
from ...database import rows
from ...database.tables import (
    accounts,
    bot_events,
    bot_policies,
    bot_told,
    chat_lines,
    games,
    players,
)
from ...game.identity import of_account
from ...store.contract import TakenError
from .bots import CHALLENGE, CHAT, Known, News, Unheard

_POLICY = msgspec.json.Decoder(Policy)
_TOPIC = players.c.game + "." + players.c.colour
_CHAT_TOPIC = sa.literal(CHAT) + _TOPIC


class BotStore:
    """Stores bots and their events.  All calls raise StoreError or OSError if the database does not
    respond.

    The events of an account are numbered without gaps.  They are made of what is stored of its
    games, for a listener, in the same transaction that notes up to where they were sent.

    Args:
        engine: the database; its tables are up to date.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def become(self, account: str, who: str) -> bool:
        """Let an account be a bot from now on; False if it has played."""
        played = sa.select(players.c.game).where(players.c.who == who).exists()
        return bool(await self._write(sa.update(accounts).where(
            accounts.c.id == account, sa.not_(played)).values(bot=True)))

    async def policy(self, account: str) -> Policy:
        """What a bot accepts."""
        found = await self._rows(sa.select(bot_policies.c.text)
                                 .where(bot_policies.c.account == account))
        return _POLICY.decode(found[0].text) if found else Policy()

    async def set_policy(self, account: str, policy: Policy) -> None:
        """Replace that."""
        await rows.change(
            self._engine, account,
            sa.delete(bot_policies).where(bot_policies.c.account == account),
            sa.insert(bot_policies).values(account=account,
                                           text=msgspec.json.encode(policy).decode()))

    async def playing(self, who: str) -> int:
        """How many games of an identity go on."""
        found = await self._rows(sa.select(sa.func.count()).where(
            players.c.who == who, players.c.ended.is_(None)))
        return int(found[0][0])

    async def seen(self) -> list[Known]:
        """All bots that are listed publicly, in the order of their names."""
        found = await self._rows(sa.select(accounts.c.id, accounts.c.name, bot_policies.c.text)
                                 .select_from(accounts.outerjoin(
                                     bot_policies, bot_policies.c.account == accounts.c.id))
                                 .where(accounts.c.bot, accounts.c.seen)
                                 .order_by(accounts.c.likeness))
        return [Known(row.id, row.name, _POLICY.decode(row.text) if row.text else Policy())
                for row in found]

    async def playing_each(self, found: Collection[str]) -> dict[str, int]:
        """How many games of each of some accounts go on."""
        whose = {of_account(account): account for account in found}
        counted = await self._rows(sa.select(players.c.who, sa.func.count()).where(
            players.c.who.in_(whose), players.c.ended.is_(None)).group_by(players.c.who))
        return dict.fromkeys(found, 0) | {whose[who]: count for who, count in counted}

    async def span(self, account: str) -> tuple[int, int, int]:
        """The ids of the first and the last stored event, and the time of the first; zeros if there
        is none.
        """
        of = bot_events.c.account == account
        row, = await self._rows(sa.select(sa.func.min(bot_events.c.id),
                                          sa.func.max(bot_events.c.id),
                                          sa.func.min(bot_events.c.at)).where(of))
        return row[0] or 0, row[1] or 0, row[2] or 0

    async def news(self, account: str, who: str, since: int, most: int) -> list[News]:
        """Games with news, of those that go on or ended after a time."""
        told = sa.func.coalesce(bot_told.c.seq, 0).label("told")
        query = sa.select(players.c.game, players.c.colour, told).select_from(
            players.join(games, games.c.id == players.c.game).outerjoin(
                bot_told, sa.and_(bot_told.c.account == account, bot_told.c.topic == _TOPIC))
        ).where(players.c.who == who,
                sa.or_(players.c.ended.is_(None), players.c.ended >= since),
                games.c.head > told).order_by(players.c.began, players.c.game).limit(most)
        return [News(*row) for row in await self._rows(query)]

    async def unheard(self, account: str, who: str, since: int, most: int) -> list[Unheard]:
        """Lines of opponents, by games and in order, in games that go on or ended after a time."""
        said = sa.and_(chat_lines.c.game == players.c.game,
                       chat_lines.c.colour != players.c.colour)
        told = sa.and_(bot_told.c.account == account, bot_told.c.topic == _CHAT_TOPIC)
        return [Unheard(*row) for row in await self._rows(
            sa.select(players.c.game, players.c.colour, chat_lines.c.number)
            .select_from(players.join(chat_lines, said).outerjoin(bot_told, told))
            .where(players.c.who == who,
                   sa.or_(players.c.ended.is_(None), players.c.ended >= since),
                   chat_lines.c.number > sa.func.coalesce(bot_told.c.seq, 0))
            .order_by(players.c.game, chat_lines.c.number).limit(most))]

    async def going_on(self, account: str, who: str) -> list[tuple[str, Colour]]:
        """Games that go on and of which the beginning was sent to the account, the oldest first."""
        told = sa.and_(bot_told.c.account == account, bot_told.c.topic == _TOPIC)
        return [(row.game, row.colour) for row in await self._rows(
            sa.select(players.c.game, players.c.colour)
            .select_from(players.join(bot_told, told))
            .where(players.c.who == who, players.c.ended.is_(None))
            .order_by(players.c.began, players.c.game))]

    async def challenges(self, account: str) -> set[str]:
        """The ids of challenges that were sent as open."""
        return {row.topic.removeprefix(CHALLENGE) for row in await self._rows(
            sa.select(bot_told.c.topic).where(bot_told.c.account == account,
                                              bot_told.c.topic.startswith(CHALLENGE)))}

    async def add(self, account: str, after: int, at: int, texts: Sequence[str],
                  told: Mapping[str, int], over: Sequence[str] = ()) -> bool:
        """Number some events and note what was sent with them; False if the last event is another
        one by now, and nothing is written.

        Args:
            account: the id of the account.
            after: the id of the last event before.
            at: the time.
            texts: the new events.
            told: by topic, how many events of it are sent with these.
            over: topics of which nothing more will be sent.

        Raises:
            GoneError: if there is no such account any more.
        """
        new = [{"account": account, "id": after + number, "at": at, "text": text}
               for number, text in enumerate(texts, 1)]
        statements: list[sa.Executable] = [sa.insert(bot_events).values(new)] if new else []
        if over:
            statements.append(sa.delete(bot_told).where(bot_told.c.account == account,
                                                        bot_told.c.topic.in_(over)))
        for topic, seq in told.items():
            statements += [
                sa.delete(bot_told).where(bot_told.c.account == account,
                                          bot_told.c.topic == topic),
                sa.insert(bot_told).values(account=account, topic=topic, seq=seq)]
        if not statements:
            return True
        try:
            async with rows.writing(self._engine) as connection:
                for statement in statements:
                    await connection.execute(statement)
                await rows.check_there(connection, of_account(account))
        except TakenError:
            return False
        return True

    async def events(self, account: str, after: int, most: int) -> list[tuple[int, str]]:
        """Events with their ids, in order."""
        return [(row.id, row.text) for row in await self._rows(
            sa.select(bot_events.c.id, bot_events.c.text)
            .where(bot_events.c.account == account, bot_events.c.id > after)
            .order_by(bot_events.c.id).limit(most))]

    async def forget_old(self, before: int) -> None:
        """Delete events from before a time, but of each account the last one stays."""
        later = bot_events.alias("later")
        newer = sa.select(later.c.id).where(later.c.account == bot_events.c.account,
                                            later.c.id > bot_events.c.id).exists()
        over = [sa.select(topic).where(players.c.ended < before)
                for topic in (_TOPIC, _CHAT_TOPIC)]
        await self._write(sa.delete(bot_events).where(bot_events.c.at < before, newer),
                          *(sa.delete(bot_told).where(bot_told.c.topic.in_(one)) for one in over))

    async def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        return await rows.found(self._engine, query)

    async def _write(self, *statements: sa.Executable) -> int:
        return await rows.write(self._engine, *statements)
