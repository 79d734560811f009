"""Blocks: neither challenges the other or meets him in the lobby, and nobody learns of it."""
import asyncio

from eckstein.server.lobby import lobby
from eckstein.server.people.contract import Account

from .helpers import opened, run
from .test_accounts import cheap  # noqa: F401
from .test_challenges import challenge, do, listening, people_at, theirs, two
from .test_lobby import seek, sought, take


async def block(browser, name, what="block"):
    return (await browser.post_json(f"/people/{name}/{what}"))["names"]


def test_whoever_is_blocked_cannot_challenge_and_does_not_learn_why(tmp_path):
    async def test():
        async with two(tmp_path) as (server, anna, bruno):
            carla, = await people_at(server, "Carla")
            made = await challenge(anna)
            assert await block(bruno, "anna") == ["Anna"] == await block(bruno, "Anna")
            assert await theirs(bruno) == await theirs(anna) == []
            assert (await do(bruno, made, "accept", 409))["why"] == "challenge-gone"
            refused = [await challenge(anna, status=409), await challenge(bruno, "Anna", 409)]
            server.service.company.challenges._check_space = full
            refused.append(await challenge(carla, status=409))
            assert refused[0] == refused[1] == refused[2]
            del server.service.company.challenges._check_space
            assert (await bruno.get_json("/blocks"))["names"] == ["Anna"]
            assert (await anna.get_json("/blocks"))["names"] == []
            assert await bruno.get_json("/people/Anna") and await anna.get_json("/people/Bruno")
            assert await block(anna, "Bruno", "unblock") == []      # it is not hers to end
            await challenge(anna, status=409)
            assert await block(bruno, "Anna", "unblock") == []
            await challenge(anna)
            await carla.aclose()
    run(test())


async def full(sender, receiver, now):
    from eckstein.server.company.challenges import no_challenge
    raise no_challenge()


def test_the_lobby_does_not_pair_them_but_goes_on_with_others(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "RETRY_SECONDS", 0.01)

    async def test():
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
    run(test())


def test_bad_wishes_get_a_sentence_and_change_nothing(tmp_path):
    async def test():
        async with two(tmp_path) as (server, anna, bruno):
            for path, status in (("/people/Anna/block", 400), ("/people/Nobody/block", 404)):
                assert (await anna.post_json(path, status))["reason"]
            forged = await anna.post(f"{server.base}/api/v1/people/Bruno/block",
                                     headers={"Origin": "https://elsewhere.example"})
            assert forged.status_code == 403
            await anna.post_json("/account/sign-out", device=None)
            assert (await anna.post_json("/people/Bruno/block", 403))["why"] == "signed-out"
            assert (await bruno.get_json("/blocks"))["names"] == []
    run(test())


def test_blocks_are_stored_and_go_with_either_account(place):
    async def test():
        async with opened(place) as store:
            people = store.people
            for name in ("anna", "bruno", "carla"):
                await people.add(Account(name, name.title(), 1), name, None, [])
            await people.blocks.block("anna", "bruno", 1)
            await asyncio.gather(*(people.blocks.block("anna", "carla", 2) for _ in range(2)),
                                 return_exceptions=True)
            await people.blocks.block("carla", "anna", 3)
            assert await people.blocks.of("anna") == ["carla", "bruno"]
            assert await people.blocks.apart("bruno", "anna")
            assert not await people.blocks.apart("bruno", "carla")
            await people.delete("anna", "account:anna")
            assert await people.blocks.of("anna") == await people.blocks.of("carla") == []
    run(test())
