"""One room for a game, and as many in memory as there is room for."""
import asyncio

import pytest

from eckstein.server.game.rulings import RefusedError
from eckstein.server.hub.hub import Hub
from eckstein.server.rooms import room_cache
from eckstein.server.rooms.room_cache import RoomCache
from eckstein.server.store.presence import Elsewhere

from .helpers import Subscriber, serving


def kept_games(rooms):
    return [room.game for room in rooms.all()]


async def test_those_not_used_for_longest_make_room(monkeypatch):
    monkeypatch.setattr(room_cache, "MOST", 3)
    rooms = RoomCache(Hub(), Elsewhere())
    first = rooms.use("a")
    for game in ("b", "c", "a", "d"):
        rooms.use(game)
    assert kept_games(rooms) == ["c", "a", "d"]
    assert rooms.has(first) and rooms.get("a") is first and rooms.get("b") is None


async def test_whoever_comes_finds_a_room_though_all_others_are_busy(monkeypatch):
    monkeypatch.setattr(room_cache, "MOST", 1)
    rooms = RoomCache(Hub(), Elsewhere())
    rooms.use("a").waiting = 1
    assert rooms.use("b").game == "b" and kept_games(rooms) == ["a", "b"]
    rooms.use("c")
    assert kept_games(rooms) == ["a", "c"]


async def test_idle_games_are_forgotten():
    rooms = RoomCache(Hub(), Elsewhere())
    rooms.use("a").used -= room_cache.IDLE_SECONDS + 1
    busy = rooms.use("b")
    busy.used -= room_cache.IDLE_SECONDS + 1
    busy.waiting = 1
    rooms.use("c")
    rooms.sweep()
    assert kept_games(rooms) == ["b", "c"]


async def test_what_could_not_be_read_is_forgotten_unless_somebody_is_there():
    rooms = RoomCache(Hub(), Elsewhere())
    empty, watched, commanded = (rooms.use(game) for game in "abc")
    rooms._hub.add(watched.topic, Subscriber())
    commanded.waiting = 1
    for room in (empty, watched, commanded, empty):
        rooms.drop(room)
    assert kept_games(rooms) == ["b", "c"] and not rooms.has(empty)


async def gone(store, game):
    """In place of reading a game: the database is away."""
    raise OSError("the database is away")


async def none(store, game):
    """In place of reading a game: there is none yet."""
    return []


@pytest.mark.parametrize("first_answer", [gone, none])
async def test_those_who_wait_while_a_game_is_not_found_are_in_one_room(
        tmp_path, monkeypatch, first_answer):
    """The first reader finds nothing, those who waited for him do: all later ones join them."""
    async with serving(tmp_path) as server:
        rooms, game = server.service.rooms, (await server.create())["game"]
        rooms._cache.drop(rooms._cache.get(game))
        store, read = server.service.store, server.service.store.events_of
        asked, answered = asyncio.Event(), asyncio.Event()

        async def slow(name, first=1):
            asked.set()
            store.events_of = read
            await answered.wait()
            return await first_answer(store, name)
        store.events_of = slow
        subscribers = [Subscriber() for _ in range(4)]
        joining = [asyncio.create_task(rooms.join(one, game, None)) for one in subscribers[:3]]
        await asked.wait()
        answered.set()
        found = await asyncio.gather(*joining, return_exceptions=True)
        assert isinstance(found[0], RefusedError) and found[1:] == [None, None]
        await rooms.join(subscribers[3], game, None)
        assert list(rooms._cache.get(game).subscribers) == subscribers[1:]
        for subscriber in subscribers[1:]:
            rooms.leave(subscriber, game)
