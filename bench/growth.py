"""Several servers on one PostgreSQL database: what a server more brings, and what an outage costs.

`python -m bench.growth URL`, with the URL of an empty database, such as
postgresql://me@127.0.0.1/growth, in which all that is made here stays.  For each number of servers:
moves a second that are acknowledged, while people play as fast as they can, White at one server
and Black at the next one, the time from sending a move until the opponent at the other server hears
it, and the processor's time and the bytes on disk that a move takes, games and players coming
included.  Then: what it takes a server to hear of a game that it does not have; how long a server
takes to start with many unfinished games with clocks, how much memory it has, and what it takes to
come to one of them; and after the owner of a game was killed, how long its next move takes at
another server.  The figures are worth something only with a core for each server, PostgreSQL and
this program; with fewer, compare numbers of servers with each other.
"""
import asyncio
import contextlib
import json
import math
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any
from urllib.parse import urlsplit

import asyncpg
import httpx
import typer
import websockets

from eckstein.server.database.cluster.listening import TELL
from eckstein.server.database.cluster.node import CHANNEL

from .server import cpu_seconds, megabytes, script

MORE = """
INSERT INTO game (id, rules, created, over, tended, due)
SELECT 'many' || number, rules, created, over, tended, due FROM game, generate_series(1, $2) number
WHERE id = $1"""
MORE_EVENTS = """
INSERT INTO game_event (game, seq, actor, command_id, kind, data, clock, at)
SELECT 'many' || number, seq, actor, command_id, kind, data, clock, at
FROM game_event, generate_series(1, $2) number WHERE game = $1"""
DAY = 86_400
HEARD = 50_000
COMING = 1000


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str, *words: str) -> None:
        begin = time.perf_counter()
        # Without the limits that one client has.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--no-open", "--port", "0", "--database",
             database, "--requests", "1000000", "--connections", "1000000", *words],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        self.base = next(word for word in self.process.stdout.readline().split()
                         if word.startswith("http")).rstrip("/")
        while httpx.get(f"{self.base}/api/v1/health", timeout=60).status_code != 200:
            time.sleep(0.01)
        self.started = time.perf_counter() - begin

    def megabytes(self) -> float:
        """The memory that it has."""
        return megabytes(self.process.pid)

    def end(self, number: int = signal.SIGTERM) -> None:
        """Have it end, and wait."""
        self.process.send_signal(number)
        self.process.wait(60)


@contextlib.contextmanager
def servers(database: str, count: int) -> Iterator[list[Server]]:
    """So many servers on one database."""
    running: list[Server] = []
    try:
        for _ in range(count):
            running.append(Server(database))
        yield running
    finally:
        for server in running:
            if server.process.poll() is None:
                server.end()


class Player:
    """One player of a game, at one server."""

    def __init__(self, socket: Any, made: dict[str, Any], colour: str) -> None:
        self._socket, self._made, self._colour, self._said = socket, made, colour, ""

    async def hear(self, kind: str, seq: int) -> float:
        """Wait for a message about an event, or for something later; returns the time."""
        while True:
            message = json.loads(await self._socket.recv())
            if message["t"] == "refused":
                if message["code"] != "busy":
                    raise RuntimeError(message["reason"])
                await self._socket.send(self._said)         # it takes effect once
            if message["t"] in (kind, "game") and message.get("seq", 0) >= seq:
                return time.perf_counter()

    async def move(self, ply: int, text: str) -> float:
        """Send a move; returns when."""
        self._said = json.dumps({
            "t": "do", "game": self._made["game"], "id": f"{ply}", "what": "move",
            "seat": self._made["seats"][self._colour], "seq": ply + 1, "move": text})
        sent = time.perf_counter()
        await self._socket.send(self._said)
        return sent


@contextlib.asynccontextmanager
async def player(server: Server, made: dict[str, Any], colour: str) -> AsyncIterator[Player]:
    """A player that has joined."""
    address = f"ws://{urlsplit(server.base).netloc}/socket"
    async with websockets.connect(address, open_timeout=60) as socket:
        await socket.send(json.dumps({"t": "join", "game": made["game"],
                                      "seats": [made["seats"][colour]]}))
        one = Player(socket, made, colour)
        await one.hear("game", 1)
        yield one


def create(server: Server, **wish: Any) -> dict[str, Any]:
    """A new game; a server that is busy is asked again."""
    while True:
        answer = httpx.post(f"{server.base}/api/v1/games", timeout=60, json={
            "rules": "contra", "options": {"repetition": 0, "no_progress": 0}} | wish)
        if answer.status_code == 201:
            made: dict[str, Any] = answer.json()
            return made
        time.sleep(0.5)


class Play:
    """Many games, which begin to be played when all players have joined.

    Args:
        running: the servers.
        games: how many are played at once.
        seconds: for how long.

    Attributes:
        heard: after how many seconds each move was heard.
    """

    def __init__(self, running: list[Server], games: int, seconds: float) -> None:
        self._running, self._seconds = running, seconds
        self._joined, self._games = asyncio.Barrier(games), games
        self._end = math.inf
        self.heard: list[float] = []

    async def run(self) -> float:
        """Moves a second."""
        await asyncio.gather(*map(self._play, range(self._games)))
        return len(self.heard) / self._seconds

    async def _play(self, number: int) -> None:
        chance, first = random.Random(number), True
        while time.perf_counter() < self._end:
            here, there = (self._running[(number + further) % len(self._running)]
                           for further in (0, 1))
            moves = script(chance)
            made = await asyncio.to_thread(create, here)
            async with player(here, made, "white") as white, player(there, made, "black") as black:
                if first:
                    await self._joined.wait()
                    self._end = min(self._end, time.perf_counter() + self._seconds)
                first = False
                await self._moves((white, black), moves)

    async def _moves(self, players: tuple[Player, Player], moves: list[str]) -> None:
        for ply, text in enumerate(moves):
            mover, waiting = players[ply % 2], players[1 - ply % 2]
            sent = await mover.move(ply, text)
            told, _ = await asyncio.gather(waiting.hear("event", ply + 2),
                                           mover.hear("done", ply + 2))
            if told > self._end:
                return
            self.heard.append(told - sent)


async def of_database(database: str) -> tuple[int, float]:
    """The bytes of a database, and the processor's time that its connections have had."""
    connection = await asyncpg.connect(database)
    try:
        size: int = await connection.fetchval("SELECT pg_database_size(current_database())")
        seconds = 0.0
        for row in await connection.fetch("SELECT pid FROM pg_stat_activity"):
            with contextlib.suppress(FileNotFoundError):        # it has ended meanwhile
                seconds += cpu_seconds(row["pid"])
        return size, seconds
    finally:
        await connection.close()


async def rate(database: str, running: list[Server], games: int, seconds: float) -> float:
    """Have games played, and print what it takes; returns moves a second."""
    def spent() -> float:
        return sum(cpu_seconds(server.process.pid) for server in running)
    play = Play(running, games, seconds)
    (size, its), own = await of_database(database), spent()
    moves = await play.run()
    (size_after, its_after), own_after = await of_database(database), spent()
    heard, count = sorted(play.heard), len(play.heard)
    print(f"{len(running)} servers: {moves:7.0f} moves a second; heard after "
          f"{1000 * statistics.median(heard):6.1f} ms, 99 % within "
          f"{1000 * heard[count * 99 // 100]:6.1f} ms; a move takes "
          f"{1000 * (own_after - own) / count:.2f} ms of processor in servers, "
          f"{1000 * (its_after - its) / count:.2f} in the database, and "
          f"{(size_after - size) / count:.0f} bytes", flush=True)
    return moves


async def fill(database: str, unfinished: int) -> None:
    """Many copies of a game with seven days for each move."""
    with servers(database, 1) as (server,):
        made = create(server, clock={"kind": "days", "initial": 7 * DAY})
        async with player(server, made, "white") as white, player(server, made, "black") as black:
            for ply, (one, text) in enumerate(zip((white, black), ("d1d2", "d7d6"), strict=True)):
                await one.move(ply, text)
                await one.hear("done", ply + 2)
    connection = await asyncpg.connect(database)
    for statement in (MORE, MORE_EVENTS):
        await connection.execute(statement, made["game"], unfinished)
    await connection.execute("ANALYZE")
    await connection.close()


async def takeover(running: list[Server]) -> float:
    """Seconds from the death of a game's owner until its next move is done at another server."""
    made = await asyncio.to_thread(create, running[0])
    async with player(running[1], made, "white") as white:
        running[0].end(signal.SIGKILL)
        sent = await white.move(0, "d1d2")
        return await white.hear("done", 2) - sent


async def coming(server: Server, games: int) -> float:
    """Milliseconds of processor that a server takes for a client joining a game of two moves."""
    before = cpu_seconds(server.process.pid)
    address = f"ws://{urlsplit(server.base).netloc}/socket"
    for number in range(1, games + 1):
        async with websockets.connect(address, open_timeout=60) as socket:
            await socket.send(json.dumps({"t": "join", "game": f"many{number}"}))
            while json.loads(await socket.recv())["t"] != "game":
                pass
    return 1000 * (cpu_seconds(server.process.pid) - before) / games


async def hearing(database: str, server: Server) -> float:
    """Microseconds of processor that a server takes to hear of a game that it does not have."""
    connection = await asyncpg.connect(database)
    before = cpu_seconds(server.process.pid)
    for first in range(0, HEARD, 100):
        # As servers tell several games in one word; each is told alone here, which costs most.
        await connection.fetchval(TELL, CHANNEL, [f"nobody game{number} :7"
                                                  for number in range(first, first + 100)])
    await connection.close()
    await asyncio.sleep(2)
    return 1e6 * (cpu_seconds(server.process.pid) - before) / HEARD


def main(database: str,
         most: Annotated[int, typer.Option("--servers", min=1, help="beginning with one")] = 3,
         games: Annotated[int, typer.Option(min=1, help="that are played at once")] = 200,
         seconds: Annotated[float, typer.Option(min=1)] = 10,
         unfinished: Annotated[int, typer.Option(min=1)] = 100_000) -> None:
    """Print all figures."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before", flush=True)
    first = None
    for count in range(1, most + 1):
        with servers(database, count) as running:
            moves = asyncio.run(rate(database, running, games, seconds))
        first = first or moves
        if count > 1:
            print(f"{moves / first:.2f} times as many as with one", flush=True)
    with servers(database, 2) as running:
        print(f"the next move after the owner was killed: {asyncio.run(takeover(running)):.2f} s",
              flush=True)
    with servers(database, 1) as (server,):
        heard = asyncio.run(hearing(database, server))
        print(f"to hear of another game takes {heard:.0f} µs of processor")
        print(f"start: {server.started:.2f} s, {server.megabytes():.0f} MB")
    asyncio.run(fill(database, unfinished))
    with servers(database, 1) as (server,):
        print(f"start with {unfinished} unfinished games: {server.started:.2f} s, "
              f"{server.megabytes():.0f} MB")
        came = asyncio.run(coming(server, min(unfinished, COMING)))
        print(f"to connect and to come to one of them takes {came:.1f} ms of processor; "
              f"load {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    typer.run(main)
