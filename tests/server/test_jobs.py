"""Engines on other machines: servers put jobs into a table, and workers take them."""
import asyncio
import contextlib
import signal
import subprocess
import sys

import httpx
import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.messages import Played
from eckstein.server.database import maintenance
from eckstein.server.serving import jobs
from eckstein.server.serving.jobs import Jobs, launcher
from eckstein.server.serving.worker import Worker

from .helpers import LINE, PATIENCE, board_of, serving
from .postgres import needs_postgres
from .processes import Play, Server

pytestmark = needs_postgres
asyncpg = pytest.importorskip("asyncpg")
INFO = "info depth 1 seldepth 1 multipv 1 score cp 5 nodes 9 nps 9 hashfull 0 time 1 pv d1d2"


class Engine:
    """In place of a process: tells one line, and then its move, unless engines are to hang."""

    def __init__(self, room):
        self.room, self.lines, self.settings = room, asyncio.Queue(), {}
        self.told, self.killed, self.last_words = [], False, ""

    async def write(self, line):
        self.told.append(line)
        if line == "isready":
            self.room.compiling += 1
            await self.room.compiled.wait()
            self.lines.put_nowait("readyok")
        elif line.startswith("setoption name "):
            name, value = line.removeprefix("setoption name ").split(" value ")
            self.settings[name] = value
        elif line.startswith("position"):
            board = Board("contra")
            for text in line.partition(" moves ")[2].split():
                board.push_text(text)
            self.move = board.legal_texts()[0]
        elif line.startswith("go"):
            self.room.searched.append(self.settings.get("Level"))
            self.lines.put_nowait(INFO)
            if not self.room.hangs:
                self.lines.put_nowait(f"bestmove {self.move}")
        elif line == "stop":
            self.lines.put_nowait("bestmove d1d2")

    async def read(self):
        return await self.lines.get()

    def kill(self):
        self.killed = True

    async def gone(self):
        pass


class Room:
    """Where a worker's engines run."""

    def __init__(self, *, hangs=False):
        self.hangs, self.engines, self.searched = hangs, [], []
        self.compiling, self.compiled = 0, asyncio.Event()
        self.compiled.set()

    async def start(self, command):
        self.engines.append(Engine(self))
        return self.engines[-1]


@contextlib.asynccontextmanager
async def working(url, room):
    """A worker with one engine."""
    worker = Worker(create_async_engine(url), 1, room.start)
    running = asyncio.create_task(worker.run())
    try:
        yield worker, running
    finally:
        worker.stop()
        await asyncio.wait([running])


@contextlib.asynccontextmanager
async def asking(url):
    """The tables, a connection to them, and what starts engines for a server."""
    await maintenance.step(url, back=False)
    connection, server = await asyncpg.connect(url.replace("+asyncpg", "")), Jobs(
        create_async_engine(url))
    try:
        yield connection, launcher(server)
    finally:
        await connection.close()
        for engine in list(server._engines):
            engine.end()
        if server._staying is not None:
            await server._staying


async def until(connection, count, condition="true"):
    """Wait until so many jobs fulfil a condition."""
    while await connection.fetchval(f"SELECT count(*) FROM job WHERE {condition}") != count:
        await asyncio.sleep(0.01)


async def test_an_engine_searches_where_a_worker_is(url):
    async with asking(url) as (connection, launch), working(url, room := Room()):
        engine, board = await launch("contra", {}, {"Level": 3}), Board("contra")
        await engine.set_option("Seed", 7)
        for text in LINE[:2]:
            played = await engine.play(board, Limits(time=1))
            assert played.move in board.legal_moves
            board.push_text(text)
        assert len(room.engines) == 1 and room.searched == ["3", "3"]
        assert room.engines[0].settings == {"UCI_Variant": "contra", "Level": "3", "Seed": "7"}
        other = await launch("contra", {}, {"Hash": 8})     # for which it has too many settings
        assert await other.play(board, Limits(time=1))
        assert [one.killed for one in room.engines] == [True, False]
        await until(connection, 0)


async def test_who_stops_listening_hears_no_more_and_the_search_ends(url):
    async with asking(url) as (connection, launch), working(url, room := Room(hangs=True)):
        engine = await launch("contra", {}, {"Hash": 8})
        async with contextlib.aclosing(engine.stream(Board("contra"), Limits(time=9))) as told:
            assert (await anext(told)).depth == 1
        await until(connection, 0)
        while "stop" not in room.engines[0].told:
            await asyncio.sleep(0.01)
        room.hangs = False
        assert await engine.play(Board("contra"), Limits(time=1))
        assert len(room.engines) == 1


async def test_an_engine_that_had_to_compile_for_too_long_is_ready_the_next_time(url):
    async with asking(url) as (connection, launch), working(url, room := Room()) as (worker, _):
        room.compiled.clear()
        engine = await launch("contra", {}, {"Level": 3})
        playing = asyncio.create_task(engine.play(Board("contra"), Limits(time=1)))
        while not room.compiling:
            await asyncio.sleep(0.01)
        await connection.execute("UPDATE job SET deadline = clock_timestamp()")
        await until(connection, 1, "deadline > clock_timestamp()")
        while any(held.wanted for held in worker._held.values()):
            await asyncio.sleep(0.01)
        room.compiled.set()
        await playing
        assert len(room.engines) == 1 and engine.restarts == 1


async def test_short_thoughts_come_first(url):
    async with asking(url) as (connection, launch):
        thinking = []
        for count, settings in enumerate([{"Hash": 8}, {"Level": 9}, {"Level": 2}], 1):
            engine = await launch("contra", {}, settings)
            thinking.append(asyncio.create_task(engine.play(Board("contra"), Limits(time=1))))
            await until(connection, count)
        async with working(url, room := Room()):
            assert all(isinstance(one, Played) for one in await asyncio.gather(*thinking))
        assert room.searched == ["2", "9", None]


async def test_what_nobody_waits_for_any_more_is_not_searched_and_is_asked_anew(url):
    async with asking(url) as (connection, launch):
        engine = await launch("contra", {}, {"Level": 2})
        playing = asyncio.create_task(engine.play(Board("contra"), Limits(time=1)))
        await until(connection, 1)
        await connection.execute("UPDATE job SET deadline = clock_timestamp()")
        await until(connection, 1, "deadline > clock_timestamp()")
        async with working(url, room := Room()):
            await playing
        assert room.searched == ["2"] and engine.restarts == 1


@pytest.mark.parametrize("dies", [True, False])
async def test_another_worker_takes_over_from_one_that_dies_or_stops(url, dies):
    async with asking(url) as (connection, launch):
        engine = await launch("contra", {}, {"Level": 2})
        playing = asyncio.create_task(engine.play(Board("contra"), Limits(time=1)))
        async with working(url, Room(hangs=True)) as (_, running):
            await until(connection, 1, "attempt = 1")
            if dies:
                running.cancel()
                await asyncio.wait([running])
                await connection.execute("UPDATE job SET until = clock_timestamp()")
        async with working(url, room := Room()):
            await playing
        assert room.searched == ["2"]


async def test_each_job_is_taken_once_and_only_the_last_attempt_answers(url):
    async with asking(url) as (one, _), asking(url) as (two, _):
        for job in (1, 2):
            await one.execute(jobs.PUT, job, 5, 60.0, f"task {job}")
        taken = await asyncio.gather(one.fetch(jobs.TAKE, 1), two.fetch(jobs.TAKE, 1))
        assert sorted(row["id"] for rows in taken for row in rows) == [1, 2]
        assert await one.fetch(jobs.TAKE, 2) == []
        await one.execute("UPDATE job SET until = clock_timestamp() WHERE id = 1")
        assert [tuple(row) for row in await two.fetch(jobs.TAKE, 2)] == [(1, 2, "task 1")]
        assert await one.fetch(jobs.RENEW, [1, 2], [1, 1]) == [(2, 1)]
        await one.execute(jobs.ANSWER, 1, 1, "of the one that was away")
        assert await one.fetch(jobs.FETCH, [1, 2]) == []
        await two.execute(jobs.ANSWER, 1, 2, "bestmove d1d2")
        await two.execute(jobs.ANSWER, 1, 2, "bestmove a1a2")
        assert await one.fetch(jobs.FETCH, [1, 2]) == [(1, "bestmove d1d2")]
        assert await one.fetch(jobs.FETCH, [1, 2]) == []
        for _ in range(jobs.ATTEMPTS):
            await one.execute("UPDATE job SET until = clock_timestamp()")
            await one.fetch(jobs.TAKE, 1)
        await one.execute("UPDATE job SET until = clock_timestamp()")
        assert await one.fetch(jobs.TAKE, 1) == []
        assert await one.fetch(jobs.FETCH, [2]) == [(2, None)]      # workers die of it


async def test_computers_on_a_server_move_by_workers(url):
    async with serving(url, workers=True) as server, server.client() as client, working(
            url, room := Room()):
        made = await server.create(black={"kind": "computer", "level": 2})
        await client.join(made, "white")
        await client.do(made, "white", "move", 1, LINE[0])
        assert (await client.hear("event", seq=3))["kind"] == "move"
        assert room.searched == ["2"]


async def moves_by_workers(url, server):
    """Three games against a computer; at each move a worker is killed, and another one comes."""
    await server.start()
    play = Play(server)
    workers = [start_worker(url) for _ in range(2)]
    try:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            made = [await play.create(http, black={"kind": "computer", "level": 8})
                    for _ in range(3)]
            for number in range(4):
                for one in made:
                    facts = await play.facts(http, one["game"])
                    text = board_of(facts).legal_texts()[0]
                    await play.do(http, one, "white", facts["seq"], text)
                workers[0].kill()
                workers[0].wait()
                workers = [workers[1], start_worker(url)]
                for one in made:
                    await play.becomes(http, one, lambda facts, number=number:
                                       len(facts["moves"]) == 2 * number + 2)
        await server.stop()
        workers[0].send_signal(signal.SIGTERM)
        assert workers[0].wait(PATIENCE) == 130
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def start_worker(url):
    return subprocess.Popen([sys.executable, "-m", "eckstein", "worker", "--database", url,
                             "--engines", "2"])


@pytest.mark.long
async def test_computers_move_while_workers_are_killed(url):
    server = Server(url, words=("--workers",))
    try:
        await moves_by_workers(url, server)
    finally:
        if server.process.poll() is None:
            server.kill()
