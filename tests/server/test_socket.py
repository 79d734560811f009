"""The socket, as docs/server-api.md has it."""
import asyncio
import json
import os

import pytest
import websockets

from eckstein.engine.messages import Analysis, EngineError, UncompiledError
from eckstein.server.work import analyses, views

from .helpers import LINE, FakeEngine, capped, serving


async def test_two_players_and_a_watcher_see_the_same_game(server):
    made = await server.create()
    async with server.client() as white, server.client() as black, server.client() as eye:
        for client, colours in ((white, ["white"]), (black, ["black"]), (eye, [])):
            game = await client.join(made, *colours)
            assert game["yours"] == colours and game["seq"] == 1
        answer = await white.do(made, "white", "move", 1, "d1d2")
        assert answer == {"t": "done", "id": answer["id"], "game": made["game"], "seq": 2}
        told = [await client.hear("event", kind="move") for client in (black, eye)]
        assert told[0] == told[1]
        assert (told[0]["move"], told[0]["notation"], told[0]["by"], told[0]["seq"]) == (
            "d1d2", "d1-d2", "white", 2)


async def test_views_come_where_they_were_asked_for(server):
    made = await server.create()
    async with server.client() as seeing, server.client() as blind:
        game = await seeing.join(made, "white", views=True)
        assert game["view"]["ply"] == 0 and len(game["view"]["legal"]) == 7
        assert "view" not in await blind.join(made, "black")
        await seeing.do(made, "white", "move", 1, "d1d2")
        event = await seeing.hear("event", kind="move")
        assert event["view"]["ply"] == 1 and event["view"]["turn"] == "black"
        assert "view" not in await blind.hear("event", kind="move")


async def test_who_joins_again_without_views_hears_nothing_older_than_what_he_was_told_then(server):
    made = await server.create()
    async with server.client() as client:
        await client.join(made, "white", "black", views=True)
        make, let = server.service.views.get, asyncio.Event()

        async def slow(*arguments, **more):
            await let.wait()
            return await make(*arguments, **more)
        server.service.views.get = slow
        await client.do(made, "white", "move", 1, "d1d2")
        missed = await client.join(made, "white", "black", since=1)
        assert [event["seq"] for event in missed["events"]] == [2]
        await client.do(made, "black", "move", 2, "d7d6")
        assert "view" not in await client.hear("event", seq=3)
        let.set()
        await client.join(made, "white", "black", since=3, views=True)
        told = [message for message in client.kept if message["t"] != "event"
                or message["kind"] != "presence"]
        assert told == []


async def test_a_repeated_command_gets_its_first_answer(server):
    made = await server.create()
    async with server.client() as client:
        await client.join(made, "white", "black")
        first = await client.do(made, "white", "move", 1, "d1d2", id="x")
        await client.do(made, "black", "move", 2, "d7d6")
        assert await client.do(made, "white", "move", 1, "d1d2", id="x") == first
        assert len((await server.facts(made["game"]))["moves"]) == 2
        bad = await client.do(made, "white", "move", 3, "d2d9", id="y")
        assert bad["t"] == "refused" and bad["code"] == "illegal"
        again = await client.do(made, "white", "move", 3, "d2d3", id="y")
        assert (again["code"], again["reason"]) == (bad["code"], bad["reason"])


async def test_who_comes_back_hears_what_he_missed(server):
    made = await server.create()
    async with server.client() as client:
        await client.join(made, "white", "black")
        await client.play(made, LINE[:4])
    async with server.client() as client:
        missed = await client.join(made, "white", since=3)
        assert missed["t"] == "events" and missed["seq"] == 5
        assert [event["move"] for event in missed["events"]] == LINE[2:4]
    async with server.client() as client:
        assert (await client.join(made, "white", since=99))["t"] == "game"


async def test_a_stale_command_is_followed_by_what_was_missed(server):
    made = await server.create()
    async with server.client() as client, server.client() as other:
        await client.join(made, "white")
        await other.join(made, "white", "black")
        await other.play(made, LINE[:2])
        await client.hear("event", seq=3)
        await client.say("do", game=made["game"], id="late", seat=made["seats"]["white"],
                         seq=1, what="move", move="a1a2")
        events = await client.hear("events")
        assert [event["seq"] for event in events["events"]] == [2, 3]
        assert (await client.hear("refused"))["code"] == "stale"


@pytest.mark.parametrize("text", [
    "", "hello", "[]", "{}", '{"t":"dance"}', '{"t":"join"}', '{"t":"join","game":7}',
    '{"t":"do","game":"g","id":"1","what":"cheat","seq":1}', '{"t":"look","id":-1,"of":{}}',
    '{"t":"do","game":"g","id":"","what":"resign","seq":1}',
    '{"t":"do","game":"g","id":"a\\u0000","what":"resign","seq":1}',
    '{"t":"do","game":"g","id":"\\ud800","what":"resign","seq":1}',
    '{"t":"join","game":"g","since":1e300}', '{"t":"ping"', "\u0000",
    '{"t":"analyse","id":1,"of":{"game":"contra"},"lines":6}', "[" * 10_000])
async def test_nonsense_is_answered_by_an_error_and_the_connection_stays(text, client):
    await client.socket.send(text)
    assert (await client.hear("error"))["reason"]
    await client.say("ping")
    await client.hear("pong")


async def test_bytes_are_no_messages(client):
    await client.socket.send(b"\x00\xff")
    assert "JSON text" in (await client.hear("error"))["reason"]


async def test_a_message_beyond_the_limit_ends_the_connection(client):
    with pytest.raises(websockets.ConnectionClosed) as caught:
        await client.socket.send("x" * 70_000)
        await client.hear("error")
    assert caught.value.rcvd.code == 1009


async def test_other_sites_do_not_get_in(server):
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(websockets.InvalidStatus) as caught:
            async with websockets.connect(f"ws://127.0.0.1:{server.port}/socket", origin=origin):
                pass
        assert caught.value.response.status_code == 403


@pytest.mark.parametrize("seat", ["", "nonsense", "other"])
async def test_without_a_seat_one_may_not_move(seat, server):
    made, other = await server.create(), await server.create()
    token = other["seats"]["white"] if seat == "other" else seat
    async with server.client() as client:
        answer = await client.do(made | {"seats": {"white": token}}, "white", "move", 1, "d1d2")
        assert answer["code"] == "not-yours"


async def test_there_is_no_such_game(server, client):
    await client.say("join", game="nowhere")
    assert (await client.hear("refused"))["code"] == "unknown-game"
    made = {"game": "nowhere", "seats": {}}
    assert (await client.do(made, "white", "resign", 1))["code"] == "unknown-game"
    assert len(server.service.rooms) == 0


async def test_presence_is_told(server):
    made = await server.create()
    async with server.client() as white:
        await white.join(made, "white")
        async with server.client() as black:
            await black.join(made, "black")
            while True:
                told = await white.hear("event", kind="presence")
                if told["players"]["black"]["here"]:
                    break
        while (await white.hear("event", kind="presence"))["players"]["black"]["here"]:
            pass


async def test_a_rematch_has_changed_seats(server):
    made = await server.create()
    async with server.client() as white, server.client() as black:
        await white.join(made, "white")
        await black.join(made, "black")
        await white.do(made, "white", "resign", 1)
        await white.do(made, "white", "rematch", 2)
        await black.do(made, "black", "rematch", 3)
        mine = await white.hear("event", kind="rematch", seq=4)
        theirs = await black.hear("event", kind="rematch", seq=4)
        assert mine["next"]["game"] == theirs["next"]["game"]
        assert list(mine["next"]["seats"]) == ["black"]
        assert list(theirs["next"]["seats"]) == ["white"]
        assert (await white.join(mine["next"], "black"))["yours"] == ["black"]
    async with server.client() as eye:
        assert (await eye.join(made))["next"] == {"game": mine["next"]["game"], "seats": {}}


async def test_a_position_is_looked_at(client):
    await client.say("look", id=1, of={"game": "duell", "moves": ["D1-e6"]})
    assert (await client.hear("look"))["view"]["turn"] == "black"
    for of, word in (({"game": "chess"}, "chess"),
                     ({"game": "contra", "moves": ["z"]}, "z"),
                     ({"game": "contra", "options": {"compiled": True}}, "compiled"),
                     ({"game": "contra", "position": "C?"}, "?")):
        await client.say("look", id=2, of=of)
        refused = await client.hear("refused", id=2)
        assert refused["code"] == "bad" and word in refused["reason"]


async def test_an_analysis_tells_and_ends(client):
    await client.say("analyse", id=1, of={"game": "contra", "moves": ["d1d2"]}, lines=2,
                     seconds=0.5)
    info = await client.hear("info", id=1)
    assert [line["score"] for line in info["lines"]] == [-10, -20]      # White's view
    assert info["lines"][0]["notation"] == ["a7-a6"]
    await client.hear("analysed", id=1)


async def test_an_analysis_is_stopped_or_replaced(client):
    of = {"game": "contra"}
    await client.say("analyse", id=1, of=of, seconds=100)
    await client.hear("info", id=1)
    await client.say("analyse", id=2, of=of, seconds=100)
    await client.hear("analysed", id=1)
    await client.hear("info", id=2)
    await client.say("stop", id=2)
    await client.hear("analysed", id=2)
    await client.say("stop", id=2)
    await client.hear("analysed", id=2)


@pytest.mark.parametrize(("failure", "why"), [
    (EngineError, "engine-failed"), (UncompiledError, "uncompiled")])
async def test_strangers_do_not_hear_what_an_engine_said_when_it_failed(tmp_path, failure, why):
    class Failing(FakeEngine):
        async def stream(self, board, limits, lines=1):
            raise failure("the engine /home/ada/engine has stopped; it wrote last: /home/ada")
            yield

    async def start(game, options, settings):
        return Failing(game, options, settings)
    async with serving(tmp_path, start) as server, server.client() as client:
        await client.say("analyse", id=1, of={"game": "contra"}, seconds=1)
        refused = await client.hear("refused", id=1)
        assert (refused["code"], refused["why"]) == ("busy", why)
        assert "ada" not in refused["reason"]


async def test_a_position_that_cannot_be_analysed(client):
    await client.say("analyse", id=1, of={"game": "contra", "moves": ["d1d2"] * 2000})
    refused = await client.hear("refused", id=1)
    assert refused["code"] == "bad" and "move 2" in refused["reason"]


def die(ref):
    """In place of `piece_of_view`."""
    os._exit(1)


def fail(ref):
    """In place of `piece_of_view`: a mistake of ours."""
    raise LookupError


@pytest.mark.parametrize("bad", [die, fail])
async def test_workers_that_die_or_fail_leave_nobody_waiting(monkeypatch, bad, client):
    monkeypatch.setattr(views, "piece_of_view", bad)
    await client.say("look", id=1, of={"game": "contra"})
    refused = await client.hear("refused", id=1)
    assert (refused["code"], refused["why"]) == ("busy", "crowded")
    monkeypatch.undo()
    await client.say("look", id=2, of={"game": "contra"})
    assert (await client.hear("look"))["view"]["turn"] == "white"


class Remembering(FakeEngine):
    """Goes on where it was interrupted."""

    depth = 0

    async def stream(self, board, limits, lines=1):
        while True:
            self.depth += 1
            yield Analysis(self.depth, pv=(board.legal_moves[0],))
            await asyncio.sleep(0)


async def remembering(game, options, settings):
    return Remembering(game, options, settings)


async def test_analyses_take_turns_at_the_engines(tmp_path, monkeypatch):
    monkeypatch.setattr(analyses, "SLICE", 0.0)
    async with serving(tmp_path, remembering, engines=1) as server, \
            server.client() as first, server.client() as second:
        await first.say("analyse", id=1, of={"game": "contra"}, seconds=100)
        await first.hear("info")
        await second.say("analyse", id=1, of={"game": "contra"}, seconds=100)
        told = [(await client.hear("info"))["depth"] for client in (second, first, second, first)]
        assert told[0] < told[2] and told[1] < told[3]


async def test_too_many_analyses_are_refused(tmp_path, monkeypatch):
    capped(monkeypatch, "analyses-in-all", 0)
    async with serving(tmp_path, engines=1) as server, server.client() as first, \
            server.client() as second:
        await first.say("analyse", id=1, of={"game": "contra"}, seconds=100)
        await first.hear("info")
        await second.say("analyse", id=1, of={"game": "contra"}, seconds=100)
        refused = await second.hear("refused")
        assert (refused["code"], refused["why"]) == ("busy", "engines-taken")
        await first.say("stop", id=1)
        await first.hear("analysed")
        await second.say("analyse", id=2, of={"game": "contra"}, seconds=0.2)
        await second.hear("analysed", id=2)


async def test_at_a_stop_clients_are_told_and_closed_with_1012(server, client):
    await client.say("ping")
    await client.hear("pong")
    await server.service.say_bye()
    assert (await client.hear("bye"))["reason"]
    with pytest.raises(websockets.ConnectionClosed) as caught:
        await client.hear("never")
    assert caught.value.rcvd.code == 1012


async def test_who_says_too_much_is_slowed_down_and_not_dropped(client):
    for _ in range(230):
        await client.socket.send(json.dumps({"t": "ping"}))
    for _ in range(230):
        await client.hear("pong")


async def test_an_analysis_by_a_level_and_without_tables(tmp_path):
    """It tells one line, however many are asked for."""
    started = []

    async def launch(game, options, settings):
        started.append(settings)
        return FakeEngine(game, options, settings)
    async with serving(tmp_path, launch) as server, server.client() as client:
        of = {"game": "contra"}
        await client.say("analyse", id=1, of=of, lines=3, seconds=0.5, level=4, tables=False)
        assert len((await client.hear("info", id=1))["lines"]) == 1
        await client.say("stop", id=1)
        await client.hear("analysed", id=1)
        await client.say("analyse", id=2, of=of, lines=3, seconds=0.5)
        assert len((await client.hear("info", id=2))["lines"]) == 3
    assert [{name: value for name, value in one.items() if name in ("Level", "Tables")}
            for one in started] == [{"Level": 4, "Tables": False}, {}]
