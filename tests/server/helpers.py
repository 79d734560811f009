"""Servers and clients for tests."""
import asyncio
import contextlib
import itertools
import json
from unittest import mock

import httpx
import websockets
from prometheus_client import generate_latest

from eckstein import Board
from eckstein.board.score import Score
from eckstein.engine.messages import Analysis, Played
from eckstein.server.machine import hosting
from eckstein.server.machine.hosting import create_server
from eckstein.server.machine.serving import Server, database_url, listening_socket
from eckstein.server.machine.store import Store
from eckstein.server.ops.memory import Collector
from eckstein.server.people import passwords
from eckstein.server.service import Settings
from eckstein.server.work.contract import Work

COMMANDS = itertools.count()
PATIENCE = 120.0            # seconds; a test that waits longer has failed
LINE = ["d1d2", "d7d6", "d2d3", "d6d5", "a1a2", "a7a6", "b1b2", "b7b6", "c1c2", "c7c6"]


def run(coroutine):
    """Run a test's coroutine, but not for ever."""
    async def patiently():
        async with asyncio.timeout(2 * PATIENCE):
            return await coroutine
    return asyncio.run(patiently())


class FakeEngine:
    """Plays the first legal move in the order of the texts."""

    def __init__(self, game="contra", options=None, settings=None):
        self.game, self.settings, self.closed, self.asked = game, settings or {}, False, []

    async def set_option(self, name, value):
        self.settings[name] = value

    async def play(self, board, limits):
        self.asked.append(board.position())
        return Played(board.parse(board.legal_texts()[0]), None)

    async def stream(self, board, limits, lines=1):
        for depth in itertools.count(1):
            for line, text in enumerate(board.legal_texts()[:lines], 1):
                yield Analysis(depth, depth, line, Score(10 * line), depth, 0, 0, 0.0,
                               (board.parse(text),))
            if limits.time < 1 and depth == 3:
                yield Played(board.parse(board.legal_texts()[0]), None)
                return
            await asyncio.sleep(0.01)

    async def close(self):
        self.closed = True


class Subscriber:
    """Somebody in a room who looks on, and hears all."""

    def __init__(self):
        self.told, self.wanted, self.viewing = [], [], {}

    def holds(self, game):
        return frozenset()

    def tell(self, game, text):
        self.told.append(text)

    def want(self, game):
        self.wanted.append(game)


async def fake_launch(game, options, settings):
    """In place of our own engine."""
    return FakeEngine(game, options, settings)


class Served:
    """A server, wherever it runs."""

    base = ""

    def http(self, path="", **options):
        """Somebody who asks below a path, and waits as long as a test does."""
        return httpx.AsyncClient(base_url=self.base + path, timeout=PATIENCE, **options)


class Running(Served):
    """A server in this process."""

    def __init__(self, app, port):
        self.app, self.port = app, port
        self.base = f"http://127.0.0.1:{port}"

    @property
    def service(self):
        return self.app.state.service

    async def create(self, **wish):
        """A new game of Contra."""
        async with self.http() as http:
            answer = await http.post("/api/v1/games", json={"rules": "contra"} | wish)
            assert answer.status_code == 201, answer.text
            return answer.json()

    async def facts(self, game):
        async with self.http() as http:
            return (await http.get(f"/api/v1/games/{game}")).json()

    @contextlib.asynccontextmanager
    async def client(self, **options):
        async with websockets.connect(f"ws://127.0.0.1:{self.port}/socket", origin=self.base,
                                      **options) as socket:
            yield Client(socket)


class Client:
    """One socket."""

    def __init__(self, socket):
        self.socket, self.kept = socket, []

    async def say(self, t, **fields):
        await self.socket.send(json.dumps({"t": t, **fields}))

    async def hear(self, *types, **fields):
        """The first message of one of these types with these fields; others are kept."""
        def fits(message):
            return message["t"] in types and all(message.get(name) == value
                                                 for name, value in fields.items())
        for message in self.kept:
            if fits(message):
                self.kept.remove(message)
                return message
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await self.socket.recv())
                if fits(message):
                    return message
                self.kept.append(message)

    async def join(self, made, *colours, **fields):
        await self.say("join", game=made["game"], seats=[made["seats"][c] for c in colours],
                       **fields)
        return await self.hear("game", "events")

    async def do(self, made, colour, what, seq, move=None, id=None):
        """Do something and return the answer."""
        id = id or f"{next(COMMANDS)}"
        fields = {} if move is None else {"move": move}
        await self.say("do", game=made["game"], id=id, seat=made["seats"].get(colour, ""),
                       seq=seq, what=what, **fields)
        return await self.hear("done", "refused", id=id)

    async def play(self, made, moves, seq=1):
        """Both sides' moves, one after the other; returns the number of events."""
        for number, move in enumerate(moves):
            answer = await self.do(made, ("white", "black")[number % 2], "move", seq, move)
            assert answer["t"] == "done", answer
            seq = answer["seq"]
        return seq


@contextlib.asynccontextmanager
async def serving(database, start_engine=fake_launch, proxies=(), **settings):
    """A server on a free port; `database` is its URL, or the folder in which it lies.

    It does not look for garbage among all objects, most of which are those of other tests.
    """
    with mock.patch.object(Collector, "_collect_all"):
        async with _serving(database, start_engine, proxies, **settings) as server:
            yield server


@contextlib.asynccontextmanager
async def _serving(database, start_engine, proxies, **settings):
    settings = {"warm": False} | settings
    url = database if isinstance(database, str) else database_url(str(database / "games.sqlite"))
    chosen = Settings(url, **settings)
    app = create_server(chosen, start_engine)
    listening = listening_socket("127.0.0.1", 0)
    server = Server(app, chosen, proxies)
    server.capture_signals = contextlib.nullcontext
    started, start = asyncio.Event(), server.startup

    async def startup(sockets=None):
        await start(sockets)
        started.set()
    server.startup = startup
    task = asyncio.create_task(server.serve([listening]))
    waiting = asyncio.create_task(started.wait())
    try:
        await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
        assert server.started, "the server has not started"
        yield Running(app, listening.getsockname()[1])
    finally:
        waiting.cancel()
        server.should_exit = True
        await task


@contextlib.asynccontextmanager
async def opened(url):
    """A store that is open."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def cheap_passwords():
    """Passwords cost next to nothing meanwhile, and are checked in this process."""
    with mock.patch.object(passwords, "HASHER", passwords.PasswordHasher(
            time_cost=1, memory_cost=8, parallelism=1)), \
            mock.patch.object(passwords, "_give_way"), \
            mock.patch.object(hosting, "passwords_work", Work):
        yield


async def all_gone(service):
    """Wait until no socket and no stream is left."""
    left, leave = asyncio.Event(), service.lines.leave

    def leaving(address):
        leave(address)
        left.set()
    service.lines.leave = leaving
    while service.connections or service.listeners:
        await left.wait()
        left.clear()


def board_of(facts):
    """The board of what a server tells of a game, replayed by the rules."""
    board = Board(facts["rules"], facts["start"], **facts["options"])
    for move in facts["moves"]:
        board.push_text(move["text"])
    return board


def figures(server):
    """The counters of a server as Prometheus reads them."""
    return generate_latest(server.service.figures._registry).decode()


def secret_of(url, file=None):
    """What a server signs with, as each start finds it."""
    async def opened():
        store = Store(url, key=file)
        await store.open()
        try:
            return await store.secret()
        finally:
            await store.close()
    return run(opened())
