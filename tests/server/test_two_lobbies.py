"""Lobbies of two servers on one PostgreSQL database are one."""
import asyncio

from eckstein.server.parts.lobby import lobby

from .helpers import serving
from .journeys import lobby_of, seek, sought, take
from .postgres import needs_postgres

pytestmark = needs_postgres


async def test_a_seek_of_one_server_is_seen_and_taken_at_the_other(url, monkeypatch):
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.01)
    async with (serving(url) as first, serving(url) as second, first.client() as anna,
                second.client() as ben, second.client() as cleo):
        key, name = await sought(anna, name="Anna")
        told = await lobby_of(ben)
        while [seek["id"] for seek in told["seeks"]] != [name]:
            told = await lobby_of(ben)
        answers = await asyncio.gather(take(ben, name), take(cleo, name))
        assert sorted(one["t"] for one in answers) == ["paired", "refused"]
        hers, = [await anna.hear("paired", id=key)]
        his = next(one for one in answers if one["t"] == "paired")
        assert his["game"] == hers["game"] and his["colour"] != hers["colour"]
        seats = {one["colour"]: one["token"] for one in (his, hers)}
        made = {"game": his["game"], "seats": seats}
        await anna.join(made, hers["colour"])
        there = await lobby_of(anna)            # the game is the other server's
        while [game["game"] for game in there["games"]] != [his["game"]] or (
                there["people"]["lobby"] < 2):
            there = await lobby_of(anna)
        # And two who seek at once at different servers find each other.
        keys = await asyncio.gather(seek(anna, rules="pur"), seek(cleo, rules="pur"))
        both = [await client.hear("paired", id=key)
                for client, key in zip((anna, cleo), keys, strict=True)]
        assert both[0]["game"] == both[1]["game"]


async def test_a_pairing_that_nobody_tells_is_found(url, monkeypatch):
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(lobby, "SEARCH_SECONDS", 0.05)
    async with (serving(url) as first, serving(url) as second, first.client() as anna,
                second.client() as ben):
        key, name = await sought(anna)
        while (await lobby_of(ben))["seeks"] == []:
            pass
        second.service.store.tell_lobby = lambda share: None
        assert (await take(ben, name))["game"] == (await anna.hear("paired", id=key))["game"]
