"""Bots: what makes one, and the stream of events, which neither loses nor doubles any."""
import asyncio

import pytest

from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.bots import bots_here, feed
from eckstein.server.parts.bots import store as bots_module
from eckstein.server.parts.people import followed

from .actors import Browser, browsing, listening, program, signed_up
from .bots import CLOCK, challenged, events_of
from .helpers import LINE, PATIENCE, opened, serving, stores_of


async def game_of_two(server, token, other):
    """A game of a bot, in which somebody else has taken the seat of Black."""
    async with program(server, token) as bot:
        made = await bot.post_json("/games", 201, rules="contra", black={"open": True})
    joined = await other.post_json(f"/games/{made['game']}/join", id="x" * 16)
    made["seats"]["black"] = joined["token"]
    return made


async def move(http, made, colour, seq, text):
    answer = await http.post_json(f"/games/{made['game']}/commands", id=f"{colour}{seq}",
                                  what="move", seat=made["seats"][colour], seq=seq, move=text)
    return answer["seq"]


async def test_an_account_that_has_not_played_becomes_a_bot_for_ever(tmp_path):
    async with browsing(tmp_path, 2) as (server, browser, other):
        async with program(server, await signed_up(browser)) as bot:
            wrong = await bot.post("/api/v1/bot", json={"name": "Anna"})
            assert wrong.status_code == 400 and not (await bot.me())["account"]["bot"]
            told = await bot.post_json("/bot", name="Robota")
            assert told["playing"] == 0 and told["policy"]["most"] == 4
            assert (await bot.post_json("/bot", name="Robota")) == told
            policy = {"games": ["contra"], "most": 2, "people": "bots"}
            await bot.post_json("/bot/policy", **policy)
            profile = await other.get_json("/people/Robota")
            assert profile["bot"]["policy"].items() >= policy.items()
            made = await bot.post_json("/games", 201, rules="contra", black={"open": True})
            assert (await server.facts(made["game"]))["players"]["white"]["bot"]
        async with program(server, await signed_up(other, "Anna")) as person:
            await person.post_json("/games", 201, rules="contra")
            refused = await person.post("/api/v1/bot", json={"name": "Anna"})
            assert refused.status_code == 409
            refused = await person.post("/api/v1/bot/policy", json={})
            assert refused.status_code == 403
            assert (await other.get_json("/people/Anna"))["bot"] is None


async def test_people_see_which_bots_are_here_and_what_they_accept(place, monkeypatch):
    monkeypatch.setattr(followed, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(bots_here, "FRESH_SECONDS", 0.02)
    async with browsing(place, 2) as (server, browser, other):
        token = await signed_up(browser)
        async with program(server, token) as bot:
            await bot.post_json("/bot", name="Robota")
            await bot.post_json("/bot/policy", games=["contra"], most=1)
            await other.sign_up("Anna")         # a person who is here is no bot
            async with events_of(server, token) as stream, listening(server, other):
                await stream.next("hello")
                found = await told_of(other, lambda found: found)
                assert found[0]["name"] == "Robota" and found[0]["playing"] == 0
                assert found[0]["policy"].items() >= {"games": ["contra"], "most": 1}.items()
                await bot.post_json("/games", 201, rules="contra", black={"open": True})
                await told_of(other, lambda found: found[0]["playing"] == 1)
                await browser.post_json("/account/privacy", seen=False, chats=False)
                await told_of(other, lambda found: not found)
                await browser.post_json("/account/privacy", seen=True, chats=False)
                await told_of(other, lambda found: found)
            await told_of(other, lambda found: not found)


async def told_of(browser, right):
    """The bots that are here, when they are as they should be."""
    async with asyncio.timeout(PATIENCE):
        while not right(found := (await browser.get_json("/bots"))["bots"]):
            await asyncio.sleep(0.05)
    return found


async def test_a_bot_is_no_person_of_the_lobby_and_of_no_persons_pool(tmp_path):
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        await other.sign_up("Anna")
        async with program(server, token) as bot:
            await bot.post_json("/bot", name="Robota")
            made = await other.post_json("/games", 201, rules="contra", rated=True,
                                         clock=CLOCK, black={"open": True})
            refused = await bot.post(f"/api/v1/games/{made['game']}/join", json={"id": "z" * 16})
            assert refused.status_code == 400 and "two bots" in refused.json()["reason"]
            assert (await server.facts(made["game"]))["players"]["black"]["open"]
            refused = await bot.post("/api/v1/games", json={
                "id": "y" * 16, "rules": "contra", "rated": True, "clock": CLOCK,
                "black": {"kind": "computer", "level": 1}})
            assert refused.status_code == 400 and "two bots" in refused.json()["reason"]
        async with server.client(additional_headers={"Authorization": f"Bearer {token}"}) as client:
            await client.say("seek", id="s" * 20, rules="contra", clocks=[None])
            assert (await client.hear("refused"))["code"] == "not-yours"
        for bots in ("false", "true"):
            await other.get_json("/leaderboard", rules="contra", speed="blitz", bots=bots)


async def test_the_stream_tells_games_from_their_beginning_to_their_end(tmp_path):
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        async with program(server, token) as bot, events_of(server, token) as stream:
            hello = await stream.next()
            assert hello["t"] == "hello" and not hello["resumed"]
            made = await bot.post_json("/games", 201, rules="contra", black={"open": True})
            begun = await stream.next()
            assert (begun["t"], begun["game"], begun["mine"]) == ("game", made["game"], False)
            assert begun["seat"] == made["seats"]["white"]
            joined = await other.post_json(f"/games/{made['game']}/join", id="x" * 16)
            event = await stream.next()
            assert (event["kind"], event["by"], event["mine"]) == ("join", "black", True)
            made["seats"]["black"] = joined["token"]
            seq = await move(other, made, "white", 2, LINE[0])
            assert not (await stream.next())["mine"]
            await move(other, made, "black", seq, LINE[1])
            event = await stream.next()
            assert event["move"] == LINE[1] and event["by"] == "black" and event["mine"]
            assert (await server.facts(made["game"]))["players"]["white"]["here"]
            await other.post_json(f"/games/{made['game']}/commands", id="end", what="resign",
                                  seat=joined["token"], seq=4)
            event = await stream.next()
            assert (event["t"], event["winner"], event["reason"]) == ("end", "white", "resignation")


async def test_whoever_takes_up_the_stream_again_is_in_his_games_and_hears_at_once(
        tmp_path, monkeypatch):
    monkeypatch.setattr(feed, "KEEP_ALIVE_SECONDS", 10 * PATIENCE)      # nothing comes by waiting
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        made = await game_of_two(server, token, other)
        async with events_of(server, token) as stream:
            begun = await stream.next("game")
        async with events_of(server, token, begun["id"]) as stream:
            assert (await stream.next())["resumed"]
            seq = await move(other, made, "white", begun["seq"], LINE[0])
            assert (await stream.next())["move"] == LINE[0]
            assert (await server.facts(made["game"]))["players"]["white"]["here"]
            await move(other, made, "black", seq, LINE[1])
            assert (await stream.next())["move"] == LINE[1]


async def test_nothing_is_lost_or_doubled_across_restarts(tmp_path):
    heard, since = [], None

    async def listen(server, count):
        nonlocal since
        async with events_of(server, token, since) as stream:
            assert (await stream.next())["resumed"] is (since is not None)
            for _ in range(count):
                event = await stream.next()
                heard.append(event)
                since = event["id"]
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        made = await game_of_two(server, token, other)
        await listen(server, 1)
        since = since or 0
    seq = 2
    for number, text in enumerate(LINE[:6]):
        async with serving(tmp_path) as server, Browser(server) as player:
            seq = await move(player, made, ("white", "black")[number % 2], seq, text)
            if number % 3 != 1:
                await listen(server, 1 + number % 3 // 2)
    assert [event["move"] for event in heard[1:]] == LINE[:6]
    assert [event["seq"] for event in heard[1:]] == list(range(3, 9))
    ids = [event["id"] for event in heard]
    assert ids == sorted(set(ids))
    async with serving(tmp_path) as server, events_of(server, token) as stream:
        assert not (await stream.next())["resumed"]
        again = await stream.next()
        assert (again["game"], again["seq"], again["mine"]) == (made["game"], seq, True)


async def test_an_id_that_is_unknown_begins_anew(tmp_path):
    async with browsing(tmp_path) as (server, browser):
        token = await signed_up(browser)
        async with events_of(server, token, 1_000_000) as stream:
            assert not (await stream.next())["resumed"]
        answer = await browser.get("/api/v1/events", params={"since": -1})
        assert answer.status_code == 422


async def test_challenges_are_told_accepted_and_over_in_the_stream(tmp_path):
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        await other.sign_up("Anna")
        async with program(server, token) as bot, events_of(server, token) as stream:
            await stream.next("hello")
            await bot.post_json("/bot", name="Robota")
            first = await challenged(other)
            event = await stream.next()
            assert event["t"] == "challenge" and event["challenge"]["by"]["name"] == "Anna"
            assert event["challenge"]["id"] == first["id"]
            seat = await bot.post_json(f"/challenges/{first['id']}/accept")
            told = {event["t"]: event for event in [await stream.next(), await stream.next()]}
            assert told["game"]["game"] == seat["game"]
            assert told["challenge-over"]["challenge"] == first["id"]
            second = await challenged(other)
            await stream.next("challenge")
            await other.post_json(f"/challenges/{second['id']}/withdraw")
            assert (await stream.next())["challenge"] == second["id"]
            third = await challenged(other)
        async with events_of(server, token) as stream:
            assert not (await stream.next())["resumed"]
            told = [await stream.next(), await stream.next()]
            assert {event["t"] for event in told} == {"challenge", "game"}
            assert third["id"] in str(told)


@pytest.mark.parametrize(("policy", "wish", "reason"), [
    ({"people": "nobody"}, {}, "no challenges at present"),
    ({"people": "bots"}, {}, "from bots alone"),
    ({"games": ["duell"]}, {}, "this game"),
    ({"speeds": ["bullet", "none"]}, {}, "this speed"),
    ({"casual": False}, {}, "rated games alone"),
    ({"most": 0}, {}, "at once"),
    ({}, {"options": {"size": 5}}, "usual options"),
    ({}, {"rated": True}, "two people or two bots")])
async def test_a_challenge_that_a_bot_does_not_accept_is_refused(tmp_path, policy, wish, reason):
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        await other.sign_up("Anna")
        async with program(server, token) as bot:
            await bot.post_json("/bot", name="Robota")
            await bot.post_json("/bot/policy", **{"most": 1} | policy)
            assert reason in (await challenged(other, 400 if "rated" in wish else 409,
                                               **wish))["reason"]
            assert (await bot.get_json("/challenges"))["challenges"] == []


async def test_a_bot_accepts_so_many_games_at_once(tmp_path):
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        async with program(server, token) as bot:
            await bot.post_json("/bot", name="Robota")
            await bot.post_json("/bot/policy", most=1)
            made = [await challenged(other) for _ in range(2)]
            await bot.post_json(f"/challenges/{made[0]['id']}/accept")
            refused = await bot.post(f"/api/v1/challenges/{made[1]['id']}/accept")
            assert refused.status_code == 409 and "at once" in refused.json()["reason"]
            assert (await other.get_json("/people/Robota"))["bot"]["playing"] == 1
            await bot.post_json("/bot/policy", people="accounts")
            assert "guests" in (await challenged(other, 409))["reason"]


async def test_a_bot_that_accepts_all_at_once_gets_no_more_games_than_it_takes(tmp_path):
    async with browsing(tmp_path, 2) as (server, browser, other):
        token = await signed_up(browser)
        async with program(server, token) as bot:
            await bot.post_json("/bot", name="Robota")
            await bot.post_json("/bot/policy", most=2)
            made = [await challenged(other) for _ in range(6)]
            told = await asyncio.gather(*(bot.post(f"/api/v1/challenges/{one['id']}/accept")
                                          for one in made))
            assert sorted(one.status_code for one in told) == [200] * 2 + [409] * 4
            assert (await other.get_json("/people/Robota"))["bot"]["playing"] == 2


async def test_two_who_number_events_at_once_do_not_both(place):
    async with opened(place) as store:
        bots = stores_of(store).bots
        await stores_of(store).add(Account("robota", "Robota", 1), "robota", None, [])
        assert await bots.add("robota", 0, 5, ["a", "b"], {"g.white": 2})
        assert not await bots.add("robota", 0, 6, ["c"], {"g.white": 9})
        assert await bots.add("robota", 2, 7, ["c"], {"g.white": 3})
        assert await bots.events("robota", 1, 10) == [(2, "b"), (3, "c")]
        assert await bots.span("robota") == (1, 3, 5)
        await bots.forget_old(100)
        assert await bots.events("robota", 0, 10) == [(3, "c")]
        assert await bots.become("robota", "account:robota")
        assert (await stores_of(store).names(["robota"]))["robota"].bot
        await bots.set_policy("robota", bots_module.Policy(most=1))
        assert (await bots.policy("robota")).most == 1
        assert await bots.news("robota", "account:robota", 0, 5) == []
        assert await bots.going_on("robota", "account:robota") == []
        await stores_of(store).delete("robota", "account:robota", 1)
        assert await bots.span("robota") == (0, 0, 0)
