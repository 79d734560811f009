"""The lobby over sockets: seeks, taking them, games to watch.  How seeks are paired whatever
happens: test_pairing.py."""
import asyncio
import contextlib
import json
from collections import Counter
from unittest import mock

import pytest

from eckstein.server.game.rulings import RefusedError
from eckstein.server.game.tokens import COOKIE
from eckstein.server.hub.outbox import LIMIT
from eckstein.server.hub.subscriber import Subscriber
from eckstein.server.ops.allowances import CAPS, RATES
from eckstein.server.parts.lobby import lobby, news
from eckstein.server.parts.lobby.events import LOBBY
from eckstein.server.rooms import listing
from eckstein.server.rooms.account_names import Called
from eckstein.server.store.contract import StoreError
from eckstein.wire.socket import SeekMessage, client_decoder

from ..conditions import USUAL
from .helpers import all_gone, at_a_page, capped, part, serving
from .journeys import BLITZ, SEEKS, lobby_of, seek, sought, take


@contextlib.asynccontextmanager
async def people(server, count):
    """So many clients, each a guest of his own."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(server.client()) for _ in range(count)]


async def test_a_seek_is_seen_taken_and_played(server):
    async with people(server, 3) as (anna, ben, eye):
        assert (await lobby_of(eye))["seeks"] == []
        key, name = await sought(anna, rules="ecke", options={"chains": True}, clocks=[BLITZ],
                                 colour="black", name=" Anna ")
        shown = {"id": name, "name": "Anna", "rules": "ecke", "options": {"chains": True},
                 "clocks": [BLITZ], "colour": "black", "rating": None, "also": [],
                 **USUAL}
        assert (await eye.hear("lobby-news", seeks=[shown]))["t"] == "lobby-news"
        assert (await lobby_of(ben))["seeks"] == [shown]
        his = await take(ben, name, name="Ben")
        hers = await anna.hear("paired")
        assert hers["id"] == key and hers["game"] == his["game"]
        assert (hers["colour"], his["colour"]) == ("black", "white")
        assert his["link"] == f"/game/{his['game']}#{his['token']}"
        assert await eye.hear("lobby-news", gone=[name])
        made = {"game": his["game"], "seats": {"white": his["token"], "black": hers["token"]}}
        facts = await ben.join(made, "white")
        assert facts["yours"] == ["white"] and facts["rules"] == "ecke"
        assert facts["options"]["chains"] is True
        assert facts["clock"]["initial"] == 300 and facts["clock"]["increment"] == 3
        assert [facts["players"][colour]["name"] for colour in ("white", "black")] == [
            "Ben", "Anna"]
        assert (await lobby_of(ben))["seeks"] == []


async def test_the_oldest_seek_that_fits_is_taken_at_once(server):
    async with people(server, 5) as (other, first, second, white, last):
        await sought(other, rules="ecke")
        await sought(first, colour="white", clocks=[{**BLITZ, "initial": 99}, BLITZ])
        await sought(second)
        await sought(white, colour="white", clocks=[BLITZ, {**BLITZ, "increment": 4}])
        # Neither of those without a clock suits him, nor does who wants his colour.
        key = await seek(last, clocks=[{**BLITZ, "initial": 60}, BLITZ], colour="black")
        his, hers = await last.hear("paired", id=key), await first.hear("paired")
        assert his["game"] == hers["game"] and his["colour"] == "black"
        assert (await server.facts(his["game"]))["clock"]["initial"] == 300
        assert [one["rules"] for one in (await lobby_of(last))["seeks"]] == [
            "ecke", "contra", "contra"]


async def test_of_several_games_the_first_of_the_older_seek_that_suits_both_is_played(server):
    async with people(server, 4) as (anna, ben, carl, dora):
        await sought(anna, rules="ecke", also=["duell", "pur"])
        await seek(ben, rules="contra", also=["pur", "duell"])
        game = (await ben.hear("paired"))["game"]
        assert (await server.facts(game))["rules"] == "duell"
        assert (await anna.hear("paired"))["game"] == game
        # One who takes such a seek says which game.
        _, name = await sought(carl, rules="ecke", also=["duell"])
        assert (await lobby_of(dora))["seeks"][0]["also"] == ["duell"]
        await dora.say("take", id="p" * 20, seek=name, rules="pur")
        assert (await dora.hear("refused"))["code"] == "bad"
        await dora.say("take", id="q" * 20, seek=name, rules="duell")
        assert (await server.facts((await dora.hear("paired"))["game"]))["rules"] == "duell"


@pytest.mark.parametrize("wrong", [{"also": ["chess"]},
                                   {"also": ["pur"], "rules": "ecke", "options": {"chains": True}}])
async def test_a_seek_for_several_games_has_their_usual_rules(server, wrong):
    async with people(server, 1) as [anna]:
        await seek(anna, **wrong)
        assert (await anna.hear("refused"))["code"] == "bad"


async def test_a_seek_is_withdrawn(server):
    async with people(server, 2) as (anna, ben):
        key, name = await sought(anna)
        await lobby_of(ben)
        await anna.say("withdraw", id=key)
        assert await anna.hear("withdrawn", id=key)
        assert await ben.hear("lobby-news", gone=[name])
        assert (await take(ben, name))["why"] == "seek-gone"
        await anna.say("withdraw", id="a seek that never was")
        assert await anna.hear("withdrawn", id="a seek that never was")
        again = await seek(anna, key)           # the same key may be used once more
        assert await anna.hear("seeking", id=again)


async def test_of_two_takers_one_gets_it_and_the_other_is_told_that_it_is_gone(server):
    async with people(server, 4) as (anna, *others):
        _, name = await sought(anna)
        answers = await asyncio.gather(*(take(one, name) for one in others))
        assert sorted(one["t"] for one in answers) == ["paired", "refused", "refused"]
        assert {one["why"] for one in answers if one["t"] == "refused"} == {"seek-gone"}
        assert len({one["game"] for one in answers if one["t"] == "paired"}) == 1
        assert await anna.hear("paired")


async def test_who_has_two_seeks_that_are_taken_at_once_gets_one_game(server):
    async with people(server, 3) as (anna, ben, cleo):
        keys = [await sought(anna, rules=rules) for rules in ("contra", "pur")]
        answers = await asyncio.gather(*(take(client, name) for client, (_, name) in
                                         zip((ben, cleo), keys, strict=True)))
        assert sorted(one["t"] for one in answers) == ["paired", "refused"]
        paired, other = await anna.hear("paired"), await anna.hear("withdrawn")
        assert {paired["id"], other["id"]} == {key for key, _ in keys}


async def test_nobody_is_paired_with_himself_unless_he_asks_from_two_browsers(server):
    header = {"Cookie": f"{COOKIE}={server.service.tokens.new_guest()}"}
    async with (server.client(additional_headers=header) as here,
                server.client(additional_headers=header) as there,
                server.client() as other_browser):
        key, name = await sought(here)
        second, _ = await sought(there)
        for client in (here, there):
            assert (await take(client, name))["why"] == "own-seek"
        third = await seek(other_browser)
        paired = await other_browser.hear("paired", id=third)
        assert (await here.hear("paired", id=key))["game"] == paired["game"]
        # Who plays is not looked for any more.
        assert await there.hear("withdrawn", id=second)
        assert (await lobby_of(there))["seeks"] == []


async def test_which_clock_of_several_is_chosen_by_who_takes_it(server):
    async with people(server, 2) as (anna, ben):
        _, name = await sought(anna, clocks=[None, BLITZ])
        assert (await take(ben, name, clock=2))["code"] == "bad"
        game = (await take(ben, name, clock=1))["game"]
        assert (await server.facts(game))["clock"]["initial"] == 300


@pytest.mark.parametrize("fields, says", [
    ({"rules": "chess"}, "chess"), ({"options": {"wings": True}}, "wings"),
    ({"rules": "ecke", "options": {"chains": "long"}}, "chains"),
    ({"rules": "../pur"}, "pur")])
async def test_a_seek_for_a_game_that_does_not_exist_is_refused(fields, says, client):
    await lobby_of(client)
    key = await seek(client, **fields)
    refused = await client.hear("refused", id=key)
    assert refused["code"] == "bad" and says in refused["reason"]
    assert (await lobby_of(client))["seeks"] == []


@pytest.mark.parametrize("fields, says", [
    ({"clocks": []}, "clocks"), ({"clocks": [{**BLITZ, "initial": 0}]}, "initial"),
    ({"name": "x" * 41}, "name"), ({"clocks": [None] * 13}, "clocks"),
    ({"key": "short"}, "id"), ({"colour": "red"}, "colour")])
async def test_a_seek_that_is_none_is_not_understood(fields, says, client):
    await seek(client, **fields)
    assert says in (await client.hear("error"))["reason"]
    assert (await lobby_of(client))["seeks"] == []


async def test_who_has_ten_seeks_is_refused_another(server):
    async with people(server, 2) as (anna, ben):
        keys = [(await sought(anna))[0] for _ in range(CAPS["seeks"].most)]
        refused_key = await seek(anna)
        refused = await anna.hear("refused", id=refused_key)
        assert refused["why"] == "many-seeks"
        assert refused["reason"] == "you have 10 open seeks already; withdraw one first"
        await anna.say("withdraw", id=keys[3])
        assert await sought(anna)
        assert len((await lobby_of(ben))["seeks"]) == CAPS["seeks"].most


async def test_of_a_full_lobby_the_player_with_most_open_challenges_gives_way(server, monkeypatch):
    capped(monkeypatch, "seeks-in-all", 4)
    async with people(server, 4) as (many, one, late, last):
        keys = [(await sought(many, colour="white"))[0] for _ in range(3)]
        await sought(one, colour="white")
        await sought(late, colour="white")
        assert (await many.hear("refused"))["id"] == keys[2]
        assert (await many.hear("withdrawn"))["id"] == keys[2]
        assert len((await lobby_of(late))["seeks"]) == 4
        await many.say("withdraw", id=keys[1])
        await many.hear("withdrawn", id=keys[1])
        await sought(last, colour="white")              # now each has one
        key = await seek(late, colour="white")
        assert (await late.hear("refused", id=key))["why"] == "lobby-full"


async def test_a_flood_of_seeks_is_refused(server):
    async with people(server, 2) as (flood, eye):
        await lobby_of(eye)
        answers = []
        for _ in range(3 * round(RATES["seeks"].at_once)):
            key = await seek(flood)
            answers.append(await flood.hear("seeking", "refused", id=key))
            if answers[-1]["t"] == "seeking":
                await flood.say("withdraw", id=key)
        assert {one.get("why") for one in answers} == {None, "seeks-too-fast"}
        assert sum(one["t"] == "seeking" for one in answers) >= RATES["seeks"].at_once
        assert len(part(server.service, "Lobby")) <= 1


async def test_a_seek_outlives_a_lost_connection_for_a_moment(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 3600.0)
    async with serving(tmp_path) as server, people(server, 2) as (ben, eye):
        await lobby_of(eye)
        async with server.client() as anna:
            key, name = await sought(anna)
            await eye.hear("lobby-news", seeks=[mock.ANY])
        await eye.hear("lobby-news", gone=[name])
        assert (await take(ben, name))["why"] == "seek-gone"    # nobody would be there
        late, _ = await sought(ben)
        async with server.client() as anna:
            await seek(anna, key)
            assert (await anna.hear("seeking", id=key))["seek"] == name
            hers, his = await anna.hear("paired", id=key), await ben.hear("paired", id=late)
            assert hers["game"] == his["game"]
        async with server.client() as anna:         # she was cut off again, and asks again
            await seek(anna, key)
            assert await anna.hear("paired", id=key) == hers


async def test_a_seek_ends_with_its_connection(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 0.0)
    async with serving(tmp_path) as server:
        async with server.client() as anna:
            await sought(anna)
        await all_gone(server.service)
        while len(part(server.service, "Lobby")):
            await asyncio.sleep(0)


async def test_only_players_of_games_that_can_be_watched_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.01)
    async with serving(tmp_path) as server, people(server, 3) as (anna, ben, eye):
        await anna.join(await server.create(), "white", "black")
        await anna.join(await server.create(black={"kind": "computer", "level": 1}), "white")
        told = await lobby_of(eye)
        _, name = await sought(anna, name="Anna")
        his = await take(ben, name, name="Ben")
        await ben.join({"game": his["game"], "seats": {his["colour"]: his["token"]}}, his["colour"])
        while not told["games"]:
            told |= await eye.hear("lobby-news")
        assert told["people"] == {"lobby": 1, "playing": 1}


async def test_a_game_of_the_lobby_can_be_watched_and_one_by_link_cannot(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.01)
    async with serving(tmp_path) as server, people(server, 3) as (anna, ben, eye):
        made = await server.create()
        await eye.join(made, "white", "black")
        _, name = await sought(anna, name="Anna")
        his, hers = await take(ben, name, name="Ben"), await anna.hear("paired")
        seats = {one["colour"]: one["token"] for one in (his, hers)}
        public = {"game": his["game"], "seats": seats}
        await ben.join(public, his["colour"])
        await anna.join(public, hers["colour"])
        told = await lobby_of(eye)
        assert [game["game"] for game in told["games"]] == [his["game"]]
        assert told["top"] == his["game"]
        assert told["games"][0] == {
            "game": his["game"], "rules": "contra", "options": {}, "clock": None, "moves": 0,
            "watching": 0, "white": mock.ANY, "black": mock.ANY, "result": None}
        assert {told["games"][0][colour] for colour in seats} == {"Anna", "Ben"}
        while (counts := told["people"]) != {"lobby": 1, "playing": 2}:
            told = {"people": counts} | await eye.hear("lobby-news")
        mover = ben if his["colour"] == "white" else anna
        await mover.do(public, "white", "move", 1, "d1d2")
        while not any(game["moves"] for game in told.get("games", ())):
            told = await eye.hear("lobby-news")
        await anna.do(public, hers["colour"], "resign", 2)
        told = await eye.hear("lobby-news", over=[his["game"]])
        assert told["top"] is None
        # Another game between the same two is listed as well.
        await ben.do(public, his["colour"], "rematch", 3)
        await anna.do(public, hers["colour"], "rematch", 4)
        after = (await anna.hear("event", kind="rematch", seq=5))["next"]
        await anna.join({"game": after["game"], "seats": after["seats"]}, *after["seats"])
        while not any(game["game"] == after["game"] for game in told.get("games", ())):
            told = await eye.hear("lobby-news")
        await eye.say("leave-lobby")
        await eye.say("ping")
        await eye.hear("pong")
        assert not server.service.hub.audience(LOBBY)


async def test_a_game_stays_listed_after_its_end_with_its_result(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(listing, "FINE", 0)
    async with serving(tmp_path) as server, people(server, 3) as (anna, ben, eye):
        _, name = await sought(anna)
        his, hers = await take(ben, name), await anna.hear("paired")
        made = {"game": hers["game"], "seats": {hers["colour"]: hers["token"]}}
        await anna.join(made, hers["colour"])
        assert [game["result"] for game in (await lobby_of(eye))["games"]] == [None]
        await anna.do(made, hers["colour"], "resign", 1)
        told = {}
        while not any(game["result"] for game in told.get("games", ())):
            told = await eye.hear("lobby-news")
        [game] = (await lobby_of(eye))["games"]
        assert game["result"]["winner"] == his["colour"]
        assert (await lobby_of(eye))["top"] is None


async def test_who_reads_too_slowly_gets_the_whole_lobby_in_place_of_the_news(
        tmp_path, monkeypatch):
    monkeypatch.setattr(news, "PACE", (0.0, 0.0))
    async with serving(tmp_path) as server, people(server, 2) as (anna, slow):
        await lobby_of(slow)
        listener, = server.service.hub.audience(LOBBY)
        reading = asyncio.Event()
        send, queue = listener._send, listener.outbox

        async def wait(message):
            await reading.wait()
            await send(message)
        listener._send = wait
        queue.tell(LOBBY, '{"t":"lobby-news"}')
        while listener.sending_since is None:
            await asyncio.sleep(0)
        for _ in range(LIMIT + 2):
            queue.tell(LOBBY, '{"t":"lobby-news"}')
        _, name = await sought(anna)
        reading.set()
        told = await slow.hear("lobby")
        assert [one["id"] for one in told["seeks"]] == [name]


async def test_a_database_that_does_not_respond_delays_the_game(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "RETRY_SECONDS", 0.0)
    async with serving(tmp_path) as server, people(server, 3) as (anna, ben, cleo):
        _, name = await sought(anna)
        write, fails = server.service.store.write, 3

        async def failing(transaction):
            nonlocal fails
            if transaction.pairings and fails:
                fails -= 1
                raise StoreError("the disk is full")
            await write(transaction)
        server.service.store.write = failing
        refused = await take(cleo, name)
        assert (refused["code"], refused["reason"]) == (
            "busy", "the game could not be saved; try again")
        await seek(ben)
        assert (await ben.hear("paired"))["game"] == (await anna.hear("paired"))["game"]
        assert not fails


async def test_two_servers_that_do_not_hear_of_each_other_make_one_game_of_a_seek(tmp_path):
    async with (serving(tmp_path) as first, serving(tmp_path) as second,
                people(first, 2) as (anna, ben), people(second, 2) as (there, cleo)):
        key, name = await sought(anna)
        assert await sought(there, key) == (key, name)      # so each has got it
        answers = await asyncio.gather(take(ben, name), take(cleo, name))
        assert sorted(one["t"] for one in answers) == ["paired", "refused"]
        told = await asyncio.gather(anna.hear("paired"), there.hear("paired"))
        assert told[0] == told[1]


async def test_ten_thousand_seeks_of_a_few_addresses_leave_few(server):
    async with server.client() as eye:
        there, whys = part(server.service, "Lobby"), Counter()
        await lobby_of(eye)
        for number in range(10_000):
            visitor = Subscriber(at_a_page, f"guest:{number}", name="Guest",
                                 payer=f"10.0.{number % 5}.1")
            message = client_decoder.decode(json.dumps({
                "t": "seek", "id": f"one of ten thousand {number}", "rules": "contra",
                "clocks": [None], "colour": "white"}))
            try:
                await there.seek(visitor, message)
            except RefusedError as refused:
                whys[refused.why] += 1
        assert whys.keys() <= {"seeks-too-fast", "lobby-full"} and len(there) <= 500
        assert len(there) + whys.total() == 10_000 and len(there) >= 200
        told = await lobby_of(eye)
        assert len(told["seeks"]) == len(there)


async def test_an_account_seeks_by_its_name_and_does_not_meet_itself(server):
    async with people(server, 1) as (eye,):
        rooms, there = server.service.rooms, part(server.service, "Lobby")

        async def find(accounts):
            return dict.fromkeys(accounts, Called("Anna"))
        rooms.names._find = find
        anna = [Subscriber(at_a_page, "account:a", "a", payer="payer") for _ in range(2)]
        for visitor, key in zip(anna, ("the first device", "the second device"), strict=True):
            await there.seek(visitor, SeekMessage(id=key, rules="contra", clocks=[None],
                                                  colour="white", name="Somebody else"))
        seeks = (await lobby_of(eye))["seeks"]
        assert [one["name"] for one in seeks] == ["Anna", "Anna"]
        game = (await take(eye, seeks[0]["id"], name="Ben"))["game"]
        facts = await server.facts(game)
        assert {player["name"] for player in facts["players"].values()} == {"Anna", "Ben"}
        created, = await server.service.store.events_of(game)
        assert created.data["seats"]["white"]["who"] == "account:a"
        assert created.data["seats"]["white"]["name"] == ""


SEEK = {"id": "key of a program in the lobby", "rules": "contra", "clocks": [None]}


@contextlib.asynccontextmanager
async def looking(server, **fields):
    """Somebody who looks for an opponent without a socket; what he is told."""
    body = {"id": next(SEEKS), "rules": "contra", "clocks": [None]} | fields
    async with server.http() as http, http.stream(
            "POST", "/api/v1/lobby/seeks", json=body) as answer:
        assert answer.status_code == 200, await answer.aread()
        yield (json.loads(line) async for line in answer.aiter_lines() if line)


NONSENSE = [b"", b"{", b"[]", b"null", *(json.dumps(SEEK | wrong).encode() for wrong in (
    {"id": ""}, {"id": 7}, {"id": "k" * 65}, {"rules": ""}, {"rules": "chess"},
    {"rules": None}, {"clocks": []}, {"clocks": [BLITZ] * 99}, {"clocks": ["5+3"]},
    {"clocks": [{"kind": "fischer", "initial": -1, "increment": 0}]}, {"colour": "red"},
    {"options": {"nothing": 1}}, {"options": []}, {"among": [1]}, {"among": [9, "x"]},
    {"rated": "yes"}, {"challenges": 3}, {"more": 1}, {"rated": True, "clocks": [BLITZ]}))]


async def test_a_program_that_seeks_nonsense_is_refused_and_nobody_seeks(server):
    async with server.http("/api/v1") as http:
        for body in NONSENSE:
            answer = await http.post("/lobby/seeks", content=body)
            assert 400 <= answer.status_code < 500 and answer.json()["reason"], body
        assert (await http.get("/lobby/seeks")).json() == {"seeks": [], "count": 0}


async def test_a_page_takes_the_seek_of_a_program(server):
    async with people(server, 1) as (anna,), looking( server, name="Ben", colour="black") as told:
        name = (await anext(told))["seek"]
        [shown] = (await lobby_of(anna))["seeks"]
        assert (shown["id"], shown["name"]) == (name, "Ben")
        mine, his = await take(anna, name), await anext(told)
        assert (his["t"], his["game"], his["colour"]) == ("paired", mine["game"], "black")


async def test_nobody_takes_the_seek_of_a_program_that_has_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 1000.0)      # it is gone at once
    async with serving(tmp_path) as server, people(server, 1) as (anna,):
        await lobby_of(anna)
        async with looking(server) as told:
            name = (await anext(told))["seek"]
            while name not in [one["id"] for one in (
                    await anna.hear("lobby-news")).get("seeks", ())]:
                pass                # what was never shown is never said to be gone
        await anna.hear("lobby-news", gone=[name])
        assert (await take(anna, name))["why"] == "seek-gone"


async def test_a_program_that_comes_again_is_told_the_game(server):
    async with people(server, 1) as (anna,):
        key = next(SEEKS)
        async with looking(server, id=key) as told:
            paired = await take(anna, (await anext(told))["seek"])
            assert (await anext(told))["game"] == paired["game"]
        async with looking(server, id=key) as told:
            assert (await anext(told))["game"] == paired["game"]
