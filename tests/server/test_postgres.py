"""The server on PostgreSQL, alone and with another one on the same database.

Needs PostgreSQL's programs and asyncpg; where they are missing, these tests are skipped.
"""
import asyncio
import contextlib
import os
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from eckstein.cli import run as command
from eckstein.server.database import maintenance
from eckstein.server.database import postgres_writer as writer_module
from eckstein.server.database import store as store_module
from eckstein.server.database.cluster import node as node_module
from eckstein.server.database.cluster.listening import TELL
from eckstein.server.database.store import Store
from eckstein.server.hub.hub import Hub
from eckstein.server.rooms import rooms as rooms_module
from eckstein.server.store.contract import ANYTHING
from eckstein.server.store.lobbies import Lobbies
from eckstein.server.store.presence import Elsewhere

from .helpers import LINE, moves_of, run, serving, stop_node
from .postgres import needs_postgres

pytestmark = needs_postgres


@contextlib.asynccontextmanager
async def two(url):
    """Two servers on one database, a game, and White at the one and Black at the other."""
    async with serving(url) as first, serving(url) as second:
        made = await first.create()
        async with first.client() as white, second.client() as black:
            await white.join(made, "white")
            await black.join(made, "black")
            yield first, second, made, white, black


def test_a_game_outlives_the_server(url, tmp_path, capsys):
    async def play():
        async with serving(url) as server, server.client() as client:
            made = await server.create()
            await client.join(made, "white", "black")
            first = await client.do(made, "white", "move", 1, LINE[0], id="x")
            assert (await client.do(made, "black", "move", 2, LINE[1]))["t"] == "done"
        async with serving(url) as server, server.client() as client:
            assert await client.do(made, "white", "move", 1, LINE[0], id="x") == first
            assert moves_of(await server.facts(made["game"])) == LINE[:2]
    run(play())
    capsys.readouterr()
    assert command(["db", "check", "-d", url]) == 0
    assert capsys.readouterr().out == "1 game, as it should be.\n"
    assert command(["db", "export", "-d", url]) == 0
    assert "1. d1-d2 d7-d6" in capsys.readouterr().out
    for words in (["backup", str(tmp_path / "copy")], ["restore", str(tmp_path / "copy")]):
        assert command(["db", *words, "-d", url]) == 2
        assert "pg_dump" in capsys.readouterr().err


async def test_servers_that_start_at_once_make_the_tables_once(empty_url):
    stores = [Store(empty_url) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    secrets = await asyncio.gather(*(store.secret() for store in stores))
    await asyncio.gather(*(store.add_pause(1, 2) for store in stores))
    assert len(set(secrets)) == 1 and await stores[0].pauses() == [(1, 2)]
    for store in stores:
        await store.close()


async def test_a_database_that_is_gone_for_a_while(cluster, url):
    async with serving(url) as server, server.client() as client:
        made = await server.create()
        await client.join(made, "white", "black")
        cluster.stop()
        try:
            refused = await client.do(made, "white", "move", 1, LINE[0], id="x")
            assert (refused["code"], refused["why"]) == ("busy", "database")
            assert await server.service.store.trouble(0) == "read"
        finally:
            cluster.start()
        answer = await client.do(made, "white", "move", 1, LINE[0], id="x")
        assert answer["t"] == "done" and answer["seq"] == 2
        assert (await client.do(made, "black", "move", 2, LINE[1]))["t"] == "done"


class Bridge:
    """A way to PostgreSQL; all that is on it can be cut off without a word to either end."""

    def __init__(self, port):
        self._there, self._carrying, self._ends = port, [], []

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.cut()
        self._server.close()
        for end in self._ends:
            end.close()

    async def _begin(self, reader, writer):
        there, to_there = await asyncio.open_connection("127.0.0.1", self._there)
        self._ends += [writer, to_there]
        self._carrying += [asyncio.create_task(self._carry(reader, to_there)),
                           asyncio.create_task(self._carry(there, writer))]

    async def _carry(self, reader, writer):
        while data := await reader.read(1 << 16):
            writer.write(data)

    def cut(self):
        for task in self._carrying:
            task.cancel()


class Ear:
    """In place of `Rooms`: keeps what it hears of."""

    def __init__(self):
        self.heard, self.gone, self.elsewhere = asyncio.Queue(), 0, Elsewhere()
        self.hub = Hub()
        self.lobbies = Lobbies(self.hub)
        self.hear_of = self.heard.put_nowait

    def let_go(self):
        self.gone += 1


async def test_who_listens_on_a_connection_without_another_end_soon_has_a_new_one(
        cluster, url, monkeypatch):
    monkeypatch.setattr(node_module.leases, "RENEWED", 0.05)
    monkeypatch.setattr(node_module, "ANSWER_SECONDS", 0.5)
    import asyncpg
    ear = Ear()
    async with Bridge(cluster.port) as bridge:
        store = Store(url.replace(f":{cluster.port}/", f":{bridge.port}/"))
        await store.open()
        await store.listen(ear)
        assert await ear.heard.get() is None
        bridge.cut()
        assert await ear.heard.get() is None        # on a new connection
        other = await asyncpg.connect(url.replace("+asyncpg", ""))
        # Several at once; and an earlier version tells no numbers, and hears none.
        await other.fetchval(TELL, node_module.CHANNEL, ["other a b", "other c :5 d :6"])
        assert await ear.heard.get() == dict.fromkeys("ab", ANYTHING)
        assert await ear.heard.get() == {"c": 5, "d": 6}
        await other.close()
        await store.close()


async def test_players_at_two_servers_hear_each_other(url):
    async with two(url) as (first, second, made, white, black):
        async with second.client() as eye:
            await eye.join(made, views=True)
            for number, move in enumerate(LINE):
                mover, waiting = (white, black) if number % 2 == 0 else (black, white)
                colour = ("white", "black")[number % 2]
                answer = await mover.do(made, colour, "move", number + 1, move)
                assert (answer["t"], answer["seq"]) == ("done", number + 2)
                assert (await waiting.hear("event", seq=number + 2))["move"] == move
            await black.do(made, "black", "resign", len(LINE) + 1)
            assert (await white.hear("event", seq=len(LINE) + 2))["result"]
            while not (await eye.hear("event")).get("result"):
                pass
        for server in (first, second):
            facts = await server.facts(made["game"])
            assert moves_of(facts) == LINE and facts["result"]["winner"] == "white"


async def sees(client, colour, *, here=True, watching=0):
    """Wait until a client has been told so."""
    while (told := await client.hear("event", kind="presence"))["watching"] != watching or (
            told["players"][colour]["here"] != here):
        pass


async def test_players_at_two_servers_see_each_other_until_one_goes_or_his_server(url, monkeypatch):
    monkeypatch.setattr(node_module.leases, "RENEWED", 0.05)
    async with serving(url) as first, first.client() as white:
        made = await first.create()
        await white.join(made, "white")
        async with serving(url) as second:
            async with second.client() as black, second.client() as eye:
                await black.join(made, "black")
                await sees(black, "white")
                await sees(white, "black")
                await eye.join(made)
                await sees(white, "black", watching=1)
            await sees(white, "black", here=False)
            assert (await second.facts(made["game"]))["players"]["white"]["here"]
            async with second.client() as black:
                await black.join(made, "black")
                await sees(white, "black")
                await stop_node(second.service.store)
                await sees(white, "black", here=False)


@pytest.mark.parametrize("owner", [0, 1])
async def test_a_game_is_claimed_only_if_the_opponent_has_left_both_servers(
        url, monkeypatch, owner):
    async with serving(url) as first, serving(url) as second:
        made = await (first, second)[owner].create(
            clock={"kind": "fischer", "initial": 300, "increment": 0})
        async with first.client() as white, second.client() as black:
            await white.join(made, "white")
            await black.join(made, "black")
            await sees(white, "black")
            for number, move in enumerate(LINE[:3]):
                mover, colour = ((white, "white"), (black, "black"))[number % 2]
                await mover.do(made, colour, "move", number + 1, move)
            for server in (first, second):
                later = server.service.rooms.now() + 100_000
                monkeypatch.setattr(server.service.rooms, "now", lambda later=later: later)
            refused = await white.do(made, "white", "claim-win", 4)
            assert refused["why"] == "not-left"
            await black.say("leave", game=made["game"])
            await sees(white, "black", here=False)
            refused = await white.do(made, "white", "claim-win", 4)
            assert refused["template"]["text"].startswith("you can claim this game in {seconds}")
            for server in (first, second):
                later = server.service.rooms.now() + 100_000
                monkeypatch.setattr(server.service.rooms, "now", lambda later=later: later)
            assert (await white.do(made, "white", "claim-draw", 4))["t"] == "done"
            assert (await white.hear("event", kind="end"))["result"]["reason"] == "left"


async def test_conditional_replies_of_one_server_answer_moves_at_the_other(url):
    """And they are laid down anew and kept as studies are, by the same writer."""
    async with two(url) as (first, second, made, white, black):
        for id, reply in (("1", "a7a6"), ("2", LINE[1])):
            await black.say("do", game=made["game"], id=id, seat=made["seats"]["black"], seq=1,
                            what="prepare", lines=[[LINE[0], reply]])
            assert (await black.hear("done", "refused", id=id))["t"] == "done"
        await white.do(made, "white", "move", 1, LINE[0])
        assert (await white.hear("event", seq=3))["move"] == LINE[1]
        async with httpx.AsyncClient() as http:
            kept = await http.post(f"{first.base}/api/v1/studies",
                                   json={"text": '[Game "contra"]\n\n1. d1-d2 *\n'})
            path = f"/api/v1/studies/{kept.json()['study']}"
            assert (await http.get(f"{second.base}{path}")).status_code == 200


async def test_notifications_are_heard_though_the_connection_went_before_it_listened(
        url, monkeypatch):
    import asyncpg
    monkeypatch.setattr(node_module, "PAUSE", 0)
    real, closed = asyncpg.Connection.add_listener, []

    async def add_listener(connection, *arguments):
        if len(closed) < 2:
            closed.append(connection)
            await connection.close()
        await real(connection, *arguments)
    monkeypatch.setattr(asyncpg.Connection, "add_listener", add_listener)
    async with two(url) as (_, _, made, white, black):
        await white.do(made, "white", "move", 1, LINE[0])
        assert (await black.hear("event", seq=2))["move"] == LINE[0]
        assert len(closed) == 2


def without_hints(*servers):
    """What they write is told to nobody."""
    for server in servers:
        server.service.store._node.tell = lambda games: None


async def test_a_lost_hint_costs_only_delay(url):
    async with two(url) as (first, second, made, white, black):
        without_hints(first, second)
        for number, move in enumerate(LINE[:-1]):
            mover, colour = ((white, "white"), (black, "black"))[number % 2]
            assert (await mover.do(made, colour, "move", number + 1, move))["t"] == "done"
        assert moves_of(await second.facts(made["game"])) == LINE[:-2]      # not yet told
        second.service.rooms.hear_of(None)          # as it does every now and then
        assert (await black.hear("event", seq=len(LINE)))["move"] == LINE[-2]
        stale = await black.do(made, "black", "move", len(LINE) - 2, LINE[-1])
        assert (stale["t"], stale["code"]) == ("refused", "stale")
        assert (await black.do(made, "black", "move", len(LINE), LINE[-1]))["t"] == "done"
        for server in (first, second):
            assert moves_of(await server.facts(made["game"])) == LINE


@pytest.mark.parametrize("hints", [True, False])
async def test_of_two_at_once_one_wins(url, hints):
    async with two(url) as (first, second, made, *_):
        if not hints:
            without_hints(first, second)
        async with first.client() as here, second.client() as there:
            await here.join(made, "white", "black")
            await there.join(made, "white", "black")
            for number, move in enumerate(LINE):
                colour = ("white", "black")[number % 2]
                answers = await asyncio.gather(
                    here.do(made, colour, "move", number + 1, move, id=f"here {number}"),
                    there.do(made, colour, "move", number + 1, move, id=f"there {number}"))
                assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
                assert {answer.get("code") for answer in answers} == {None, "stale"}
                same = await asyncio.gather(
                    here.do(made, colour, "move", number + 1, move, id=f"there {number}"),
                    there.do(made, colour, "move", number + 1, move, id=f"here {number}"))
                assert [one["t"] for one in same] == [one["t"] for one in reversed(answers)]
            assert moves_of(await first.facts(made["game"])) == LINE


async def test_a_command_sent_to_both_servers_takes_effect_once(url):
    async with two(url) as (first, second, made, white, _), second.client() as other:
        await other.join(made, "white")
        answers = await asyncio.gather(
            *(client.do(made, "white", "offer-draw", 1, id="one")
              for client in (white, other)))
        assert [(one["t"], one["seq"]) for one in answers] == [("done", 2)] * 2
        assert (await first.facts(made["game"]))["seq"] == 2


@contextlib.contextmanager
def frozen(cluster):
    """All of PostgreSQL's processes stand still: connections are taken, and nothing answers."""
    postmaster = int(Path(cluster.folder, "postmaster.pid").read_text().split()[0])
    pids = [postmaster]
    os.kill(postmaster, signal.SIGSTOP)     # first: from now on it buries none of its children
    try:
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], check=True,
                                  capture_output=True, text=True).stdout.split()
        for pid in map(int, children):
            pids.append(pid)
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in reversed(pids):      # the postmaster last: it buries those that have ended
            os.kill(pid, signal.SIGCONT)


async def test_a_frozen_database_leaves_nobody_hanging(cluster, url, monkeypatch):
    """Each of these waits for ever where nothing ends the waiting."""
    for module in (store_module, writer_module, rooms_module):
        for name in ("ANSWER_SECONDS", "BUSY_SECONDS"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, 0.5)
    async with serving(url) as server, server.client() as client:
        made, other = await server.create(), await server.create()
        await client.join(made, "white", "black")
        games = server.service.rooms
        games._cache.drop(games._cache.get(other["game"]))
        with frozen(cluster):
            refused = await client.do(made, "white", "move", 1, LINE[0], id="x")
            assert (refused["code"], refused["why"]) == ("busy", "database")
            await client.say("join", game=other["game"])
            assert (await client.hear("refused", game=other["game"]))["code"] == "busy"
            async with server.http() as http:
                assert (await http.get("/api/v1/health")).status_code == 503
                answer = await http.post("/api/v1/games", json={"rules": "contra"})
                assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        while (answer := await client.do(made, "white", "move", 1, LINE[0], id="x"))["t"] != "done":
            assert answer["code"] == "busy"
        assert answer["seq"] == 2
        assert (await client.do(made, "black", "move", 2, LINE[1]))["t"] == "done"
        assert moves_of(await server.facts(made["game"])) == LINE[:2]


def test_a_frozen_database_is_said_at_the_start(cluster, url, monkeypatch):
    monkeypatch.setattr(store_module, "ANSWER_SECONDS", 0.5)
    with frozen(cluster), pytest.raises(ValueError, match="does not respond"):
        run(Store(url).probe())


async def test_keys_rotate_and_a_seat_is_revoked(url):
    async with serving(url) as server, server.client() as client:
        made = await server.create()
        assert await maintenance.rotate(url) == 2
        link = await maintenance.revoke(url, made["game"], "white")
        server.service._learn(await server.service.store.secret())
        assert (await client.do(made, "white", "move", 1, LINE[0]))["code"] == "not-yours"
        white = made | {"seats": {"white": link.partition("#")[2]}}
        assert (await client.do(white, "white", "move", 1, LINE[0]))["t"] == "done"
        assert (await client.do(made, "black", "move", 2, LINE[1]))["t"] == "done"
        assert await maintenance.rotate(url, 1) == 1
