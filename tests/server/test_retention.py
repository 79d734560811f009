"""Of old games only those are looked at that may have expired, on SQLite and on PostgreSQL."""
import asyncio

import pytest
import sqlalchemy as sa

from eckstein.server.database import identities, retention
from eckstein.server.database.retention import Retention
from eckstein.server.database.tables import age, events, games
from eckstein.server.game.events import Event
from eckstein.server.game.identity import of_account, of_guest
from eckstein.server.store.transactions import Transaction

from .helpers import opened, url_of_file
from .written_games import player

ANNA, GUEST = of_account("anna"), of_guest("somebody")


async def write(store, game, who, at, moves=0):
    """A game that was made at a time, with so many moves at the same time."""
    kinds = ["created", *["move"] * moves]
    await store.write(Transaction(
        [Event(game, seq, "server", f"{seq}", kind, {}, None, at) for seq, kind in
         enumerate(kinds, 1)],
        [{"id": game, "rules": "contra", "created": at, "over": False, "tended": False}],
        [player(game, "white", who)]))


async def forget(store, some):
    """What `looked_at` has left to be done."""
    async with store.engine.begin() as connection:
        await connection.execute(sa.delete(events).where(events.c.game.in_(some)))
        await connection.execute(sa.delete(games).where(games.c.id.in_(some)))


@pytest.fixture
def looked_at(monkeypatch):
    """The games that retention has looked at, a list for each time; none is really deleted."""
    found, look = [], retention._old

    async def old(connection, of, *more):
        found.append(sorted(of))
        return await look(connection, of, *more)
    monkeypatch.setattr(retention, "_old", old)
    monkeypatch.setattr(Retention, "_forget", lambda self, *_: asyncio.sleep(0, True))
    return found


async def test_the_oldest_are_looked_at_first_a_few_at_a_time(place, monkeypatch, looked_at):
    monkeypatch.setattr(retention, "GAMES", 2)
    async with opened(place) as store:
        for number, game in enumerate("edcba"):
            await write(store, game, GUEST, 10 + number)
        assert sorted(await store.forget_old(0, 14, 50)) == ["d", "e"]
        await forget(store, ["d", "e"])
        assert sorted(await store.forget_old(0, 14, 50)) == ["b", "c"]
        assert looked_at == [["d", "e"], ["b", "c"]]


async def test_what_stays_is_looked_at_once_in_its_time(place, looked_at):
    async with opened(place) as store:
        await write(store, "guest", GUEST, 10, moves=2)
        await write(store, "account", ANNA, 10, moves=2)
        await write(store, "waits", ANNA, 10)

        async def look(now):
            """At a server that keeps games for 100, and 30 if they have not begun."""
            looked_at.clear()
            gone = await store.forget_old(now - 100, now - 30, now)
            await forget(store, gone)
            return looked_at[0], sorted(gone)
        assert await look(40) == ([], [])
        assert await look(41) == (["account", "guest", "waits"], [])
        for now in (42, 60, 110):
            assert await look(now) == ([], [])
        assert await look(111) == (["account", "guest", "waits"], ["guest", "waits"])
        for now in (112, 150, 211):
            assert await look(now) == ([], [])
        assert await look(212) == (["account"], [])
        async with store.engine.begin() as connection:
            for statement in identities.ends("anna", ANNA):
                await connection.execute(statement)
        assert await look(213) == (["account"], ["account"])


@pytest.mark.parametrize(("before", "lasting"), [(10, "0"), (20, "1")])
async def test_an_index_finds_what_is_due(tmp_path, before, lasting):
    async with opened(url_of_file(tmp_path)) as store, store.engine.connect() as connection:
        query = (sa.select(games.c.id).where(games.c.lasting == sa.literal(bool(int(lasting))),
                                             age < before).order_by(age).limit(9))
        text = str(query.compile(store.engine.sync_engine, compile_kwargs={"literal_binds": True}))
        plan = (await connection.execute(sa.text(f"EXPLAIN QUERY PLAN {text}"))).all()
        assert [row.detail for row in plan] == [
            "SEARCH game USING INDEX game_age (lasting=? AND <expr><?)"]
