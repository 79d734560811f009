"""A server that tells an account of all that happens, and what it tells."""
import asyncio
import contextlib
from unittest import mock

import sqlalchemy as sa

from eckstein.server.database import tables
from eckstein.server.parts.mail import part as mail_part
from eckstein.server.parts.notices import notices

from .actors import people_at
from .helpers import PATIENCE, part, serving

ALL = "turn clock challenge begun tournament over"


class Told:
    """A channel that keeps what it is given; all of it is for Bruno."""

    def __init__(self, *answers):
        self.notices, self.answers, self.more = [], list(answers), asyncio.Event()

    async def deliver(self, notice):
        self.notices.append(notice)
        self.more.set()
        answer = self.answers.pop(0) if self.answers else "delivered"
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def wait(self, count):
        async with asyncio.timeout(PATIENCE):
            while len(self.notices) < count:
                self.more.clear()
                await self.more.wait()
        return [one.kind for one in self.notices]


async def wants(store, account, kinds=ALL, confirmed=2, bounced=None):
    async with store.engine.begin() as connection:
        await connection.execute(sa.insert(tables.contacts).values(
            account=account, address=f"{account}@example.org", language="en", kinds=kinds, added=1,
            confirmed=confirmed, bounced=bounced))


async def rows_of(server):
    async with server.service.store.engine.connect() as connection:
        return (await connection.execute(sa.select(
            tables.notices.c.kind, tables.notices.c.account, tables.notices.c.due))).all()


@contextlib.asynccontextmanager
async def noticing(place, kinds=ALL, turn=0):
    """A server that tells Bruno at once, and Anna nothing."""
    channel = Told()
    with mock.patch.object(mail_part, "channel_of", lambda *_: channel), \
            mock.patch.object(notices, "TURN", turn), \
            mock.patch.object(notices, "GATHER_SECONDS", 0.05):
        async with serving(place) as server:
            anna, bruno = await people_at(server, "Anna", "Bruno")
            id = (await part(server.service, "Accounts").find("Bruno")).id
            if kinds:
                await wants(server.service.store, id, kinds)
            yield server, anna, bruno, channel
            await asyncio.gather(anna.aclose(), bruno.aclose())
