"""A rematch that one account offers another stands among their challenges, too."""
import asyncio
import contextlib

import pytest

from eckstein.server.parts.challenges.events import LIVE, SLOW
from eckstein.server.parts.challenges.rematches import Rematches

from .actors import Browser, listening, moderator_at, people_at, two
from .bots import against, events_of
from .helpers import PATIENCE, capped, part, serving, stores_of
from .journeys import (
    BLITZ,
    DAYS,
    block,
    challenge,
    challenges_of,
    challenges_told,
    give_command,
    moderate,
    rated_game,
    respond,
)
from .noticing import noticing, rows_of
from .postgres import needs_postgres


async def over(anna, bruno, **wish):
    """A game that Bruno has lost with Black, its seats, and the number of its events."""
    made = await anna.post_json("/games", 201, rules="contra", black={"open": True}, **wish)
    joined = await bruno.post_json(f"/games/{made['game']}/join", id="x" * 20)
    seats = {"white": made["seats"]["white"], "black": joined["token"]}
    done = await give_command(bruno, made["game"], seats, "black", 2, "resign")
    return made["game"], seats, done["seq"]


async def until(look, fits):
    """What is seen, once it fits."""
    async with asyncio.timeout(PATIENCE):
        while not fits(found := await look()):
            await asyncio.sleep(0.02)
    return found


async def listed(browser, fits=len):
    """The challenges of a player, once they fit."""
    return await until(lambda: challenges_of(browser), fits)


async def expire(server):
    """Let three days pass."""
    rooms = server.service.rooms
    now = rooms.now
    rooms.now = lambda: now() + SLOW
    await part(server.service, "Challenges").forget_old()


class Offer:
    """Anna has offered Bruno a rematch of a game in which she had White."""

    async def make(self, server, anna, bruno):
        self.server, self.anna, self.bruno = server, anna, bruno
        self.game, self.seats, seq = await over(anna, bruno)
        done = await self.do(anna, "white", "rematch", seq)
        self.seq = done["seq"]
        self.made, = await listed(bruno)
        return self

    async def do(self, browser, colour, what, seq=None, status=200):
        return await give_command(browser, self.game, self.seats, colour, seq or self.seq, what,
                                  status)

    async def expire(self):
        await part(self.server.service, "Challenges").forget_old()
        assert (await self.server.facts(self.game))["offers"]["rematch"] == ["white"]
        await expire(self.server)

    async def seen(self):
        """What Anna and Bruno see in their lists and in the game; None if an account is gone."""
        facts = await self.server.facts(self.game)
        lists = []
        for browser in (self.anna, self.bruno):
            answer = await browser.get("/api/v1/challenges")
            found = answer.json()["challenges"] if (await browser.me())["account"] else None
            lists.append(found and [
                (one["by"]["name"], one["state"], one["reason"] or (
                    one["seat"] and one["seat"]["game"] == (facts["next"] or {}).get("game")))
                for one in found])
        return *lists, facts["offers"]["rematch"], bool(facts["next"])


async def accepted_in_the_list(o):
    seat = await respond(o.bruno, o.made, "accept")
    assert await respond(o.bruno, o.made, "accept") == seat
    facts = await o.server.facts(seat["game"])
    assert [facts["players"][one]["name"] for one in ("white", "black")] == ["Bruno", "Anna"]
    assert seat["colour"] == "white"


async def asks_in_turn(o):
    done = await o.do(o.bruno, "black", "decline-rematch")
    await listed(o.anna, lambda found: found[0]["state"] == "declined")
    await o.do(o.bruno, "black", "rematch", done["seq"])
    await listed(o.bruno)


YES = [("Anna", "accepted", True)], [], ["white", "black"], True
NO = [], [], [], False
CASES = {       # what happens, and then what Anna and Bruno see in their lists, and in the game
    "accepted in the game": (lambda o: o.do(o.bruno, "black", "rematch"), YES),
    "accepted in the list": (accepted_in_the_list, YES),
    "declined in the game": (lambda o: o.do(o.bruno, "black", "decline-rematch"),
                             ([("Anna", "declined", "not-now")], *NO[1:])),
    "declined in the list": (lambda o: respond(o.bruno, o.made, "decline", reason="clock"),
                             ([("Anna", "declined", "clock")], *NO[1:])),
    "withdrawn": (lambda o: respond(o.anna, o.made, "withdraw"), NO),
    "expired": (lambda o: o.expire(), NO),
    "the answerer blocks": (lambda o: block(o.bruno, "Anna"), NO),
    "the asker blocks": (lambda o: block(o.anna, "Bruno"), NO),
    "the asker goes": (lambda o: o.anna.post_json("/account/delete"), (None, *NO[1:])),
    "the answerer goes": (lambda o: o.bruno.post_json("/account/delete"), ([], None, *NO[2:])),
    "the answerer declines, and asks": (asks_in_turn, (
        [("Anna", "declined", "not-now"), ("Bruno", "open", None)], [("Bruno", "open", None)],
        ["black"], False)),
}


@pytest.mark.parametrize("restarted", [False, True], ids=["", "after a restart"])
@pytest.mark.parametrize("how", CASES)
async def test_however_a_rematch_is_answered_list_and_game_agree(tmp_path, how, restarted):
    happen, expected = CASES[how]
    async with contextlib.AsyncExitStack() as stack:
        if not restarted:
            offer = await Offer().make(*await stack.enter_async_context(two(tmp_path)))
        else:
            async with two(tmp_path) as before:
                offer = await Offer().make(*before)
            offer.server = await stack.enter_async_context(serving(tmp_path))
            for name in ("anna", "bruno"):
                again = await stack.enter_async_context(Browser(offer.server))
                again.cookies = getattr(offer, name).cookies
                setattr(offer, name, again)
        await happen(offer)
        await until(offer.seen, lambda found: found == expected)
        if expected[1] is not None and not expected[3]:
            assert (await respond(offer.bruno, offer.made, "accept", 409))["why"] == (
                "challenge-gone")
        await part(offer.server.service, "Challenges").finish()
        assert await offer.seen() == expected


async def test_a_challenge_tells_of_which_game_it_is_a_rematch(tmp_path):
    async with two(tmp_path) as (server, anna, bruno), listening(server, bruno) as his:
        await his.say("challenges")
        for clock, lasts in ((BLITZ, LIVE), (DAYS, SLOW), (None, SLOW)):
            game, seats, seq = await over(anna, bruno, clock=clock)
            await give_command(anna, game, seats, "white", seq, "rematch")
            seen, = await challenges_told(his, len)
            assert seen["rematch_of"] == game
            conditions = {"rules": "contra", "clock": clock, "colour": "black", "mine": False,
                          "by": {"kind": "account", "name": "Anna"}, "state": "open"}
            assert seen | conditions == seen
            assert seen["until"] - seen["created"] == lasts / 1000
            assert [one["mine"] for one in await challenges_of(anna)] == [True]
            await respond(anna, seen, "withdraw")
            await challenges_told(his, lambda found: not found)


async def test_guests_and_players_of_both_sides_have_rematches_in_the_game_alone(tmp_path):
    async with two(tmp_path) as (server, anna, _), Browser(server) as guest:
        await guest.get("/")
        for other in (guest, anna):
            game, seats, seq = await over(anna, other)
            await give_command(anna, game, seats, "white", seq, "rematch")
            await part(server.service, "Challenges").finish()
            assert await challenges_of(anna) == await challenges_of(other) == []
            assert (await server.facts(game))["offers"]["rematch"] == ["white"]


async def test_a_rematch_counts_as_a_challenge_and_without_a_place_stands_in_its_game_alone(
        tmp_path, monkeypatch):
    capped(monkeypatch, "challenges-sent", 1)
    async with two(tmp_path) as (server, anna, bruno):
        made = await challenge(anna)
        game, seats, seq = await over(anna, bruno)
        await give_command(anna, game, seats, "white", seq, "rematch")
        await part(server.service, "Challenges").finish()
        assert [one["id"] for one in await challenges_of(bruno)] == [made["id"]]
        await respond(anna, made, "withdraw")
        done = await give_command(bruno, game, seats, "black", seq + 1, "decline-rematch")
        await give_command(anna, game, seats, "white", done["seq"], "rematch")
        assert [one["rematch_of"] for one in await listed(bruno)] == [game]
        assert (await challenge(anna, status=409))["why"] == "many-challenges"


@pytest.mark.parametrize("by_socket", [True, False])
async def test_rematches_of_a_crowd_give_way_as_its_challenges_do(
        tmp_path, monkeypatch, by_socket):
    capped(monkeypatch, "challenges-received", 2)
    async with serving(tmp_path, proxies=["127.0.0.1"]) as server:
        anna, *crowd = await people_at(server, "Anna", "Bruno", "Carla", "Dora")
        games = [await over(anna, one) for one in crowd]
        for (game, seats, seq), address in zip(games, ("20.1.1.1", "20.1.2.1", "60.1.1.1"),
                                               strict=True):
            if by_socket:
                async with server.client(additional_headers={"X-Forwarded-For": address}) as one:
                    done = await one.do({"game": game, "seats": seats}, "black", "rematch", seq)
                    assert done["t"] == "done"
            else:
                anna.headers["X-Forwarded-For"] = address
                await give_command(anna, game, seats, "black", seq, "rematch")
            await part(server.service, "Challenges").finish()
        assert [one["by"]["name"] for one in await challenges_of(anna)] == ["Bruno", "Dora"]
        await expire(server)
        assert [(await server.facts(game))["offers"]["rematch"] for game, _, _ in games] == [
            [], ["black"], []]
        for one in (anna, *crowd):
            await one.aclose()


async def test_a_bar_ends_rated_rematches_alone(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        carla = await moderator_at(server)
        games = []
        for rated in (True, False):
            game, seats = await rated_game(anna, bruno, rated=rated)
            done = await give_command(bruno, game, seats, "black", 2, "abort")
            await give_command(anna, game, seats, "white", done["seq"], "rematch")
            games.append(game)
        await listed(bruno, lambda found: len(found) == 2)
        server.service.rooms._cache.drop(server.service.rooms._cache.get(games[0]))
        await moderate(carla, "bar")
        assert [one["rematch_of"] for one in await challenges_of(bruno)] == games[1:]
        assert [(await server.facts(game))["offers"]["rematch"] for game in games] == [
            [], ["white"]]
        await carla.aclose()


async def test_an_answer_that_a_killed_server_did_not_take_in_is_found(tmp_path, monkeypatch):
    async with two(tmp_path) as (server, anna, bruno):
        offer = await Offer().make(server, anna, bruno)
        with monkeypatch.context() as patch:
            patch.setattr(server.service.hub, "publish", lambda event: None)
            await offer.do(bruno, "black", "rematch")
        following = (await server.facts(offer.game))["next"]["game"]
        assert len(await challenges_of(bruno)) == 1
        assert (await respond(bruno, offer.made, "accept"))["game"] == following
        assert await challenges_of(bruno) == []

        offer = await Offer().make(server, anna, bruno)
        with monkeypatch.context() as patch:
            patch.setattr(server.service.hub, "publish", lambda event: None)
            done = await offer.do(bruno, "black", "decline-rematch")
            await offer.do(anna, "white", "rematch", done["seq"])
        assert (await respond(bruno, offer.made, "accept", 409))["why"] == "challenge-gone"
        assert await challenges_of(bruno) == []
        assert await offer.seen() == ([("Anna", "accepted", False)], [], ["white"], False)


async def test_an_asker_may_have_seen_the_next_game_before_the_answer_comes(tmp_path, monkeypatch):
    """A page at the game takes the accepted challenge away at once."""
    async with two(tmp_path) as (server, anna, bruno):
        offer = await Offer().make(server, anna, bruno)
        answered = Rematches._answered

        async def seen(rematches, state):
            await answered(rematches, state)
            await rematches._store.forget([offer.made["id"]])
        monkeypatch.setattr(Rematches, "_answered", seen)
        told = await respond(bruno, offer.made, "accept")
        assert told["game"] == (await server.facts(offer.game))["next"]["game"]


async def test_an_offer_that_ends_while_it_is_stored_is_not_listed(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        rematches = part(server.service, "Challenges")._rematches
        add = rematches._add

        async def late(offer):
            await block(bruno, "Anna")
            return await add(offer)
        rematches._add = late
        game, seats, seq = await over(anna, bruno)
        await give_command(anna, game, seats, "white", seq, "rematch")
        await part(server.service, "Challenges").finish()
        assert await challenges_of(bruno) == await challenges_of(anna) == []


async def test_of_withdrawing_and_agreeing_at_once_one_counts(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        for turn in range(6):
            offer = await Offer().make(server, anna, bruno)
            calls = [anna.post(f"/api/v1/challenges/{offer.made['id']}/withdraw"),
                     bruno.post(f"/api/v1/games/{offer.game}/commands", json={
                         "id": "agrees", "what": "rematch", "seq": offer.seq,
                         "seat": offer.seats["black"]})]
            await asyncio.gather(*calls[::-1 if turn % 2 else 1])
            await part(server.service, "Challenges").finish()
            facts = await server.facts(offer.game)
            found = [one for one in await challenges_of(bruno) if one["state"] == "open"]
            # If she was faster, it is he who offers one.
            assert facts["offers"]["rematch"] == (["white", "black"] if facts["next"]
                                                  else ["black"])
            assert [one["mine"] for one in found] == ([] if facts["next"] else [True])
            for one in found:
                await respond(bruno, one, "withdraw")
            for one in await challenges_of(anna):
                assert one["seat"]["game"] == facts["next"]["game"]
                await respond(anna, one, "withdraw")


async def test_a_withdrawal_after_an_answer_comes_too_late(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        offer = await Offer().make(server, anna, bruno)
        rematches = part(server.service, "Challenges")._rematches
        answered, state_of, reached, go = (
            rematches._answered, rematches._state, asyncio.Event(), asyncio.Event())

        async def slow(state):
            await go.wait()
            await answered(state)

        async def withdrawing(made):
            reached.set()
            return await state_of(made)
        rematches._answered, rematches._state = slow, withdrawing
        await offer.do(bruno, "black", "rematch")
        withdrawal = asyncio.create_task(respond(anna, offer.made, "withdraw", 409))
        await reached.wait()
        for _ in range(50):
            await asyncio.sleep(0)
        go.set()
        assert (await withdrawal)["why"] == "challenge-gone"
        await until(offer.seen, lambda found: found == YES)


async def test_a_bot_hears_of_a_rematch_once(tmp_path):
    async with against(tmp_path) as (server, _, bot, token, anna, seat), \
            events_of(server, token) as stream:
        await stream.next("game")
        seats = {"white": seat["token"]}
        done = await give_command(anna, seat["game"], seats, "white", 1, "abort")
        await give_command(anna, seat["game"], seats, "white", done["seq"], "rematch")
        assert len(await listed(bot)) == 1
        made = await challenge(anna, "Robota", clock=None)
        told = [await stream.next() for _ in range(3)]
        assert [one["challenge"]["id"] for one in told if one["t"] == "challenge"] == [made["id"]]
        asked, = (one for one in told if one["t"] == "event")
        assert asked["kind"] == "rematch"
        # Nor of what becomes of its own.
        seats["black"] = asked["seat"]
        for colour, what in (("black", "decline-rematch"), ("black", "rematch"),
                             ("white", "decline-rematch")):
            seq = (await server.facts(seat["game"]))["seq"]
            await give_command(bot if colour == "black" else anna, seat["game"], seats, colour,
                               seq, what)
            assert (await stream.next())["seq"] == seq + 1
        await listed(bot, lambda found: found[-1]["state"] == "declined")
        await respond(anna, made, "withdraw")
        assert (await stream.next())["challenge"] == made["id"]


@pytest.mark.parametrize("here", [True, False])
async def test_who_is_at_the_game_gets_no_notice(tmp_path, here):
    async with noticing(tmp_path) as (server, anna, bruno, channel), \
            server.client() as his:
        game, seats, seq = await over(anna, bruno)
        if here:
            await his.join({"game": game, "seats": seats}, "black")
        await give_command(anna, game, seats, "white", seq, "rematch")
        await listed(bruno)
        if not here:
            assert await channel.wait(1) == ["challenge"]
        await give_command(bruno, game, seats, "black", seq + 1, "decline-rematch")
        await give_command(bruno, game, seats, "black", seq + 2, "rematch")
        _, made = await listed(anna, lambda found: len(found) == 2)
        seat = await respond(anna, made, "accept")
        await part(server.service, "Challenges").finish()
        if not here:
            assert await channel.wait(2) == ["challenge", "begun"]
            assert channel.notices[1].facts.game == seat["game"]
        await part(server.service, "Notices")._write()
        assert len(await rows_of(server)) == (0 if here else 2)


@needs_postgres
async def test_a_rematch_is_answered_at_another_server(url):
    async with two(url) as (first, anna, bruno), serving(url) as second, \
            listening(second, bruno) as his, listening(first, anna) as hers, \
            second.http(cookies=bruno.cookies) as there:
        await his.say("challenges")
        await hers.say("challenges")
        for what in ("accept", "decline"):
            offer = await Offer().make(first, anna, bruno)
            made, = await challenges_told(his, len)
            answer = await there.post(f"/api/v1/challenges/{made['id']}/{what}", json={
                "reason": "clock"} if what == "decline" else {})
            assert answer.status_code == 200, answer.text
            found, = await challenges_told(
                hers, lambda found: found and found[-1]["state"] in ("accepted", "declined"))
            facts = await first.facts(offer.game)
            if what == "accept":
                assert found["seat"]["game"] == answer.json()["game"] == facts["next"]["game"]
            else:
                assert found["reason"] == "clock" and facts["offers"]["rematch"] == []
            await respond(anna, made, "withdraw")
            await challenges_told(hers, lambda found: not found)


async def test_nothing_stays_of_a_rematch_between_accounts_that_are_gone(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        await Offer().make(server, anna, bruno)
        for one in (anna, bruno):
            await one.post_json("/account/delete")
        assert await stores_of(server.service).challenges.rematches_over(2 ** 60) == []
