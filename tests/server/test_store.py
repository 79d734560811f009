"""Events on disk."""
import asyncio
import contextlib

import pytest
from msgspec.structs import replace

from eckstein.server.database.store import Store
from eckstein.server.game.events import Event
from eckstein.server.store.contract import ConflictError, StoreError
from eckstein.server.store.transactions import Ending, Transaction


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


async def test_what_was_written_is_read(tmp_path):
    async with opened(tmp_path) as store:
        await store.write(new("g"))
        await store.write(Transaction([event("g", 2)]))
    async with opened(tmp_path) as store:
        assert [replace(one, digest=b"") for one in await store.events_of("g")] == [
            event("g", 1), event("g", 2)]
        assert await store.events_of("h") == []


async def test_the_number_of_an_event_is_the_lock(tmp_path):
    async with opened(tmp_path) as store:
        await store.write(new("g"))
        with pytest.raises(ConflictError):
            await store.write(Transaction([event("g", 1, "other")]))


async def test_a_command_is_written_once(tmp_path):
    async with opened(tmp_path) as store:
        await store.write(new("g"))
        with pytest.raises(ConflictError):
            await store.write(Transaction([event("g", 2, "1")]))
        assert len(await store.events_of("g")) == 1


async def test_many_are_written_together_and_a_bad_one_spoils_none(tmp_path):
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


async def test_a_transaction_is_written_whole_or_not_at_all(tmp_path):
    async with opened(tmp_path) as store:
        await store.write(new("g"))
        transaction = Transaction([event("g", 2), event("g", 1)])
        with pytest.raises(ConflictError):
            await store.write(transaction)
        assert len(await store.events_of("g")) == 1


async def test_games_are_looked_at_when_they_are_due(tmp_path):
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


async def test_the_secret_stays(tmp_path):
    found = []
    for _ in range(2):
        async with opened(tmp_path) as store:
            found.append(await store.secret())
    assert found[0] == found[1] and len(found[0]) >= 32


async def test_a_database_that_cannot_be_written_says_so(tmp_path):
    async with opened(tmp_path) as store:
        await store.writer.ask("query_only=ON")
        with pytest.raises(StoreError):
            await store.write(new("g"))
        await store.writer.ask("query_only=OFF")
        await store.write(new("g"))
        assert len(await store.events_of("g")) == 1


async def test_the_disk_is_waited_for(tmp_path):
    async with opened(tmp_path) as store:
        assert await store.writer.ask("synchronous") == 2
        assert await store.writer.ask("journal_mode") == "wal"
