"""One table for a game, and as many in memory as there is room for."""
import asyncio

import pytest

from eckstein.server import kept
from eckstein.server.kept import Kept
from eckstein.server.rulings import Refused

from .helpers import run, serving


class Member:
    """Somebody at a table, who hears all."""

    def __init__(self):
        self.told = []

    def holds(self, game):
        return frozenset()

    def wants_views(self, game):
        return False

    def tell(self, game, text):
        self.told.append(text)


def kept_games(tables):
    return [table.game for table in tables.all()]


def test_those_not_used_for_longest_make_room(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 3)

    async def test():
        tables = Kept()
        first = tables.use("a")
        for game in ("b", "c", "a", "d"):
            tables.use(game)
        assert kept_games(tables) == ["c", "a", "d"]
        assert tables.has(first) and tables.get("a") is first and tables.get("b") is None
    run(test())


def test_whoever_comes_finds_a_table_though_all_others_are_busy(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 1)

    async def test():
        tables = Kept()
        tables.use("a").waiting = 1
        assert tables.use("b").game == "b" and kept_games(tables) == ["a", "b"]
        tables.use("c")
        assert kept_games(tables) == ["a", "c"]
    run(test())


def test_idle_games_are_forgotten():
    async def test():
        tables = Kept()
        tables.use("a").used -= kept.IDLE_SECONDS + 1
        busy = tables.use("b")
        busy.used -= kept.IDLE_SECONDS + 1
        busy.waiting = 1
        tables.use("c")
        tables.sweep()
        assert kept_games(tables) == ["b", "c"]
    run(test())


def test_what_could_not_be_read_is_forgotten_unless_somebody_is_there():
    async def test():
        tables = Kept()
        empty, watched, commanded = (tables.use(game) for game in "abc")
        watched.members[Member()] = None
        commanded.waiting = 1
        for table in (empty, watched, commanded, empty):
            tables.drop(table)
        assert kept_games(tables) == ["b", "c"] and not tables.has(empty)
    run(test())


async def gone(store, game):
    """In place of reading a game: the database is away."""
    raise OSError("the database is away")


async def none(store, game):
    """In place of reading a game: there is none yet."""
    return []


@pytest.mark.parametrize("first_answer", [gone, none])
def test_those_who_wait_while_a_game_is_not_found_sit_at_one_table(tmp_path, monkeypatch,
                                                                   first_answer):
    """The first reader finds nothing, those who waited for him do: all later ones join them."""
    async def test():
        async with serving(tmp_path) as server:
            tables, game = server.service.tables, (await server.create())["game"]
            tables._kept.drop(tables._kept.get(game))
            store, read = server.service.store, server.service.store.events_of
            asked, answered = asyncio.Event(), asyncio.Event()

            async def slow(name):
                asked.set()
                store.events_of = read
                await answered.wait()
                return await first_answer(store, name)
            store.events_of = slow
            members = [Member() for _ in range(4)]
            joining = [asyncio.create_task(tables.join(one, game, None)) for one in members[:3]]
            await asked.wait()
            answered.set()
            found = await asyncio.gather(*joining, return_exceptions=True)
            assert isinstance(found[0], Refused) and found[1:] == [None, None]
            await tables.join(members[3], game, None)
            assert list(tables._kept.get(game).members) == members[1:]
            for member in members[1:]:
                tables.leave(member, game)
    run(test())
