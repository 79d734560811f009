"""Blocks: neither challenges the other or meets him in the lobby, and nobody learns of it."""
import asyncio
from unittest import mock

from eckstein.server.ops.allowances import CAPS
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.lobby import lobby

from .actors import listening, people_at, two
from .helpers import opened, stores_of
from .journeys import block, challenge, challenges_of, respond, seek, sought, take


async def test_whoever_is_blocked_cannot_challenge_and_does_not_learn_why(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        carla, = await people_at(server, "Carla")
        made = await challenge(anna)
        assert await block(bruno, "anna") == ["Anna"] == await block(bruno, "Anna")
        assert await challenges_of(bruno) == await challenges_of(anna) == []
        assert (await respond(bruno, made, "accept", 409))["why"] == "challenge-gone"
        refused = [await challenge(anna, status=409), await challenge(bruno, "Anna", 409)]
        full = CAPS["challenges-received"]._replace(most=0)     # he has as many as he may
        with mock.patch.dict(CAPS, {"challenges-received": full}):
            refused.append(await challenge(carla, status=409))
        assert refused[0] == refused[1] == refused[2]
        assert (await bruno.get_json("/blocks"))["names"] == ["Anna"]
        assert (await anna.get_json("/blocks"))["names"] == []
        assert await bruno.get_json("/people/Anna") and await anna.get_json("/people/Bruno")
        assert await block(anna, "Bruno", "unblock") == []      # it is not hers to end
        await challenge(anna, status=409)
        assert await block(bruno, "Anna", "unblock") == []
        await challenge(anna)
        await carla.aclose()


async def test_the_lobby_does_not_pair_them_but_goes_on_with_others(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "RETRY_SECONDS", 0.01)
    async with two(tmp_path) as (server, anna, bruno), listening(server, anna) as hers, \
            listening(server, bruno) as his, server.client() as guest:
        await block(bruno, "Anna")
        _, name = await sought(hers)
        refused = await take(his, name)
        assert refused["why"] == (await take(his, "nothing"))["why"] == "seek-gone"
        assert refused["reason"] == (await take(his, "nothing"))["reason"]
        key = await seek(his)
        assert await his.hear("seeking", id=key)
        theirs = await seek(guest)
        paired = await guest.hear("paired", id=theirs)
        assert (await hers.hear("paired"))["game"] == paired["game"]    # the oldest that fits
        assert not [one for one in his.kept if one["t"] == "paired"]


async def test_bad_wishes_get_a_sentence_and_change_nothing(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        for path, status in (("/people/Anna/block", 400), ("/people/Nobody/block", 404)):
            assert (await anna.post_json(path, status))["reason"]
        forged = await anna.post(f"{server.base}/api/v1/people/Bruno/block",
                                 headers={"Origin": "https://elsewhere.example"})
        assert forged.status_code == 403
        await anna.post_json("/account/sign-out", device=None)
        assert (await anna.post_json("/people/Bruno/block", 403))["why"] == "signed-out"
        assert (await bruno.get_json("/blocks"))["names"] == []


async def test_blocks_are_stored_and_go_with_either_account(place):
    async with opened(place) as store:
        people = stores_of(store)
        for name in ("anna", "bruno", "carla"):
            await people.add(Account(name, name.title(), 1), name, None, [])
        await people.blocks.block("anna", "bruno", 1, 9)
        await asyncio.gather(*(people.blocks.block("anna", "carla", 2, 9) for _ in range(2)),
                             return_exceptions=True)
        await people.blocks.block("carla", "anna", 3, 9)
        assert await people.blocks.of("anna") == ["carla", "bruno"]
        assert await people.blocks.apart("bruno", "anna")
        assert not await people.blocks.apart("bruno", "carla")
        await people.delete("anna", "account:anna", 1)
        assert await people.blocks.of("anna") == await people.blocks.of("carla") == []
