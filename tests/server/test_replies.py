"""Conditional replies: laid down by a player, seen by nobody else, and made at once."""
import asyncio

import pytest

from eckstein.server.game.events import PREPARED
from eckstein.server.rooms.prepared import Prepared
from eckstein.server.store.contract import ANYTHING

from .helpers import serving

ANSWER = [["d1d2", "d7d6"]]
LONG = [["d1d2", "d7d6", "d2d3", "d6d5"], ["d1d2", "d7d6", "a1a2", "b7b6"], ["a1a2", "a7a6"]]


def texts(message):
    return [[move["text"] for move in line] for line in message["lines"]]


async def prepare(client, made, colour, lines, seq=1, id="plan"):
    await client.say("do", game=made["game"], id=id, seat=made["seats"].get(colour, ""), seq=seq,
                     what="prepare", lines=lines)
    return await client.hear("done", "refused", id=id)


async def told(server, made, colour):
    """What is left of a player's replies."""
    async with server.http() as http:
        answer = await http.post(f"/api/v1/games/{made['game']}/prepared",
                                 json={"seat": made["seats"][colour]})
        assert answer.status_code == 200, answer.text
        return texts(answer.json())


async def moves_of(server, made):
    return [move["text"] for move in (await server.facts(made["game"]))["moves"]]


async def kept(server):
    """What of them is in the database."""
    store = server.service.store
    return [laid for game in await store.all_games() for laid in await store.replies_of(game)]


@pytest.fixture
async def white(server, made):
    """A client of White's, who has joined."""
    async with server.client() as client:
        await client.join(made, "white")
        yield client


@pytest.fixture
async def black(server, made):
    """A client of Black's, who has joined."""
    async with server.client() as client:
        await client.join(made, "black")
        yield client


async def test_the_reply_is_made_at_once(server, made, white, black):
    assert (await prepare(black, made, "black", ANSWER))["t"] == "done"
    await white.do(made, "white", "move", 1, "d1d2")
    event = await white.hear("event", seq=3)
    assert (event["kind"], event["by"], event["move"]) == ("move", "black", "d7d6")
    store = server.service.store
    assert (await store.events_of(made["game"]))[-1].actor == PREPARED


async def test_a_line_goes_on_and_the_other_branches_fall_away(server, made, white, black):
    await prepare(black, made, "black", LONG)
    assert texts(await black.hear("prepared")) == LONG
    await white.do(made, "white", "move", 1, "d1d2")
    await white.hear("event", seq=3)
    assert await told(server, made, "black") == [["d2d3", "d6d5"], ["a1a2", "b7b6"]]
    await white.do(made, "white", "move", 3, "a1a2")
    await white.hear("event", seq=5)
    assert await moves_of(server, made) == ["d1d2", "d7d6", "a1a2", "b7b6"]


async def test_a_move_that_nobody_foresaw_deletes_them(server, made, white, black):
    await prepare(black, made, "black", ANSWER)
    await black.hear("prepared")
    await white.do(made, "white", "move", 1, "c1c2")
    assert texts(await black.hear("prepared")) == []
    assert await moves_of(server, made) == ["c1c2"] and await kept(server) == []


async def test_nobody_else_hears_of_them(server, made, white, black):
    async with server.client() as watcher:
        await watcher.join(made)
        await prepare(black, made, "black", ANSWER)
        await black.hear("prepared")
        for client in (white, watcher):
            await client.say("ping")
            await client.hear("pong")
            assert not [one for one in client.kept if "d7d6" in str(one)]
            assert not [one for one in client.kept if one["t"] == "prepared"]
    async with server.http() as http:
        path = f"/api/v1/games/{made['game']}"
        assert "d7d6" not in (await http.get(path)).text
        for seat, status in (("", 403), ("nonsense", 403)):
            answer = await http.post(f"{path}/prepared", json={"seat": seat})
            assert answer.status_code == status
    assert await told(server, made, "white") == []


async def test_who_comes_back_is_told_them(server, made, white, black):
    await prepare(black, made, "black", ANSWER)
    async with server.client() as again:
        await again.join(made, "black")
        assert texts(await again.hear("prepared")) == ANSWER


async def test_they_can_be_replaced_and_taken_back(server, made, white, black):
    await prepare(black, made, "black", LONG, id="1")
    await prepare(black, made, "black", ANSWER, id="2")
    assert await told(server, made, "black") == ANSWER
    await prepare(black, made, "black", [], id="3")
    assert await told(server, made, "black") == [] and await kept(server) == []


async def test_a_repeated_command_lays_nothing_down_anew(server, made, white, black):
    first = await prepare(black, made, "black", LONG)
    await white.do(made, "white", "move", 1, "d1d2")
    await white.hear("event", seq=3)
    assert await prepare(black, made, "black", LONG) == first
    assert await told(server, made, "black") == [["d2d3", "d6d5"], ["a1a2", "b7b6"]]


async def test_a_takeback_deletes_them(server, made, white, black):
    await white.do(made, "white", "move", 1, "d1d2")
    await prepare(white, made, "white", [["d7d6", "d2d3"]], seq=2)
    await white.do(made, "white", "ask-takeback", 2)
    await black.do(made, "black", "accept-takeback", 3)
    await white.do(made, "white", "move", 4, "d1d2")
    await black.do(made, "black", "move", 5, "d7d6")
    assert await told(server, made, "white") == [] and await kept(server) == []
    assert await moves_of(server, made) == ["d1d2", "d7d6"]


async def test_the_end_of_the_game_deletes_them(server, made, white, black):
    await prepare(black, made, "black", ANSWER)
    await black.hear("prepared")
    await black.do(made, "black", "resign", 1)
    assert texts(await black.hear("prepared")) == [] and await kept(server) == []


async def test_an_offer_of_a_draw_does_not_touch_them(server, made, white, black):
    await prepare(black, made, "black", ANSWER)
    await white.do(made, "white", "offer-draw", 1)
    await white.do(made, "white", "move", 2, "d1d2")
    event = await white.hear("event", seq=4)
    assert event["move"] == "d7d6" and event["offers"]["draw"] is None


async def test_both_may_have_prepared(server, made, white, black):
    await white.do(made, "white", "move", 1, "d1d2")
    await prepare(white, made, "white", [["d7d6", "d2d3", "d6d5", "a1a2"]], seq=2)
    await black.do(made, "black", "move", 2, "d7d6")
    await black.hear("event", seq=4)
    await prepare(white, made, "white", [["d6d5", "a1a2"]], seq=4, id="again")
    await black.do(made, "black", "move", 4, "d6d5")
    await black.hear("event", seq=6)
    assert await moves_of(server, made) == ["d1d2", "d7d6", "d2d3", "d6d5", "a1a2"]


REFUSED = {
    "two replies": ([["d1d2", "d7d6"], ["d1d2", "a7a6"]], "bad", "there are two replies to d1-d2"),
    "no reply": ([["d1d2", "d7d6", "d2d3"]], "bad",
                 "a line ends with a reply, and none follows d2d3"),
    "illegal": ([["d1d2", "d7d5"]], "illegal", "d7d5: "),
    "too many": ([["d1d2", "d7d6"]] * 51, "bad", "at most 100 moves can be prepared"),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_what_cannot_be_prepared(server, made, black, name):
    lines, code, reason = REFUSED[name]
    answer = await prepare(black, made, "black", lines)
    assert (answer["t"], answer["code"]) == ("refused", code)
    assert answer["reason"].startswith(reason)
    assert await told(server, made, "black") == []


async def test_who_is_to_move_prepares_nothing(server, made, white, black):
    assert (await prepare(white, made, "white", [["d1d2", "d7d6"]]))["why"] == "your-turn"
    assert (await prepare(white, made, "", ANSWER, id="watcher"))["why"] == "no-seat"


@pytest.mark.parametrize(("wish", "why"), [
    ({"clock": {"kind": "fischer", "initial": 60}}, "has-clocks"),
    ({"clock": {"kind": "delay", "initial": 60, "increment": 86_400}}, "has-clocks"),
    ({"white": {"kind": "computer"}}, "computer-replies")])
async def test_games_in_which_nothing_is_prepared(wish, why, server):
    made = await server.create(**wish)
    async with server.client() as black:
        await black.join(made, "black")
        assert (await prepare(black, made, "black", ANSWER))["why"] == why


# Races.

async def test_replies_to_a_move_that_came_first_are_stale(server, made, white, black):
    await white.do(made, "white", "move", 1, "d1d2")
    assert (await prepare(black, made, "black", ANSWER, seq=1))["code"] == "stale"


async def test_a_move_of_ones_own_at_the_same_moment(server, made, white, black):
    """Either counts, never both, and the line goes on only if it was followed."""
    for number in range(10):
        made = await server.create()
        for client, colour in ((white, "white"), (black, "black")):
            await client.join(made, colour)
        await prepare(black, made, "black", LONG, id=f"plan {number}")
        await white.do(made, "white", "move", 1, "d1d2")
        own = await black.do(made, "black", "move", 2, "c7c6")
        last = await white.hear("event", game=made["game"], seq=3)
        assert last["move"] == ("c7c6" if own["t"] == "done" else "d7d6")
        assert own["t"] == "done" or own["code"] == "stale"
        assert len(await moves_of(server, made)) == 2
        left = await told(server, made, "black")
        assert left == ([] if own["t"] == "done" else [["d2d3", "d6d5"], ["a1a2", "b7b6"]])


async def test_a_resignation_at_the_same_moment(server, made, white, black):
    await prepare(black, made, "black", ANSWER)
    await asyncio.gather(white.do(made, "white", "move", 1, "d1d2"),
                         black.do(made, "black", "resign", 1))
    game = await server.facts(made["game"])
    assert game["result"]["winner"] == "white"
    assert [move["text"] for move in game["moves"]] in ([], ["d1d2"], ["d1d2", "d7d6"])


async def test_a_server_that_ends_before_the_reply_makes_it_when_it_starts_again(
        tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        made = await server.create()
        async with server.client() as client:
            await client.join(made, "white", "black")
            await prepare(client, made, "black", LONG)
            monkeypatch.setattr(Prepared, "look_at", lambda *_: None)
            await client.do(made, "white", "move", 1, "d1d2")
        assert await moves_of(server, made) == ["d1d2"]
    monkeypatch.undo()
    async with serving(tmp_path) as server, server.client() as client:
        game = await client.join(made, "black")
        if len(game["moves"]) < 2:
            await client.hear("event", seq=3)
        assert await moves_of(server, made) == ["d1d2", "d7d6"]
        assert await told(server, made, "black") == [["d2d3", "d6d5"], ["a1a2", "b7b6"]]


async def test_it_makes_the_reply_though_nobody_comes(tmp_path, monkeypatch):
    """The game is taken up at the start, as those with clocks are."""
    async with serving(tmp_path) as server:
        made = await server.create()
        async with server.client() as client:
            await client.join(made, "white", "black")
            await prepare(client, made, "black", ANSWER)
            monkeypatch.setattr(Prepared, "look_at", lambda *_: None)
            await client.do(made, "white", "move", 1, "d1d2")
    monkeypatch.undo()
    async with serving(tmp_path) as server:
        while len(await server.service.store.events_of(made["game"])) < 3:
            await asyncio.sleep(0.01)
        assert await moves_of(server, made) == ["d1d2", "d7d6"]


async def test_what_another_server_has_written_is_heard_of(server, made, white, black):
    """Replies alone change no event, and count all the same."""
    rooms = server.service.rooms
    room = await rooms.room(made["game"])
    await prepare(black, made, "black", ANSWER)
    mine, room.replies = room.replies, {}               # as on a server that has not heard yet
    assert mine
    rooms.hear_of({made["game"]: ANYTHING})
    await white.do(made, "white", "move", 1, "d1d2")
    assert (await white.hear("event", seq=3))["move"] == "d7d6"
