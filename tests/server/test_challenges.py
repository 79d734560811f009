"""Challenges: who hears of them, what they lead to, and that none leads to two games."""
import asyncio
import contextlib
import itertools

import pytest

from eckstein.server.company import callers, challenges
from eckstein.server.game.identity import of_account
from eckstein.server.machine.tables import games, pairings
from eckstein.server.people.challenges import Stored, Wish
from eckstein.server.people.contract import Account

from .helpers import opened, run, serving
from .postgres import needs_postgres
from .test_accounts import Browser, browsing, cheap  # noqa: F401
from .test_lobby import BLITZ, lobby_of, sought

KEYS = (f"key of a challenge {number:06}" for number in itertools.count())
DAYS = {"kind": "days", "initial": 86400 * 3, "increment": 0}


async def people_at(server, *names):
    """Browsers of people who have signed up."""
    found = []
    for name in names:
        browser = Browser(server)
        await browser.get("/")
        await browser.sign_up(name)
        found.append(browser)
    return found


@contextlib.asynccontextmanager
async def two(folder, **settings):
    """A server with Anna and Bruno."""
    async with serving(folder, **settings) as server:
        anna, bruno = await people_at(server, "Anna", "Bruno")
        yield server, anna, bruno
        await asyncio.gather(anna.aclose(), bruno.aclose())


def listening(server, browser):
    """A socket of whoever a browser belongs to."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return server.client(additional_headers={"Cookie": cookies})


async def challenge(browser, to="Bruno", status=201, key=None, **wish):
    return await browser.post_json("/challenges", status, id=key or next(KEYS), to=to,
                                   **{"rules": "contra"} | wish)


async def do(browser, made, what, status=200, **body):
    return await browser.post_json(f"/challenges/{made['id']}/{what}", status, **body)


async def theirs(browser):
    return (await browser.get_json("/challenges"))["challenges"]


async def told(client, fits):
    """What a client is told of its challenges, once it is as it should be."""
    while True:
        found = (await client.hear("challenges"))["challenges"]
        if fits(found):
            return found


def test_a_challenge_is_seen_at_once_accepted_and_played(tmp_path):
    async def test():
        async with two(tmp_path) as (server, anna, bruno), \
                listening(server, anna) as hers, listening(server, bruno) as his:
            for client in (hers, his):
                await client.say("challenges")
                assert (await client.hear("challenges"))["challenges"] == []
            made = await challenge(anna, rules="ecke", options={"chains": True}, clock=BLITZ,
                                   colour="black")
            seen, = await told(his, len)
            conditions = {"rules": "ecke", "options": {"chains": True}, "clock": BLITZ,
                          "colour": "black", "rated": False, "state": "open"}
            assert seen | conditions == seen and seen == made | {"mine": False}
            assert seen["by"] == {"kind": "account", "name": "Anna"}
            assert seen["until"] - seen["created"] == challenges.LIVE / 1000
            seat = await do(bruno, made, "accept")
            assert await do(bruno, made, "accept") == seat
            accepted, = await told(hers, lambda found: found and found[0]["seat"])
            assert accepted["seat"]["game"] == seat["game"]
            assert (accepted["seat"]["colour"], seat["colour"]) == ("black", "white")
            facts = await server.facts(seat["game"])
            assert [facts["players"][one]["name"] for one in ("white", "black")] == [
                "Bruno", "Anna"]
            assert facts["options"]["chains"] and facts["clock"]["initial"] == 300
            assert await theirs(bruno) == []
            assert await do(anna, made, "withdraw") == {"challenges": []}
            refused = await do(bruno, made, "accept", 409)
            assert refused["why"] == "challenge-gone"
    run(test())


def test_guests_who_seek_are_challenged_to_another_game_unless_they_want_none(tmp_path):
    async def test():
        async with browsing(tmp_path, 2) as (server, anna, bruno), \
                listening(server, bruno) as his, listening(server, anna) as hers:
            await his.say("challenges")
            key, seek = await sought(his, name="Bruno")
            made = await challenge(anna, None, seek=seek, rules="duell", clock=DAYS)
            seen, = await told(his, len)
            assert (seen["by"]["kind"], seen["to"]) == ("guest", {"kind": "guest", "name": "Bruno"})
            assert seen["until"] - seen["created"] == challenges.LIVE / 1000
            seat = await do(bruno, made, "accept")
            facts = await server.facts(seat["game"])
            assert facts["rules"] == "duell" and "Bruno" in {
                one["name"] for one in facts["players"].values()}

            # To himself, to nobody, to two at once, to who looks no more, or wants none.
            assert (await challenge(bruno, None, 400, seek=seek))["why"] == "own-challenge"
            for wrong in ({}, {"seek": seek, "to": "Bruno"}):
                await challenge(anna, **{"to": None, "status": 400} | wrong)
            await his.say("withdraw", id=key)
            await his.hear("withdrawn", id=key)
            assert (await challenge(anna, None, 409, seek=seek))["why"] == "seek-gone"
            _, seek = await sought(his, challenges=False)
            assert (await challenge(anna, None, 409, seek=seek))["why"] == "no-challenge"
            shown, = (await lobby_of(hers))["seeks"]
            assert (shown["id"], shown["challenges"]) == (seek, False)
            assert await theirs(bruno) == [] == [
                one for one in await theirs(anna) if one["state"] == "open"]
    run(test())


def test_a_challenge_is_declined_with_a_reason_or_withdrawn(tmp_path):
    async def test():
        async with two(tmp_path) as (_, anna, bruno):
            made = await challenge(anna)
            assert await do(bruno, made, "decline", reason="clock") == {"challenges": []}
            assert await do(bruno, made, "decline", reason="rated") == {"challenges": []}
            answered, = await theirs(anna)
            assert (answered["state"], answered["reason"]) == ("declined", "clock")
            assert (await do(bruno, made, "accept", 409))["why"] == "challenge-gone"
            assert await do(anna, made, "withdraw") == {"challenges": []}
            made = await challenge(anna, clock=DAYS)
            assert made["until"] - made["created"] == challenges.SLOW / 1000
            assert await do(anna, made, "withdraw") == {"challenges": []}
            assert await theirs(bruno) == []
            for what, who in itertools.product(("accept", "decline"), (anna, bruno)):
                body = {"reason": "not-now"} if what == "decline" else {}
                assert (await do(who, made, what, 409, **body))["why"] == "challenge-gone"
            await bruno.post_json(f"/challenges/{made['id']}/decline", 422, reason="You stink")
    run(test())


def test_bad_challenges_get_a_sentence_and_change_nothing(tmp_path):
    async def test():
        async with two(tmp_path) as (server, anna, bruno), Browser(server) as guest, \
                Browser(server) as stranger:
            await guest.get("/")
            for status, reason, who, wish in (
                    (400, "nobody called Nobody", anna, {"to": "Nobody"}),
                    (400, "challenge yourself", anna, {"to": "Anna"}),
                    (400, "there is no game", anna, {"rules": "go"}),
                    (400, "needs a clock", anna, {"rated": True}),
                    (400, "the usual rules", anna,
                     {"rated": True, "clock": BLITZ, "rules": "ecke",
                      "options": {"chains": True}}),
                    (403, "needs an account", guest, {"rated": True, "clock": BLITZ}),
                    (403, "nobody knows who you are", stranger, {}),
                    (404, "", anna, {"to": {"game": "nogame", "colour": "white"}}),
                    (422, "", anna, {"to": 7}), (422, "", anna, {"key": "short"})):
                answer = await challenge(who, status=status, **wish)
                assert reason in answer["reason"]
            assert await theirs(bruno) == await theirs(anna) == await theirs(stranger) == []
            made = await challenge(anna)
            assert (await do(anna, made, "accept", 403))["code"] == "not-yours"
            assert (await do(bruno, made, "withdraw", 403))["code"] == "not-yours"
            for what in ("accept", "withdraw"):
                assert (await do(guest, made, what, 409))["why"] == "challenge-gone"
                assert (await do(stranger, made, what, 409))["why"] == "challenge-gone"
            forged = await bruno.post(f"/api/v1/challenges/{made['id']}/accept",
                                      headers={"Origin": "https://elsewhere.example"})
            assert forged.status_code == 403
            assert [one["state"] for one in await theirs(bruno)] == ["open"]
    run(test())


def test_the_opponent_in_a_game_is_challenged_also_as_a_guest(tmp_path):
    async def test():
        async with browsing(tmp_path, 2) as (_, anna, ben):
            made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
            to = {"game": made["game"], "colour": "black"}
            assert "nobody who can be" in (await challenge(anna, to, 400))["reason"]
            await ben.post_json(f"/games/{made['game']}/join", id="x" * 16, name="Ben")
            sent = await challenge(anna, to, name="\u202eAnna\u200b")
            assert sent["to"] == {"kind": "guest", "name": "Ben"}
            assert sent["by"] == {"kind": "guest", "name": "Anna"}
            assert (await theirs(ben))[0]["id"] == sent["id"]
            await ben.sign_up("Ben")            # what was his as a guest is his
            assert (await theirs(ben))[0]["to"] == {"kind": "account", "name": "Ben"}
            assert (await do(ben, sent, "accept"))["link"].startswith("/game/")
    run(test())


def test_challenges_are_bounded_and_end(tmp_path, monkeypatch):
    monkeypatch.setattr(challenges, "FROM_ONE", 2)
    monkeypatch.setattr(challenges, "TO_ONE", 3)
    monkeypatch.setattr(challenges, "MADE_AT_ONCE", 7.0)

    async def test():
        async with two(tmp_path) as (server, anna, bruno):
            carla, = await people_at(server, "Carla")
            first = await challenge(anna)
            await challenge(anna)
            assert (await challenge(anna, status=409))["why"] == "many-challenges"
            await challenge(carla)
            assert (await challenge(carla, status=409))["why"] == "no-challenge"
            await do(anna, first, "withdraw")
            await challenge(carla, "Bruno")
            now = server.service.rooms.now
            server.service.rooms.now = lambda: now() + challenges.LIVE
            assert len(await theirs(bruno)) == 3            # without a clock they last
            await challenge(bruno, "Anna")
            too_fast = await bruno.post("/api/v1/challenges", json={
                "id": next(KEYS), "to": "Anna", "rules": "contra"})
            assert too_fast.status_code == 429 and int(too_fast.headers["Retry-After"]) > 0
            server.service.rooms.now = lambda: now() + challenges.LIVE + challenges.SLOW + 1
            assert await theirs(bruno) == [] == await theirs(anna)
            refused = await do(bruno, first, "accept", 409)
            assert refused["why"] == "challenge-gone"
            server.service.rooms.now = lambda: (
                now() + challenges.LIVE + challenges.SLOW + challenges.KEPT + 1)
            await server.service.company.challenges.forget_old()
            assert await server.service.accounts.people.challenges.of(
                of_account("anna"), 0) == []
            await carla.aclose()
    run(test())


def test_a_restart_keeps_challenges_and_a_key_makes_one(tmp_path):
    async def test():
        async with two(tmp_path) as (_, anna, bruno):
            key = next(KEYS)
            made = await asyncio.gather(*(challenge(anna, key=key, clock=DAYS) for _ in range(4)))
            assert {one["id"] for one in made} == {made[0]["id"]}
            assert await theirs(anna) == made[:1]
            jar = bruno.cookies
        async with serving(tmp_path) as server, Browser(server) as again:
            again.cookies = jar
            assert [one["id"] for one in await theirs(again)] == [made[0]["id"]]
            assert (await do(again, made[0], "accept"))["colour"] in ("white", "black")
    run(test())



@pytest.mark.parametrize("moment", ["before it is written", "after it is written",
                                    "before it is told"])
def test_whenever_a_server_is_killed_one_game_comes_of_a_challenge(place, moment, monkeypatch):
    async def test():
        async with two(place) as (server, anna, bruno):
            made = await challenge(anna)
            service = server.service
            write, changed = service.store.write, service.company.challenges.callers.changed

            async def killed(transaction):
                if transaction.pairings:
                    if moment == "after it is written":
                        await write(transaction)
                    raise asyncio.CancelledError
                await write(transaction)

            def silent(*people):
                raise asyncio.CancelledError
            if moment == "before it is told":
                service.company.challenges.callers.changed = silent
            else:
                service.store.write = killed
            sender = await _sender(service, bruno)
            with pytest.raises(asyncio.CancelledError):
                await service.company.challenges.accept(made["id"], sender)
            service.store.write, service.company.challenges.callers.changed = write, changed
            jars = anna.cookies, bruno.cookies
        async with serving(place) as server, Browser(server) as anna, Browser(server) as bruno:
            anna.cookies, bruno.cookies = jars
            seats = await asyncio.gather(*(do(bruno, made, "accept") for _ in range(3)))
            assert seats[0] == seats[1] == seats[2]
            accepted, = await theirs(anna)
            assert accepted["seat"]["game"] == seats[0]["game"]
            assert accepted["seat"]["colour"] != seats[0]["colour"]
        async with opened(place) as store, store._engine.connect() as connection:
            assert len((await connection.execute(games.select())).all()) == 1
    run(test())


async def _sender(service, browser):
    """Who a browser is, for the parts of a server."""
    from eckstein.server.rooms.front_door import Sender
    session = await service.session_of(browser.cookies["eckstein_session"])
    return Sender(None, "payer", account=session.account)


def test_of_all_that_is_done_at_once_one_thing_counts(place):
    async def test():
        async with two(place) as (_, anna, bruno):
            for turn in range(6):
                made = await challenge(anna)
                calls = [(bruno, "accept", None), (anna, "withdraw", None),
                         (bruno, "decline", {"reason": "not-now"}), (bruno, "accept", None)]
                calls = calls[turn % 4:] + calls[:turn % 4]
                answers = await asyncio.gather(*(who.post(
                    f"/api/v1/challenges/{made['id']}/{what}", json=body)
                    for who, what, body in calls))
                done = {what for (_, what, _), answer in zip(calls, answers, strict=True)
                        if answer.status_code == 200}
                assert len({answer.json()["game"] for (_, what, _), answer
                            in zip(calls, answers, strict=True)
                            if what == "accept" and answer.status_code == 200}) <= 1
                # A withdrawal that came after an answer dismisses it.
                assert done and not {"accept", "decline"} <= done, done
        async with opened(place) as store, store._engine.connect() as connection:
            rows = (await connection.execute(pairings.select())).all()
            begun = (await connection.execute(games.select())).all()
            assert len([row for row in rows if row.game]) == 2 * len(begun)
    run(test())


def test_what_is_stored_is_found_again(place):
    async def test():
        wish = Wish("contra", {}, None, None, False)
        async with opened(place) as store:
            kept = store.people.challenges
            for number in range(3):
                await kept.add(Stored(f"c{number}", "guest:a", "guest:b", "A", "B", wish,
                                      number, 10 + number))
            assert [one.id for one in await kept.of("guest:b", 10)] == ["c1", "c2"]
            assert await kept.close("c1", "clock") and not await kept.close("c1", None)
            assert (await kept.one("c1")).stand(0) == "declined"
            assert await kept.close("c2", None)
            assert (await kept.one("c2")).stand(0) == "over"
            await kept.forget_old(12)
            assert [one.id for one in await kept.of("guest:a", 0)] == ["c2"]
            await store.people.add(Account("bruno", "Bruno", 1), "bruno", None, [])
            await store.people.claim("guest:b", of_account("bruno"))
            assert (await kept.one("c2")).receiver == of_account("bruno")
            await store.people.delete("bruno", of_account("bruno"))
            assert await kept.of("guest:a", 0) == []
            async with store._engine.connect() as connection:
                assert (await connection.execute(pairings.select())).all() == []
    run(test())


@needs_postgres
@pytest.mark.parametrize("heard", [True, False])
def test_the_challenged_hears_of_it_at_another_server(url, heard, monkeypatch):
    if not heard:
        monkeypatch.setattr(callers, "LOOK_SECONDS", 0.05)

    async def test():
        async with two(url) as (first, anna, bruno), serving(url) as second, \
                listening(second, bruno) as his, listening(first, anna) as hers, \
                second.http(cookies=bruno.cookies) as there:
            await his.say("challenges")
            await hers.say("challenges")
            if not heard:
                for server in (first, second):
                    server.service.store.tell_lobby = lambda share: None
            made = await challenge(anna)
            assert (await told(his, len))[0]["id"] == made["id"]
            seat = (await there.post(f"/api/v1/challenges/{made['id']}/accept")).json()
            found, = await told(hers, lambda all: all and all[0]["seat"])
            assert found["seat"]["game"] == seat["game"]
    run(test())
