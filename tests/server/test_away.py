"""A database that is away for a while: what was due then happens once it is back."""
import asyncio
import contextlib
import json

import pytest

from eckstein.server.database.store import Store
from eckstein.server.rooms import flags
from eckstein.server.rooms import rooms as module
from eckstein.server.store.contract import ANYTHING, StoreError

from .helpers import Subscriber, serving


class Away:
    """In place of a store's ways to the database.

    Args:
        store: whose.
        readable: whether games can be read, though not written.
        fails: how often something is tried in vain, until the database is back.

    Attributes:
        written: is set as soon as something has been written.
    """

    def __init__(self, store, readable, fails):
        self.fails, self.written = fails, asyncio.Event()
        self._write, store.write = store.write, self.write
        if not readable:
            self._read, store.events_of = store.events_of, self.events_of

    def _try(self, error):
        if self.fails > 0:
            self.fails -= 1
            raise error

    async def write(self, transaction):
        self._try(StoreError("the disk is full"))
        await self._write(transaction)
        self.written.set()

    async def events_of(self, game, *known):
        self._try(OSError("the database is away"))
        return await self._read(game, *known)


@pytest.mark.parametrize("readable", [True, False])
@pytest.mark.parametrize("watched", [True, False])
async def test_a_flag_that_fell_meanwhile_is_seen(tmp_path, monkeypatch, readable, watched):
    monkeypatch.setattr(flags, "AGAIN_SECONDS", 0)
    async with serving(tmp_path) as server, contextlib.AsyncExitStack() as clients:
        made = await server.create(clock={"kind": "fischer", "initial": 3600})
        async with server.client() as client:
            await client.join(made, "white", "black")
            await client.play(made, ["d1d2", "d7d6"])
        if watched:
            eye = await clients.enter_async_context(server.client())
            await eye.join(made)
        rooms = server.service.rooms
        room = rooms._cache.get(made["game"])
        since = room.state.since
        rooms.now = lambda: since + 3_600_000
        database = Away(server.service.store, readable, 5)
        rooms._flags.look_in(room, 0)
        await database.written.wait()
        if watched:
            await eye.hear("event", kind="end")
        facts = await server.facts(made["game"])
        assert facts["result"] == {"winner": "black", "reason": "time", "score": None}
        assert rooms._cache.get(made["game"]).timer is None


async def test_after_a_lost_connection_games_that_went_on_are_read_a_few_at_a_time(server):
    rooms, store = server.service.rooms, server.service.store
    games = [(await server.create())["game"] for _ in range(3 * module.REFRESHING)]
    as_known = await server.create()
    asked, now, most, read = [], set(), [], store.events_of

    async def last_seqs(all_games):
        return {game: 2 if game in games else 1 for game in all_games}

    async def events_of(game, first, digest):
        asked.append(game)
        now.add(game)
        most.append(len(now))
        found = await read(game, first, digest)
        now.remove(game)
        return found
    store.last_seqs, store.events_of = last_seqs, events_of
    rooms.hear_of(None)
    await rooms.finish()
    assert sorted(asked) == sorted(games) and max(most) == module.REFRESHING
    assert rooms.seq(as_known["game"]) == 1


async def test_who_was_at_a_game_that_could_not_be_read_is_told_all_once_it_can(server, client):
    made = await server.create()
    await client.join(made, "white", "black")
    Away(server.service.store, False, 2)
    refused = await client.do(made, "white", "move", 1, "d1d2", id="x")
    assert refused["why"] == "database"
    server.service.rooms.hear_of(None)         # as when the connection is back
    assert (await client.hear("game"))["seq"] == 1
    assert (await client.do(made, "white", "move", 1, "d1d2", id="x"))["seq"] == 2


async def test_one_game_that_cannot_be_read_does_not_keep_others_from_going_on(
        tmp_path, monkeypatch):
    clock = {"kind": "fischer", "initial": 1}
    async with serving(tmp_path) as server:
        made = [await server.create(clock=clock) for _ in range(3)]
        async with server.client() as client:
            for game in made:
                await client.join(game, "white", "black")
                await client.play(game, ["d1d2", "d7d6"])
    games, read = [game["game"] for game in made], Store.events_of

    async def some(store, game, *known):
        return [] if game == games[1] else await read(store, game, *known)
    monkeypatch.setattr(Store, "events_of", some)
    async with serving(tmp_path) as server:
        for game in (games[0], games[2]):
            while (await server.facts(game))["result"] is None:
                await asyncio.sleep(0.05)
        (again, when), = await server.service.store.due(1, 10**15, 9)
        assert again == games[1] and when > server.service.rooms._served() + 500_000


class Ear(Subscriber):
    """A subscriber of whom one can ask what he was told of the game."""

    @property
    def heard(self):
        messages = [json.loads(text) for text in self.told]
        return [(one["t"], one["seq"], len(one.get("events", ()))) for one in messages
                if "seq" in one]                # and not who comes and goes


@pytest.mark.parametrize(("ask", "told"), [
    (lambda rooms, ear, game: rooms.tell_again(ear, game, None), "a snapshot"),
    (lambda rooms, ear, game: rooms.tell_again(ear, game, 1), ("events", 2, 1))])
async def test_who_has_missed_something_is_told_it_though_the_game_is_being_read(
        tmp_path, ask, told):
    async with serving(tmp_path) as server, server.client() as client:
        rooms, store, ear = server.service.rooms, server.service.store, Ear()
        made = await server.create()
        await client.join(made, "white", "black")
        await client.do(made, "white", "move", 1, "d1d2")
        await rooms.join(ear, made["game"], 2)
        ear.told.clear()
        read, reading, go_on = store.events_of, asyncio.Event(), asyncio.Event()

        async def slowly(game, first=1, digest=b""):
            if first > 1:
                return []           # as if it had fewer events: then it is all read again
            reading.set()
            await go_on.wait()
            return await read(game)
        store.events_of = slowly
        rooms.hear_of({made["game"]: ANYTHING})
        await reading.wait()
        ask(rooms, ear, made["game"])
        go_on.set()
        await rooms.finish()
        assert (ear.heard or ["a snapshot"] * len(ear.wanted)) == [told]


async def test_what_was_written_though_nobody_knew_is_told_once_the_game_can_be_read(
        server, client):
    rooms, store, ear = server.service.rooms, server.service.store, Ear()
    made = await server.create()
    await client.join(made, "white", "black")
    await rooms.join(ear, made["game"], 1)
    ear.told.clear()
    write = store.write

    async def written_without_an_answer(transaction):
        await write(transaction)
        raise StoreError("the database does not respond")
    Away(store, False, 1)
    store.write = written_without_an_answer
    refused = await client.do(made, "white", "move", 1, "d1d2", id="x")
    assert refused["why"] == "database" and ear.heard == []
    assert (await server.facts(made["game"]))["seq"] == 2
    assert ear.heard == [("events", 2, 1)]
