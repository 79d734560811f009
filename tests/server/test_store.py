"""Events on disk."""
import asyncio
import contextlib

import pytest
from msgspec.structs import replace

from eckstein.server.game.events import Event
from eckstein.server.machine.store import Store
from eckstein.server.store.contract import ConflictError, StoreError
from eckstein.server.store.transactions import Ending, Transaction

from .helpers import run


@contextlib.asynccontextmanager
async def opened(folder):
    store = Store(f"sqlite+aiosqlite:///{folder / 'games.sqlite'}")
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def event(game, seq, id=None):
    return Event(game, seq, "white", id or str(seq), "move", {"text": "d1d2"}, {"white": 1}, 9)


def new(game):
    row = {"id": game, "rules": "contra", "created": 1, "over": False, "tended": True}
    return Transaction([event(game, 1)], [row])


def test_what_was_written_is_read(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            await store.write(new("g"))
            await store.write(Transaction([event("g", 2)]))
        async with opened(tmp_path) as store:
            assert [replace(one, digest=b"") for one in await store.events_of("g")] == [
                event("g", 1), event("g", 2)]
            assert await store.events_of("h") == []
    run(test())


def test_the_number_of_an_event_is_the_lock(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            await store.write(new("g"))
            with pytest.raises(ConflictError):
                await store.write(Transaction([event("g", 1, "other")]))
    run(test())


def test_a_command_is_written_once(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            await store.write(new("g"))
            with pytest.raises(ConflictError):
                await store.write(Transaction([event("g", 2, "1")]))
            assert len(await store.events_of("g")) == 1
    run(test())


def test_many_are_written_together_and_a_bad_one_spoils_none(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            games = [f"g{number}" for number in range(50)]
            done = await asyncio.gather(*(store.write(new(game)) for game in games),
                                        store.write(new("g7")), return_exceptions=True)
            assert [result for result in done if result] == [done[-1]]
            assert isinstance(done[-1], ConflictError)
            before = store.commits
            await asyncio.gather(*(store.write(Transaction([event(game, 2)])) for game in games))
            assert store.commits - before < 10
            assert all([len(await store.events_of(game)) == 2 for game in games])
    run(test())


def test_a_transaction_is_written_whole_or_not_at_all(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            await store.write(new("g"))
            transaction = Transaction([event("g", 2), event("g", 1)])
            with pytest.raises(ConflictError):
                await store.write(transaction)
            assert len(await store.events_of("g")) == 1
    run(test())


def test_games_are_looked_at_when_they_are_due(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            for game in ("g", "h", "i"):
                await store.write(new(game))
            assert await store.due(0, 10**15, 10) == []
            await store.write(Transaction([], due={"g": 7, "h": 5, "i": 0}))
            assert await store.due(1, 7, 10) == [("h", 5), ("g", 7)]
            assert await store.due(0, 6, 10) == [("i", 0), ("h", 5)]
            assert await store.due(0, 7, 2) == [("i", 0), ("h", 5)]
            await store.write(Transaction([event("g", 2)], ended={"g": Ending(5, "white")},
                                          due={"h": 6}))
            await store.write(Transaction([], due={"i": None}))
            assert await store.due(0, 10**15, 10) == [("h", 6)]
            assert await store.all_games() == ["g", "h", "i"]
    run(test())


def test_the_last_step_of_the_database_is_known():
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from eckstein.server.machine import migrations
    config = Config()
    config.set_main_option("script_location", migrations.__path__[0])
    assert ScriptDirectory.from_config(config).get_heads() == [migrations.STEPS[-1]]


def test_the_tables_of_the_steps_are_those_of_the_program(tmp_path):
    import sqlalchemy as sa

    from eckstein.server.machine.tables import tables

    async def test():
        async with opened(tmp_path) as store, store._engine.connect() as connection:
            return await connection.run_sync(lambda sync: {
                name: {column["name"] for column in sa.inspect(sync).get_columns(name)}
                for name in tables.tables})
    assert run(test()) == {name: set(table.columns.keys())
                           for name, table in tables.tables.items()}


def test_the_secret_stays(tmp_path):
    async def test():
        found = []
        for _ in range(2):
            async with opened(tmp_path) as store:
                found.append(await store.secret())
        assert found[0] == found[1] and len(found[0]) >= 32
    run(test())


def test_a_database_that_cannot_be_written_says_so(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            await store.writer.ask("query_only=ON")
            with pytest.raises(StoreError):
                await store.write(new("g"))
            await store.writer.ask("query_only=OFF")
            await store.write(new("g"))
            assert len(await store.events_of("g")) == 1
    run(test())


def test_the_disk_is_waited_for(tmp_path):
    async def test():
        async with opened(tmp_path) as store:
            assert await store.writer.ask("synchronous") == 2
            assert await store.writer.ask("journal_mode") == "wal"
    run(test())
