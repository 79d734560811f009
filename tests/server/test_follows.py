"""Follows: who is here of those that an account follows, told live, and to nobody else."""
import asyncio

import pytest

from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.people import followed

from .actors import listening, people_at, two
from .helpers import PATIENCE, capped, opened, part, serving, stores_of
from .journeys import block, challenge, respond, sought, take
from .postgres import needs_postgres


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(followed, "LOOK_SECONDS", 0.02)


async def follow(browser, name, what="follow", status=200):
    return await browser.post_json(f"/people/{name}/{what}", status)


async def seen(client, *names, game=None):
    """What a client is told of those who are here, once it is these."""
    while True:
        told = await client.hear("followed")
        if [one["name"] for one in told["people"]] == [*names] and (
                game is None or told["people"][0]["game"] == game):
            return told


async def test_a_follower_sees_who_comes_plays_and_goes(tmp_path):
    async with two(tmp_path) as (server, anna, bruno), listening(server, anna) as hers, \
            server.client() as guest:
        await hers.say("followed")
        assert (await seen(hers))["of"] == 0
        assert await follow(anna, "bruno") == {"names": ["Bruno"]} == await follow(
            anna, "Bruno") == await anna.get_json("/follows")
        assert await bruno.get_json("/follows") == {"names": []}    # nor is he told
        async with listening(server, bruno) as his:
            await his.say("challenges")
            assert (await seen(hers, "Bruno"))["people"][0]["game"] is None
            _, name = await sought(his)
            taken = await take(guest, name)
            paired = await his.hear("paired")
            await his.join({"game": paired["game"], "seats": {"me": paired["token"]}}, "me")
            await seen(hers, "Bruno", game=taken["game"])
            await his.do({"game": paired["game"], "seats": {"black": paired["token"]}},
                         "black", "resign", 1)
            while (await seen(hers, "Bruno"))["people"][0]["game"] is not None:
                pass
        await seen(hers)
        assert await follow(anna, "Bruno", "unfollow") == {"names": []}
        assert (await seen(hers))["of"] == 0


async def test_a_game_that_the_lobby_does_not_list_is_not_told(tmp_path):
    async with two(tmp_path) as (server, anna, bruno), listening(server, anna) as hers, \
            listening(server, bruno) as his:
        seat = await respond(bruno, await challenge(anna), "accept")
        await his.join({"game": seat["game"], "seats": {"me": seat["token"]}}, "me")
        await his.say("challenges")
        await follow(anna, "Bruno")
        await hers.say("followed")
        assert (await seen(hers, "Bruno"))["people"] == [
            {"name": "Bruno", "bot": False, "game": None}]


async def test_whoever_does_not_want_to_be_seen_is_not(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        async with listening(server, anna) as hers, listening(server, bruno) as his:
            assert (await bruno.me())["account"]["privacy"]["seen"] is True
            await his.say("challenges")
            await follow(anna, "Bruno")
            await hers.say("followed")
            await seen(hers, "Bruno")
            for wish in (False, True):
                me = await bruno.post_json("/account/privacy", seen=wish, chats=False)
                assert me["account"]["privacy"]["seen"] == wish
                await seen(hers, *["Bruno"] * wish)
        async with asyncio.timeout(PATIENCE):       # nothing is kept of whoever is gone
            while part(server.service, "Followed")._followers:
                await asyncio.sleep(0.02)


async def test_a_block_ends_following_either_way(tmp_path):
    async with two(tmp_path) as (server, anna, bruno), listening(server, anna) as hers:
        await follow(anna, "Bruno")
        await follow(bruno, "Anna")
        await hers.say("followed")
        assert (await hers.hear("followed"))["of"] == 1
        await block(bruno, "Anna")
        while (await hers.hear("followed"))["of"]:
            pass
        for browser, name in ((anna, "Bruno"), (bruno, "Anna")):
            assert await browser.get_json("/follows") == {"names": []}
            assert (await follow(browser, name, status=409))["why"] == "no-follow"
        await block(bruno, "Anna", "unblock")
        assert await follow(anna, "Bruno") == {"names": ["Bruno"]}
        await block(anna, "Bruno", "unblock")           # which she does not block
        assert await anna.get_json("/follows") == {"names": ["Bruno"]}


async def test_bad_wishes_get_a_sentence_and_change_nothing(tmp_path, monkeypatch):
    capped(monkeypatch, "follows", 1)
    capped(monkeypatch, "blocks", 1)
    async with two(tmp_path) as (server, anna, bruno), server.client() as guest:
        carla, = await people_at(server, "Carla")
        assert (await follow(anna, "Anna", status=400))["reason"]
        assert (await follow(anna, "Nobody", status=404))["reason"]
        await follow(anna, "Bruno")
        full = await follow(anna, "Carla", status=409)
        await block(carla, "Bruno")
        assert (await carla.post_json("/people/Anna/block", 409))["reason"]
        assert full == await follow(bruno, "Carla", status=409)     # nobody learns of a block
        assert await anna.get_json("/follows") == {"names": ["Bruno"]}
        await guest.say("followed")
        assert (await guest.hear("refused"))["why"] == "signed-out"
        exported = (await anna.get("/api/v1/account/export")).json()
        assert exported["follows"] == ["Bruno"] and exported["privacy"]["seen"]
        await carla.aclose()
        await bruno.post_json("/account/delete")
        assert await anna.get_json("/follows") == {"names": []}


async def test_follows_are_stored_bounded_and_end_with_a_block_at_the_same_time(place):
    async with opened(place) as store:
        people = stores_of(store)
        for name in ("anna", "bruno", "carla"):
            await people.add(Account(name, name.title(), 1), name, None, [])
        assert await people.follows.follow("anna", "carla", 1, 2)
        assert not await people.blocks.apart("anna", "carla")
        assert await people.blocks.of("anna") == []
        for turn in range(10):
            first, second = ("anna", "bruno") if turn % 2 else ("bruno", "anna")
            await asyncio.gather(people.follows.follow(first, second, 2, 2),
                                 people.blocks.block(second, first, 2, 9))
            assert [one.account for one in await people.follows.of(first)] == (
                ["carla"] if first == "anna" else [])
            await people.blocks.unblock(second, first)
        assert await people.follows.follow("anna", "bruno", 3, 2)
        assert await people.follows.follow("anna", "bruno", 4, 2)       # as before
        assert [one.name for one in await people.follows.of("anna")] == ["Bruno", "Carla"]
        await people.follows.unfollow("anna", "bruno")
        assert not await people.follows.follow("anna", "bruno", 5, 1)
        await people.delete("anna", "account:anna", 1)
        assert await people.follows.of("anna") == []


@needs_postgres
async def test_a_follower_at_another_server_sees_it_too(url):
    async with serving(url) as first, serving(url) as second:
        anna, = await people_at(first, "Anna")
        bruno, = await people_at(second, "Bruno")
        await follow(anna, "Bruno")
        async with listening(first, anna) as hers:
            await hers.say("followed")
            async with listening(second, bruno) as his, second.client() as guest:
                await his.say("challenges")
                await seen(hers, "Bruno")
                _, name = await sought(his)
                taken = await take(guest, name)
                paired = await his.hear("paired")
                await his.join({"game": paired["game"], "seats": {"me": paired["token"]}},
                               "me")
                await seen(hers, "Bruno", game=taken["game"])
                await bruno.post_json("/account/privacy", seen=False, chats=False)
                await seen(hers)
                await bruno.post_json("/account/privacy", seen=True, chats=False)
                await seen(hers, "Bruno")
            await seen(hers)
        await asyncio.gather(anna.aclose(), bruno.aclose())
