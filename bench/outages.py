"""People play at several servers behind HAProxy, which come and go: losses, and waiting times.

`python -m bench.outages` needs Debian's haproxy, PostgreSQL's programs and openssl; HAProxy is set
up by deploy/.  Each game has two sockets with addresses of their own, as Linux allows on the
loopback, and a move now and then.  While that goes on: all servers are replaced one after the
other, one is killed, one is stopped and woken, and the database is restarted.  For each time:
moves a second, from sending a move until the opponent hears it (median, 99 % and longest), and how
many were sent again, as pages do.  In the end each game is read: all moves that were acknowledged
are in it, once and in order.  All share the cores of this machine.
"""
import asyncio
import contextlib
import os
import random
import resource
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Coroutine
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import httpx
import msgspec
import typer
from tests.attacks.proxy import any_certificate, proxied
from tests.ports import free_port
from tests.server.postgres import Cluster, running

from .growth import Server
from .server import PLIES, SCRIPTS, Client, script

MOVERS = "white", "black"
WARM_UP = 15.0                  # seconds; each has moved once by then
STANDSTILL = 20.0               # seconds
BETWEEN = 8.0                   # seconds, of which a lease has three
AGAIN = 0.5                     # seconds, before something that failed is tried again
PATIENCE = 60.0
AT_ONCE = 40                    # that are connected, or read, at the same time


class Told(msgspec.Struct):
    """What matters of a message."""

    t: str
    id: str | int | None = None
    seq: int | None = 0
    code: str = ""


TOLD = msgspec.json.Decoder(Told)


class Seat(Client):
    """A player that reconnects when the connection is lost."""

    game: "Game"                # type: ignore[assignment]

    def hear(self, text: bytes) -> None:
        """What the server says."""
        told = TOLD.decode(text)
        if told.t == "game" and not self.ready.done():
            self.ready.set_result(None)
        if self.ready.done():
            self.game.heard(self.colour, told)
        elif told.t == "refused":           # it is busy
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Come again."""
        if self.ready.done():
            self.game.lost(self)
        else:
            self.ready.set_exception(ConnectionError("lost"))


class Game:
    """A game that two players play by a script, each move after the one before was heard.

    Attributes:
        done: how many moves are on disk, as the server says.
        arrived: how many have been heard by the opponent.
        sent: when each move was sent first.
    """

    def __init__(self, crowd: "Crowd", number: int, facts: dict[str, Any]) -> None:
        self.crowd, self.number = crowd, number
        self.name, self.seats = facts["game"], facts["seats"]
        self.moves = crowd.scripts[number % SCRIPTS]
        self.clients: dict[str, Seat] = {}
        self.done, self.arrived = 0, 0
        self.sent: list[float] = []
        self._again: asyncio.TimerHandle | None = None

    async def join(self, colour: str) -> None:
        """Connect a player; tried until it is done."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    seat = await self.crowd.connect(self, colour)
                    await seat.ready
            except (OSError, TimeoutError):
                await asyncio.sleep(AGAIN * (1 + self.crowd.chance.random()))
            else:
                self.clients[colour] = seat
                self._send_again()
                return

    def move(self) -> None:
        """Make the next move, unless the one before is still on its way."""
        if min(self.done, self.arrived) < len(self.sent):
            self.crowd.held_up += 1
        elif self.done < PLIES:
            self.sent.append(time.perf_counter())
            self._send()

    def _send(self) -> None:
        """Send the move that is not done; the same command, however often."""
        self._again, ply = None, self.done
        seat = self.clients.get(MOVERS[ply % 2])
        if seat is not None and ply < len(self.sent):
            seat.send(f'{{"t":"do","game":"{self.name}","id":"{ply}","seat":"{self.seats[seat.colour]}",'
                      f'"seq":{ply + 1},"what":"move","move":"{self.moves[ply]}"}}')

    def _send_again(self) -> None:
        if self.done < len(self.sent) and self._again is None:
            self.crowd.sent_anew += 1
            self._again = asyncio.get_running_loop().call_later(AGAIN, self._send)

    def heard(self, colour: str, told: Told) -> None:
        """What one of the players hears."""
        if told.t == "refused":
            if told.code != "busy":
                self.crowd.wrong.append(f"{self.name}: {told.code}")
            self._send_again()
        elif told.t == "done" and told.seq:
            self.done = max(self.done, told.seq - 1)
        elif (self.arrived < len(self.sent) and colour != MOVERS[self.arrived % 2]
              and (told.seq or 0) >= self.arrived + 2):
            self.crowd.times.append(time.perf_counter() - self.sent[self.arrived])
            self.arrived += 1

    def lost(self, seat: Seat) -> None:
        """The connection of a player was lost: he comes again."""
        if self.clients.get(seat.colour) is seat and not self.crowd.over:
            del self.clients[seat.colour]
            self.crowd.begin(self._come_again(seat.colour))

    async def _come_again(self, colour: str) -> None:
        await asyncio.sleep(AGAIN * self.crowd.chance.random())
        await self.join(colour)


class Asking:
    """Requests from several addresses, so many at once."""

    def __init__(self, port: int) -> None:
        self._free: asyncio.Queue[httpx.AsyncClient] = asyncio.Queue()
        tls = any_certificate()
        self._clients = [httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{port}/api/v1", timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(verify=tls, local_address=f"127.200.{number}.1"))
            for number in range(AT_ONCE)]

    async def __aenter__(self) -> "Asking":
        for client in self._clients:
            self._free.put_nowait(client)
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in self._clients:
            await client.aclose()

    @contextlib.asynccontextmanager
    async def place(self) -> AsyncIterator[httpx.AsyncClient]:
        """A free client."""
        client = await self._free.get()
        try:
            yield client
        finally:
            self._free.put_nowait(client)


class Crowd:
    """All games, and when their moves are made.

    Args:
        port: of HAProxy, where it speaks TLS.

    Attributes:
        times: how long each move took until it was heard, since `tell` was called last.
    """

    def __init__(self, port: int) -> None:
        self._port, self.chance = port, random.Random(1)
        self.scripts = [script(self.chance) for _ in range(SCRIPTS)]
        self.games: list[Game] = []
        self.times: list[float] = []
        self.sent_anew = self.held_up = self.lost = 0
        self.wrong: list[str] = []
        self.over = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._tls = any_certificate()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something meanwhile."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def connect(self, game: Game, colour: str) -> Seat:
        """A socket from an address of its own."""
        number = 2 * game.number + MOVERS.index(colour)
        address = f"127.{1 + number // 250}.{1 + number % 250}.1"
        _, seat = await asyncio.get_running_loop().create_connection(
            partial(Seat, game, colour), "127.0.0.1", self._port, ssl=self._tls,
            local_addr=(address, 0))
        return seat

    async def come(self, count: int) -> None:
        """Make games, and have all players join."""
        wish = {"rules": "contra", "options": {"repetition": 0, "no_progress": 0}}

        async def one(number: int) -> None:
            async with free.place() as http:
                answer = await http.post("/games", json=wish)
                while answer.status_code == 503:
                    await asyncio.sleep(AGAIN)
                    answer = await http.post("/games", json=wish)
                game = Game(self, number, answer.raise_for_status().json())
                for colour in MOVERS:
                    await game.join(colour)
                self.games.append(game)
        async with Asking(self._port) as free:
            await asyncio.gather(*map(one, range(count)))

    async def play(self, rate: float) -> None:
        """Moves at a steady rate, whatever the answers, for ever."""
        begin, sent = time.perf_counter(), 0
        while True:
            for _ in range(int((time.perf_counter() - begin) * rate) - sent):
                self.games[sent % len(self.games)].move()
                sent += 1
            await asyncio.sleep(0.0005)

    async def tell(self, name: str, work: Awaitable[Any]) -> None:
        """Do something, and print how the moves went meanwhile."""
        self.times, self.sent_anew, self.held_up = [], 0, 0
        begin = time.perf_counter()
        await work
        seconds, waits = time.perf_counter() - begin, sorted(1000 * wait for wait in self.times)
        if not waits:
            sys.exit(f"{name}: nothing was heard; take more games, or fewer moves a second")
        print(f"{name:28} {len(waits) / seconds:6.0f} a second   {statistics.median(waits):8.1f} ms"
              f" {waits[len(waits) * 99 // 100]:8.1f} ms {waits[-1]:8.1f} ms   "
              f"{self.sent_anew:6} sent anew {self.held_up:6} held up", flush=True)

    async def leave(self) -> None:
        """Compare what was acknowledged with what is there."""
        async def one(game: Game) -> None:
            async with free.place() as http:
                answer = await http.get(f"/games/{game.name}")
                moves = [move["text"] for move in answer.raise_for_status().json()["moves"]]
                if not (moves == game.moves[:len(moves)]
                        and game.done <= len(moves) <= len(game.sent)):
                    self.wrong.append(f"{game.name}: {len(moves)} moves of {game.done}")
        async with Asking(self._port) as free:
            await asyncio.gather(*map(one, self.games))
        self.over = True
        print(f"{sum(game.done for game in self.games)} moves were acknowledged in "
              f"{len(self.games)} games; what is wrong: {', '.join(self.wrong[:9]) or 'nothing'}")


class Machines:
    """Servers on one database, each on a port of its own."""

    def __init__(self, url: str, count: int) -> None:
        self._url = url
        self.ports = [free_port() for _ in range(count)]
        self.running = [self._started(port) for port in self.ports]

    def _started(self, port: int) -> Server:
        return Server(self._url, "--port", f"{port}", "--proxy", "127.0.0.1")

    def replace(self, number: int, how: int = signal.SIGTERM) -> None:
        """End one server, and start another one in its place."""
        self.running[number].end(how)
        self.running[number] = self._started(self.ports[number])

    async def replace_all(self) -> None:
        """A rolling change."""
        for number in range(len(self.running)):
            await asyncio.to_thread(self.replace, number)
            await asyncio.sleep(BETWEEN)

    async def kill(self) -> None:
        """Kill one server; another one comes after a while."""
        self.running[0].process.kill()
        await asyncio.sleep(BETWEEN)
        await asyncio.to_thread(self.replace, 0, signal.SIGKILL)
        await asyncio.sleep(BETWEEN)

    async def stop_and_wake(self) -> None:
        """Stop one server for longer than its lease; then it goes on."""
        self.running[-1].process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(STANDSTILL)
        self.running[-1].process.send_signal(signal.SIGCONT)
        await asyncio.sleep(BETWEEN)

    def end(self) -> None:
        """End all."""
        for server in self.running:
            if server.process.poll() is None:
                server.end()


async def play(crowd: Crowd, machines: Machines, cluster: Cluster, games: int, rate: float,
               seconds: float) -> None:
    """All that happens."""
    begin = time.perf_counter()
    await crowd.come(games)
    print(f"{2 * games} sockets after {time.perf_counter() - begin:.0f} s; servers with "
          f"{', '.join(f'{server.megabytes():.0f}' for server in machines.running)} MB", flush=True)

    async def restart() -> None:
        await asyncio.to_thread(cluster.stop)
        await asyncio.to_thread(cluster.start)
        await asyncio.sleep(BETWEEN)
    playing = asyncio.create_task(crowd.play(rate))
    try:
        await asyncio.sleep(WARM_UP)
        for name, work in (("all is well", asyncio.sleep(seconds)),
                           ("each server is replaced", machines.replace_all()),
                           ("a server is killed", machines.kill()),
                           ("a server stands still", machines.stop_and_wake()),
                           ("the database is restarted", restart()),
                           ("all is well again", asyncio.sleep(seconds))):
            await crowd.tell(name, work)
    finally:
        playing.cancel()
    await asyncio.sleep(BETWEEN)
    await crowd.leave()


async def behind(machines: Machines, cluster: Cluster, games: int, rate: float, seconds: float
                 ) -> None:
    """Have all play through HAProxy."""
    with tempfile.TemporaryDirectory() as folder:
        async with proxied(Path(folder), *machines.ports) as (_, secure, _):
            await play(Crowd(secure), machines, cluster, games, rate, seconds)


def main(count: Annotated[int, typer.Option("--servers", min=2)] = 3,
         games: Annotated[int, typer.Option(min=1, help="each with two sockets")] = 2500,
         rate: Annotated[float, typer.Option(min=1, help="moves a second")] = 500,
         seconds: Annotated[float, typer.Option(min=1, help="while all is well")] = 20) -> None:
    """Print all figures."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; from a move until it is "
          "heard: median, 99 %, longest", flush=True)
    with running() as cluster:
        machines = Machines(cluster.new_database(), count)
        try:
            asyncio.run(behind(machines, cluster, games, rate, seconds))
        finally:
            machines.end()


if __name__ == "__main__":
    typer.run(main)
