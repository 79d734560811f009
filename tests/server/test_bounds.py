"""How much one client may have at once, a test for each bound; docs/limits.md lists them."""
import asyncio

import pytest

from eckstein.server.game.rulings import Command, RefusedError
from eckstein.server.rooms import room as room_module
from eckstein.server.work import views
from eckstein.server.work.views import Views
from eckstein.wire.positions import PositionRef

from .helpers import capped, serving


class Still:
    """In place of who makes views: nothing is ready before it is let."""

    def __init__(self):
        self.asked, self.go_on = [], asyncio.Event()

    async def do(self, payer, seconds, function, ref, **_):
        self.asked.append(ref)
        await self.go_on.wait()
        return b'"view"'


async def pause():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_so_many_games_on_one_socket(tmp_path, monkeypatch):
    capped(monkeypatch, "games", 2)
    async with serving(tmp_path) as server, server.client() as client:
        made = [await server.create() for _ in range(3)]
        for one in made[:2]:
            await client.join(one)
        await client.say("join", game=made[2]["game"])
        assert "too many games" in (await client.hear("error"))["reason"]
        assert (await client.join(made[0], "white"))["yours"] == ["white"]     # once more
        await client.say("leave", game=made[1]["game"])
        assert (await client.join(made[2]))["game"] == made[2]["game"]


async def test_so_many_views_for_one_socket(tmp_path, monkeypatch):
    capped(monkeypatch, "views", 2)
    async with serving(tmp_path) as server, server.client() as client:
        still = server.service.views._work = Still()
        for number in range(3):
            await client.say("look", id=number, of={"game": "contra"})
        refused = await client.hear("refused")
        assert (refused["id"], refused["code"], refused["why"]) == (2, "busy", "crowded")
        still.go_on.set()
        assert sorted([(await client.hear("look"))["id"] for _ in "12"]) == [0, 1]
        await client.say("look", id=3, of={"game": "contra"})
        await client.hear("look", id=3)


async def test_so_many_commands_for_one_game(tmp_path, monkeypatch):
    capped(monkeypatch, "commands", 2)
    async with serving(tmp_path) as server:
        made, games = await server.create(), server.service.rooms
        room = await games.room(made["game"])

        def offer(number):
            return games.submit(made["game"], Command("white", str(number), "offer-draw",
                                                      "white", 1))
        async with room.lock:
            waiting = [asyncio.create_task(offer(number)) for number in range(2)]
            await pause()
            with pytest.raises(RefusedError) as caught:
                await offer(2)
            assert (caught.value.code, caught.value.why) == ("busy", "crowded")
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert found[0] == 2 and found[1].why == "draw-offered" and room.waiting == 0
        with pytest.raises(RefusedError) as caught:
            await offer(2)
        assert caught.value.why == "draw-offered"


async def test_so_many_refusals_are_remembered(tmp_path, monkeypatch):
    monkeypatch.setattr(room_module, "KEPT_REFUSALS", 2)
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        room = await server.service.rooms.room(made["game"])
        for number in range(3):
            refused = await client.do(made, "white", "move", 1, f"z{number}", id=str(number))
            assert refused["code"] == "illegal"
        assert list(room.refusals) == [("white", "1"), ("white", "2")]
        again = await client.do(made, "white", "move", 1, "d1d2", id="2")
        assert "z2" in again["reason"]                  # in the same words
        assert (await client.do(made, "white", "move", 1, "d1d2", id="0"))["t"] == "done"


async def test_a_view_is_made_once_for_all_who_wait_for_it():
    still = Still()
    many, ref = Views(still), PositionRef("contra")
    waiting = [asyncio.create_task(many.get(ref, "")) for _ in range(50)]
    await pause()
    still.go_on.set()
    assert len(set(map(id, await asyncio.gather(*waiting)))) == 1
    await many.get(ref, "")
    assert still.asked == [ref]
    await many.get(PositionRef("contra", moves=("d1d2",)), "")
    assert len(still.asked) == 2


async def test_views_are_forgotten(monkeypatch):
    monkeypatch.setattr(views, "KEPT_BYTES", 12)            # two of Still's, without moves
    still = Still()
    still.go_on.set()
    many = Views(still)
    refs = [PositionRef(game) for game in ("contra", "pur", "ecke")]
    for ref in (*refs[:2], refs[0], refs[2]):
        await many.get(ref, "")
    assert list(many._kept) == [refs[0], refs[2]]
    await many.get(PositionRef("contra", moves=("d1d2",)), "")  # its moves are more than that
    assert not many._kept
    await many.get(refs[0], "")
    assert list(many._kept) == refs[:1]


async def test_a_view_is_made_once_for_all_who_watch(tmp_path):
    async with serving(tmp_path) as server, server.client() as one, server.client() as two:
        made = await server.create()
        asked, make = [], server.service.views._work.do

        async def noted(payer, seconds, function, ref, **terms):
            asked.append((ref.moves, terms["urgent"]))
            return await make(payer, seconds, function, ref, **terms)
        server.service.views._work.do = noted
        for client in (one, two):
            await client.join(made, "white", views=True)
        await one.do(made, "white", "move", 1, "d1d2")
        for client in (one, two):
            assert (await client.hear("event", kind="move"))["view"]["ply"] == 1
        assert asked == [((), True), (("d1d2",), True)]


async def test_the_clocks_of_a_game_that_was_resigned_stand_still(server, client):
    games = server.service.rooms
    time = games.now()
    games.now = lambda: time
    made = await server.create(clock={"kind": "fischer", "initial": 100, "increment": 7})
    await client.join(made, "white", "black")
    seq = await client.play(made, ["d1d2", "d7d6"])
    time += 30_000
    await client.do(made, "black", "resign", seq)
    told = (await client.hear("event", kind="end"))["clock"]
    assert (told["left"], told["running"]) == ({"white": 70, "black": 100}, None)
    time += 30_000
    clock = (await server.facts(made["game"]))["clock"]
    assert (clock["left"], clock["running"]) == ({"white": 70, "black": 100}, None)
