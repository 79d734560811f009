"""Who is in a game at other servers is told as if it were here; only one of them has computers play
each other.  How servers hear of each other: test_node.py and test_postgres.py."""
import asyncio

import pytest

from eckstein.server.rooms import computers
from eckstein.server.store.presence import NO_ONE, Presence

from .helpers import FakeEngine, serving

COMPUTER = {"kind": "computer", "level": 1}
WATCHED = Presence((), 1)
BEFORE, AFTER = "", "~"     # names of servers that come before this one, and after


async def told(client, *, black, watching, thinking=None):
    """Wait until a client has been told this."""
    while True:
        event = await client.hear("event", kind="presence")
        if (event["players"]["black"]["here"], event["watching"], event["thinking"]) == (
                black, watching, thinking):
            return event["players"]["white"]["here"]


async def test_who_is_elsewhere_is_told_to_all_and_to_those_who_ask(tmp_path):
    async with serving(tmp_path) as server, server.client() as white:
        made, there = await server.create(), server.service.rooms.elsewhere
        game = made["game"]
        there.hear("a", {game: Presence(("black",), 2)})
        there.hear("b", {game: Presence(("black",), 1, str(computers.READYING)),
                         "unknown": WATCHED})
        assert (await server.facts(game))["players"]["black"]["here"]
        facts = await white.join(made, "white")
        assert facts["players"]["black"]["here"] and facts["watching"] == 3
        assert facts["thinking"] == computers.READYING
        there.hear("b", {game: NO_ONE})
        assert await told(white, black=True, watching=2)
        there.hear_all("a", {})
        assert await told(white, black=False, watching=0)


async def test_who_is_here_is_told_to_other_servers(tmp_path):
    async with serving(tmp_path) as server, server.client() as white:
        made, heard = await server.create(), asyncio.Queue()
        rooms = server.service.rooms
        rooms.broadcaster._tell_others = lambda game, presence: heard.put_nowait(presence)
        await white.join(made, "white")
        assert await heard.get() == Presence(("white",))
        async with server.client() as eye:
            await eye.join(made)
            assert await heard.get() == Presence(("white",), 1)
        assert await heard.get() == Presence(("white",))
        rooms.note(await rooms.room(made["game"]), computers.READYING)
        assert await heard.get() == Presence(("white",), 0, str(computers.READYING))
        await white.do(made, "white", "move", 1, "d1d2")
        assert await heard.get() == Presence(("white",))
        await white.say("leave", game=made["game"])
        assert await heard.get() == NO_ONE


@pytest.mark.parametrize(("name", "thinks"), [(BEFORE, False), (AFTER, True)])
async def test_where_two_computers_are_watched_at_several_servers_one_has_them_think(
        tmp_path, name, thinks):
    asked = asyncio.Queue()

    class Noting(FakeEngine):
        async def play(self, board, limits):
            asked.put_nowait(board.position())
            return await super().play(board, limits)

    async def launch(game, options, settings):
        return Noting(game, options, settings)
    async with serving(tmp_path, launch) as server, server.client() as client:
        made = await server.create(white=COMPUTER, black=COMPUTER)
        rooms, game = server.service.rooms, made["game"]
        rooms.elsewhere.hear(name, {game: WATCHED})
        await server.facts(game)            # those who ask are told what the others see
        room = await rooms.room(game)
        assert not rooms.computers.thinks(game) and not room.computer_due()
        await client.join(made)
        assert room.computer_due() == rooms.computers.thinks(game) == thinks
        rooms.elsewhere.hear_all(name, {})
        await asked.get()


async def test_a_server_that_only_says_what_its_computer_does_watches_no_game(tmp_path):
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create(white=COMPUTER, black=COMPUTER)
        server.service.rooms.elsewhere.hear(BEFORE, {
            made["game"]: Presence(thinking=str(computers.READYING))})
        await client.join(made)
        assert (await client.hear("event", kind="move"))["seq"] == 2
