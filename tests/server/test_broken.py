"""A game that cannot be read is put aside alone; so is a file that is no sound database."""
import json
import random
import sqlite3

import pytest

from eckstein.server.database import soundness
from eckstein.server.database.store import Store

from .helpers import LINE, change, run, serving

DAMAGES = {
    "rules": "UPDATE game_event SET data = replace(data, '\"contra\"', '\"gone\"') WHERE seq = 1",
    "no JSON": "UPDATE game_event SET data = '{' WHERE seq = 2",
    "other JSON": "UPDATE game_event SET data = '[]' WHERE seq = 2",
    "deep JSON": f"UPDATE game_event SET data = '{{\"a\":{'[' * 5000}{']' * 5000}}}' WHERE seq = 2",
    "no text": "UPDATE game_event SET data = CAST(x'ff' AS TEXT) WHERE seq = 2",
    "text": "UPDATE game_event SET data = replace(data, 'd1d2', 'd1e1') WHERE seq = 2",
    "time": "UPDATE game_event SET at = 'noon' WHERE seq = 2",
    "spent": "UPDATE game_event SET data = replace(data, 'spent\":', 'spent\":\"') WHERE seq = 3",
    "gap": "DELETE FROM game_event WHERE seq = 2",
    "seats": "UPDATE game_event SET data = replace(data, 'seats', 'chairs') WHERE seq = 1",
}


async def two_games(folder, damage):
    """Two games after two moves; the first one is damaged while no server runs."""
    async with serving(folder) as server, server.client() as client:
        made = [await server.create() for _ in "12"]
        for one in made:
            await client.play(one, LINE[:2])
    change(folder / "games.sqlite", f"{damage} AND game = '{made[0]['game']}'")
    return made


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_game_that_cannot_be_read_is_refused_by_itself(tmp_path, damage):
    bad, good = await two_games(tmp_path, DAMAGES[damage])
    async with serving(tmp_path) as server, server.client() as client:
        assert (await client.join(good))["seq"] == 3
        await client.say("join", game=bad["game"])
        refused = await client.hear("refused")
        assert (refused["code"], refused["why"], refused["game"]) == (
            "broken", "broken", bad["game"])
        assert (await client.do(bad, "white", "resign", 3))["code"] == "broken"
        assert (await client.do(good, "white", "move", 3, LINE[2]))["t"] == "done"
        async with server.http() as http:
            for path in ("", "/record", "/stream"):
                answer = await http.get(f"/api/v1/games/{bad['game']}{path}")
                assert (answer.status_code, answer.json()["code"]) == (410, "broken")


async def test_a_mistake_of_ours_ends_no_connection(tmp_path, monkeypatch):
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        monkeypatch.setattr(server.service.rooms.broadcaster, "welcome", lambda *_: 1 // 0)
        await client.say("join", game=made["game"])
        assert "error occurred in the server" in (await client.hear("error"))["reason"]
        await client.say("ping")
        await client.hear("pong")


@pytest.fixture
def file(tmp_path):
    """A database of some pages."""
    async def make():
        async with serving(tmp_path) as server, server.client() as client:
            for _ in range(20):
                await client.play(await server.create(), LINE)
    run(make())
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return tmp_path / "games.sqlite"


def spoil(file, first=2):
    """Overwrite pages of a file from one on, but not the last ones."""
    pages = bytearray(file.read_bytes())
    pages[4096 * first:-8192] = random.Random(1).randbytes(len(pages) - 4096 * first - 8192)
    file.write_bytes(pages)


def spoil_games(file):
    """The same where what lies there is no table's description."""
    spoil(file, len(file.read_bytes()) // 8192)


def store(file):
    return Store(f"sqlite+aiosqlite:///{file}")


async def test_a_sound_file_passes(file):
    await store(file).probe()


@pytest.mark.parametrize("spoil", [spoil, spoil_games])
async def test_a_damaged_file_is_seen_at_the_start(file, spoil):
    spoil(file)
    with pytest.raises(ValueError, match=r"it is damaged \(.*eckstein db restore"):
        await store(file).probe()


def test_a_large_file_is_looked_at_only_for_a_time(file, monkeypatch):
    spoil_games(file)
    monkeypatch.setattr(soundness, "STEPS", 1)
    soundness.look_over(store(file).engine, seconds=0)
    with pytest.raises(sqlite3.DatabaseError):
        soundness.look_over(store(file).engine)


async def test_a_game_on_a_damaged_page_is_broken(tmp_path):
    async with serving(tmp_path) as server:
        made = await server.create()
        rooms = server.service.rooms
        rooms._cache.drop(rooms._cache.get(made["game"]))

        async def malformed(connection, *_):
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
        import aiosqlite
        real, aiosqlite.Cursor.execute = aiosqlite.Cursor.execute, malformed
        try:
            async with server.http() as http:
                answer = await http.get(f"/api/v1/games/{made['game']}")
        finally:
            aiosqlite.Cursor.execute = real
        assert (answer.status_code, json.loads(answer.text)["code"]) == (410, "broken")
