"""Servers and clients for tests."""
import asyncio
import contextlib
import functools
import itertools
import json
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from unittest import mock

import httpx
import pytest
import sqlalchemy as sa
import websockets
from prometheus_client import generate_latest

from eckstein import Board
from eckstein.board.score import Score
from eckstein.cli import run as command
from eckstein.engine.messages import Analysis, Played
from eckstein.server.database.store import Store
from eckstein.server.game.state import begin
from eckstein.server.ops.allowances import CAPS, RATES
from eckstein.server.ops.memory import Collector
from eckstein.server.parts.accounts import passwords
from eckstein.server.parts.accounts.played import PlayedGames
from eckstein.server.parts.accounts.store import AccountStore
from eckstein.server.parts.away.calendars import CalendarStore
from eckstein.server.parts.away.store import AbsenceStore
from eckstein.server.parts.bots.store import BotStore
from eckstein.server.parts.challenges.store import ChallengeStore
from eckstein.server.parts.chat.store import ChatStore
from eckstein.server.parts.classes.store import ClassStore
from eckstein.server.parts.explore.store import PublicGames
from eckstein.server.parts.mail.store import ContactStore
from eckstein.server.parts.moderation.store import ModerationStore
from eckstein.server.parts.notices.store import NoticeStore
from eckstein.server.parts.people.blocks import BlockStore
from eckstein.server.parts.people.follows import FollowStore
from eckstein.server.parts.push.store import PushStore
from eckstein.server.parts.ratings.store import RatingStore
from eckstein.server.parts.studies.store import StudyStore
from eckstein.server.parts.tournaments.store import TournamentStore
from eckstein.server.serving import hosting
from eckstein.server.serving.hosting import create_server
from eckstein.server.serving.serving import Server, database_url, listening_socket
from eckstein.server.settings import Settings
from eckstein.server.work.contract import Work

from ..helpers import PATIENCE

COMMANDS = itertools.count()
STORED = Path(__file__).parents[1] / "stored"      # databases of earlier versions
# The server closes idle connections after five seconds; a client that used one at that moment would
# read an error.
REUSE = httpx.Limits(keepalive_expiry=2.0)
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


def at_a_page(needs):
    """What a client without a token can use."""
    return True


class Subscriber:
    """Somebody in a room who looks on, and hears all."""

    def __init__(self):
        self.told, self.wanted, self.viewing, self.may = [], [], {}, at_a_page
        self.topics = set()

    def holds(self, game):
        return frozenset()

    def tell(self, topic, text):
        self.told.append(text)

    def want(self, topic):
        self.wanted.append(topic.key)


async def fake_launch(game, options, settings):
    """In place of our own engine."""
    return FakeEngine(game, options, settings)


def part(service, name):
    """What a part of a server has made, by the name of its class."""
    return next(one for kind, one in service._running.items() if kind.__name__ == name)


STORES = {
    "accounts": AccountStore, "played": PlayedGames, "absences": AbsenceStore, "bots": BotStore,
    "blocks": BlockStore, "calendars": CalendarStore, "challenges": ChallengeStore,
    "chat": ChatStore, "classes": ClassStore, "contacts": ContactStore, "follows": FollowStore,
    "moderation": ModerationStore, "notices": NoticeStore, "public_games": PublicGames,
    "push": PushStore, "ratings": RatingStore, "studies": StudyStore,
    "tournaments": TournamentStore}


class Stores:
    """What all parts keep in a database; what accounts keep, and play, is found without a name."""

    def __init__(self, find):
        self._find = find

    def __getattr__(self, name):
        if name in STORES:
            return self._find(STORES[name])
        one = next(one for one in (self.accounts, self.played) if hasattr(one, name))
        return getattr(one, name)


def stores_of(one):
    """The stores of a server's parts, or of a `Store` alone."""
    if isinstance(one, Store):
        return Stores(lambda kind: kind(one.engine))
    return Stores(lambda kind: one.find(kind) or kind(one.database))


def limited(monkeypatch, name, at_once, a_second=None):
    """Have one of the rates be another."""
    rate = RATES[name]
    monkeypatch.setitem(RATES, name, rate._replace(
        at_once=float(at_once), a_second=rate.a_second if a_second is None else a_second))


def capped(monkeypatch, name, most):
    """Have one of the caps be another."""
    monkeypatch.setitem(CAPS, name, CAPS[name]._replace(most=most))


class Served:
    """A server, wherever it runs."""

    base = ""

    def http(self, path="", **options):
        """A client of what is below a path, which waits as long as a test does."""
        return httpx.AsyncClient(base_url=self.base + path, timeout=PATIENCE, limits=REUSE,
                                 **options)


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
    settings = {"warm": False, "first_move": 3600.0} | settings      # on a busy machine, too
    url = database if isinstance(database, str) else url_of_file(database)
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


def url_of_file(folder):
    """The URL of a database in a folder, with all tables; a new one if there is none."""
    file = folder / "games.sqlite"
    if not file.exists():
        file.write_bytes(new_file())
    return database_url(str(file))


@functools.cache
def new_file():
    """A new database as bytes, made once: its tables take longer than all else of a start."""
    async def make(file):
        async with opened(database_url(str(file))):
            pass
    # In a thread, since a loop may run in this one.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        file = Path(folder) / "games.sqlite"
        thread.submit(asyncio.run, make(file)).result()
        return file.read_bytes()


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


def moves_of(facts):
    """The moves of a game as texts."""
    return [move["text"] for move in facts["moves"]]


async def stop_node(store):
    """A server is stopped: its lease is not renewed, and runs out."""
    store._node._staying.cancel()
    await asyncio.gather(store._node._staying, return_exceptions=True)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text(
            "UPDATE node SET until = clock_timestamp() - interval '1 ms' WHERE term = :term"),
            {"term": store._node.term})


def fold(events):
    """The state after these events."""
    state = begin(events[0])
    for event in events[1:]:
        state.apply(event)
    return state


def db(*words):
    """The exit code of a command for operators of a database."""
    return command(["db", *map(str, words)])


def change(database, statement):
    """Change the file of a database beside all servers."""
    with sqlite3.connect(database) as connection:
        connection.execute(statement)


def select(database, query):
    """The rows that a query finds in the file of a database."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def as_json(test):
    """A test that reads logs as objects, and not as text."""
    return pytest.mark.parametrize("logged", [True], indirect=True)(test)
