"""Challenges: who hears of them, what they lead to, and that none leads to two games."""
import asyncio
import itertools

import pytest

from eckstein.server.database.cluster import node
from eckstein.server.database.tables import games, pairings
from eckstein.server.game.identity import of_account
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.challenges import challenges
from eckstein.server.parts.challenges.events import LIVE, SLOW, Stored, Wish

from .actors import Browser, browsing, listening, people_at, two
from .helpers import capped, limited, opened, part, serving, stores_of
from .journeys import (
    BLITZ,
    CHALLENGES,
    DAYS,
    challenge,
    challenges_of,
    challenges_told,
    lobby_of,
    respond,
    sought,
)
from .postgres import needs_postgres


async def test_a_challenge_is_seen_at_once_accepted_and_played(tmp_path):
    async with two(tmp_path) as (server, anna, bruno), \
            listening(server, anna) as hers, listening(server, bruno) as his:
        for client in (hers, his):
            await client.say("challenges")
            assert (await client.hear("challenges"))["challenges"] == []
        made = await challenge(anna, rules="ecke", options={"chains": True}, clock=BLITZ,
                               colour="black")
        seen, = await challenges_told(his, len)
        conditions = {"rules": "ecke", "options": {"chains": True}, "clock": BLITZ,
                      "colour": "black", "rated": False, "state": "open"}
        assert seen | conditions == seen and seen == made | {"mine": False}
        assert seen["by"] == {"kind": "account", "name": "Anna"}
        assert seen["until"] - seen["created"] == LIVE / 1000
        seat = await respond(bruno, made, "accept")
        assert await respond(bruno, made, "accept") == seat
        accepted, = await challenges_told(hers, lambda found: found and found[0]["seat"])
        assert accepted["seat"]["game"] == seat["game"]
        assert (accepted["seat"]["colour"], seat["colour"]) == ("black", "white")
        facts = await server.facts(seat["game"])
        assert [facts["players"][one]["name"] for one in ("white", "black")] == ["Bruno", "Anna"]
        assert facts["options"]["chains"] and facts["clock"]["initial"] == 300
        assert await challenges_of(bruno) == []
        assert await respond(anna, made, "withdraw") == {"challenges": []}
        refused = await respond(bruno, made, "accept", 409)
        assert refused["why"] == "challenge-gone"


async def test_whose_challenge_was_accepted_is_called_to_the_game_until_it_ends(place):
    async with two(place) as (server, anna, bruno), listening(server, anna) as hers:
        await hers.say("challenges")
        made = await challenge(anna, clock=BLITZ)
        seat = await respond(bruno, made, "accept")
        called, = await challenges_told(hers, lambda found: found and found[0]["seat"])
        assert called["state"] == "accepted"
        await bruno.post_json(f"/games/{seat['game']}/commands", id="the end", what="abort",
                              seat=seat["token"], seq=1)
        await challenges_told(hers, lambda found: not found)
        assert await challenges_of(anna) == []
        # What came of it is still told to who accepts once more.
        assert await respond(bruno, made, "accept") == seat


async def test_guests_who_seek_are_challenged_to_another_game_unless_they_want_none(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, bruno), \
            listening(server, bruno) as his, listening(server, anna) as hers:
        await his.say("challenges")
        key, seek = await sought(his, name="Bruno")
        made = await challenge(anna, None, seek=seek, rules="duell", clock=DAYS)
        seen, = await challenges_told(his, len)
        assert (seen["by"]["kind"], seen["to"]) == ("guest", {"kind": "guest", "name": "Bruno"})
        assert seen["until"] - seen["created"] == LIVE / 1000
        seat = await respond(bruno, made, "accept")
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
        assert await challenges_of(bruno) == [] == [
            one for one in await challenges_of(anna) if one["state"] == "open"]


async def test_a_challenge_is_declined_with_a_reason_or_withdrawn(tmp_path):
    async with two(tmp_path) as (_, anna, bruno):
        made = await challenge(anna)
        assert await respond(bruno, made, "decline", reason="clock") == {"challenges": []}
        assert await respond(bruno, made, "decline", reason="rated") == {"challenges": []}
        answered, = await challenges_of(anna)
        assert (answered["state"], answered["reason"]) == ("declined", "clock")
        assert (await respond(bruno, made, "accept", 409))["why"] == "challenge-gone"
        assert await respond(anna, made, "withdraw") == {"challenges": []}
        made = await challenge(anna, clock=DAYS)
        assert made["until"] - made["created"] == SLOW / 1000
        assert await respond(anna, made, "withdraw") == {"challenges": []}
        assert await challenges_of(bruno) == []
        for what, who in itertools.product(("accept", "decline"), (anna, bruno)):
            body = {"reason": "not-now"} if what == "decline" else {}
            assert (await respond(who, made, what, 409, **body))["why"] == "challenge-gone"
        await bruno.post_json(f"/challenges/{made['id']}/decline", 422, reason="You stink")


async def test_bad_challenges_get_a_sentence_and_change_nothing(tmp_path):
    async with two(tmp_path) as (server, anna, bruno), Browser(server) as guest, \
            Browser(server) as stranger:
        await guest.get("/")
        for status, reason, who, wish in (
                (400, "no account called Nobody", anna, {"to": "Nobody"}),
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
        for browser in (anna, bruno, stranger):
            assert await challenges_of(browser) == []
        made = await challenge(anna)
        assert (await respond(anna, made, "accept", 403))["code"] == "not-yours"
        assert (await respond(bruno, made, "withdraw", 403))["code"] == "not-yours"
        for what in ("accept", "withdraw"):
            assert (await respond(guest, made, what, 409))["why"] == "challenge-gone"
            assert (await respond(stranger, made, what, 409))["why"] == "challenge-gone"
        forged = await bruno.post(f"/api/v1/challenges/{made['id']}/accept",
                                  headers={"Origin": "https://elsewhere.example"})
        assert forged.status_code == 403
        assert [one["state"] for one in await challenges_of(bruno)] == ["open"]


async def test_the_opponent_in_a_game_is_challenged_also_as_a_guest(tmp_path):
    async with browsing(tmp_path, 2) as (_, anna, ben):
        made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
        to = {"game": made["game"], "colour": "black"}
        assert "nobody who can be" in (await challenge(anna, to, 400))["reason"]
        await ben.post_json(f"/games/{made['game']}/join", id="x" * 16, name="Ben")
        sent = await challenge(anna, to, name="\u202eAnna\u200b")
        assert sent["to"] == {"kind": "guest", "name": "Ben"}
        assert sent["by"] == {"kind": "guest", "name": "Anna"}
        assert (await challenges_of(ben))[0]["id"] == sent["id"]
        await ben.sign_up("Ben")            # what was his as a guest is his
        assert (await challenges_of(ben))[0]["to"] == {"kind": "account", "name": "Ben"}
        assert (await respond(ben, sent, "accept"))["link"].startswith("/game/")


async def test_challenges_are_bounded_and_end(tmp_path, monkeypatch):
    capped(monkeypatch, "challenges-sent", 2)
    capped(monkeypatch, "challenges-received", 3)
    limited(monkeypatch, "challenges", 7)
    async with two(tmp_path) as (server, anna, bruno):
        carla, = await people_at(server, "Carla")
        first = await challenge(anna)
        await challenge(anna)
        assert (await challenge(anna, status=409))["why"] == "many-challenges"
        await challenge(carla)
        assert (await challenge(carla, status=409))["why"] == "no-challenge"
        await respond(anna, first, "withdraw")
        await challenge(carla, "Bruno")
        now = server.service.rooms.now
        server.service.rooms.now = lambda: now() + LIVE
        assert len(await challenges_of(bruno)) == 3            # without a clock they last
        await challenge(bruno, "Anna")
        too_fast = await bruno.post("/api/v1/challenges", json={
            "id": next(CHALLENGES), "to": "Anna", "rules": "contra"})
        assert too_fast.status_code == 429 and int(too_fast.headers["Retry-After"]) > 0
        server.service.rooms.now = lambda: now() + LIVE + SLOW + 1
        assert await challenges_of(bruno) == [] == await challenges_of(anna)
        refused = await respond(bruno, first, "accept", 409)
        assert refused["why"] == "challenge-gone"
        server.service.rooms.now = lambda: (
            now() + LIVE + SLOW + challenges.KEPT + 1)
        await part(server.service, "Challenges").forget_old()
        stored = stores_of(server.service).challenges
        assert await stored.of(of_account("anna"), 0) == []
        await carla.aclose()


async def test_a_restart_keeps_challenges_and_a_key_makes_one(tmp_path):
    async with two(tmp_path) as (_, anna, bruno):
        key = next(CHALLENGES)
        made = await asyncio.gather(*(challenge(anna, key=key, clock=DAYS) for _ in range(4)))
        assert {one["id"] for one in made} == {made[0]["id"]}
        assert await challenges_of(anna) == made[:1]
        jar = bruno.cookies
    async with serving(tmp_path) as server, Browser(server) as again:
        again.cookies = jar
        assert [one["id"] for one in await challenges_of(again)] == [made[0]["id"]]
        assert (await respond(again, made[0], "accept"))["colour"] in ("white", "black")


@pytest.mark.parametrize("moment", ["before it is written", "after it is written",
                                    "before it is told"])
async def test_whenever_a_server_is_killed_one_game_comes_of_a_challenge(
        place, moment, monkeypatch):
    async with two(place) as (server, anna, bruno):
        made = await challenge(anna)
        service = server.service
        write, changed = service.store.write, service.hub.touch

        async def killed(transaction):
            if transaction.pairings:
                if moment == "after it is written":
                    await write(transaction)
                raise asyncio.CancelledError
            await write(transaction)

        def silent(*people):
            raise asyncio.CancelledError
        if moment == "before it is told":
            service.hub.touch = silent
        else:
            service.store.write = killed
        sender = await _sender(service, bruno)
        with pytest.raises(asyncio.CancelledError):
            await part(service, "Challenges").accept(made["id"], sender)
        service.store.write, service.hub.touch = write, changed
        jars = anna.cookies, bruno.cookies
    async with serving(place) as server, Browser(server) as anna, Browser(server) as bruno:
        anna.cookies, bruno.cookies = jars
        seats = await asyncio.gather(*(respond(bruno, made, "accept") for _ in range(3)))
        assert seats[0] == seats[1] == seats[2]
        accepted, = await challenges_of(anna)
        assert accepted["seat"]["game"] == seats[0]["game"]
        assert accepted["seat"]["colour"] != seats[0]["colour"]
    async with opened(place) as store, store.engine.connect() as connection:
        assert len((await connection.execute(games.select())).all()) == 1


async def _sender(service, browser):
    """Who a browser is, for the parts of a server."""
    from eckstein.server.rooms.front_door import Sender
    session = await service.session_of(browser.cookies["eckstein_session"])
    return Sender(None, "payer", account=session.account)


async def test_of_all_that_is_done_at_once_one_thing_counts(place):
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
    async with opened(place) as store, store.engine.connect() as connection:
        rows = (await connection.execute(pairings.select())).all()
        begun = (await connection.execute(games.select())).all()
        assert len([row for row in rows if row.game]) == 2 * len(begun)


async def test_what_is_stored_is_found_again(place):
    wish = Wish("contra", {}, None, None)
    async with opened(place) as store:
        kept = stores_of(store).challenges
        for number in range(3):
            await kept.add(Stored(f"c{number}", "guest:a", "guest:b", "A", "B", wish,
                                  number, 10 + number), 9, 9)
        assert [one.id for one in await kept.of("guest:b", 10)] == ["c1", "c2"]
        assert await kept.close("c1", "clock") and not await kept.close("c1", None)
        assert (await kept.one("c1")).stand(0) == "declined"
        assert await kept.close("c2", None)
        assert (await kept.one("c2")).stand(0) == "over"
        await kept.forget_old(12)
        assert [one.id for one in await kept.of("guest:a", 0)] == ["c2"]
        await stores_of(store).add(Account("bruno", "Bruno", 1), "bruno", None, [])
        await stores_of(store).claim("guest:b", of_account("bruno"))
        assert (await kept.one("c2")).receiver == of_account("bruno")
        await stores_of(store).delete("bruno", of_account("bruno"), 1)
        assert await kept.of("guest:a", 0) == []
        async with store.engine.connect() as connection:
            assert (await connection.execute(pairings.select())).all() == []


@needs_postgres
@pytest.mark.parametrize("heard", [True, False])
async def test_the_challenged_hears_of_it_at_another_server(url, heard, monkeypatch):
    if not heard:
        monkeypatch.setattr(node, "LOOK_SECONDS", 0.05)
    async with two(url) as (first, anna, bruno), serving(url) as second, \
            listening(second, bruno) as his, listening(first, anna) as hers, \
            second.http(cookies=bruno.cookies) as there:
        await his.say("challenges")
        await hers.say("challenges")
        if not heard:
            for server in (first, second):
                server.service.hub._send = lambda event: None
        made = await challenge(anna)
        assert (await challenges_told(his, len))[0]["id"] == made["id"]
        seat = (await there.post(f"/api/v1/challenges/{made['id']}/accept")).json()
        found, = await challenges_told(hers, lambda all: all and all[0]["seat"])
        assert found["seat"]["game"] == seat["game"]
