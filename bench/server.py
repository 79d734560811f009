"""The server: durable moves a second, and the time from a move to its acknowledgement.

The server has one core, and this program another: `python -m bench.server`; with `500 --games
5000` there are ten thousand sockets.
"""
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from eckstein import Board

from .sockets import Socket

RATES = 500, 1000, 2000     # moves a second
SECONDS = 10.0
WARM_UP = 2.0
SCRIPTS = 40
PLIES = 40
CORES = sorted(os.sched_getaffinity(0))


def script(chance: random.Random) -> list[str]:
    """The moves of a long game."""
    while True:
        board = Board("contra", repetition=0, no_progress=0)
        texts: list[str] = []
        while len(texts) < PLIES and board.legal_moves:
            move = chance.choice(list(board.legal_moves))
            texts.append(board.text(move))
            board.push(move)
        if len(texts) == PLIES:
            return texts


class Client(Socket):
    """A player's socket."""

    def __init__(self, game: "Game", colour: str) -> None:
        super().__init__(json.dumps({"t": "join", "game": game.name,
                                     "seats": [game.seats[colour]]}))
        self.game = game
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear(self, text: bytes) -> None:
        """What the server says; only answers and the first word matter."""
        if text.startswith(b'{"t":"done"'):
            self.game.acknowledged()
        elif text.startswith(b'{"t":"game"'):
            self.ready.set_result(None)
        elif text.startswith(b'{"t":"refused"'):
            raise RuntimeError(text.decode())


class Game:
    """A game that two clients play by a script."""

    def __init__(self, facts: dict[str, Any], moves: list[str]) -> None:
        self.name, self.seats, self.moves = facts["game"], facts["seats"], moves
        self.clients: dict[str, Client] = {}
        self.ply, self.sent, self.skipped = 0, 0.0, 0
        self.times: list[tuple[float, float]] = []

    def move(self) -> None:
        """Send the next move, unless the one before is not yet acknowledged."""
        if self.sent or self.ply == PLIES:
            self.skipped += 1
            return
        colour = ("white", "black")[self.ply % 2]
        self.sent = time.perf_counter()
        self.clients[colour].send(
            f'{{"t":"do","game":"{self.name}","id":"{self.ply}","seat":"{self.seats[colour]}",'
            f'"seq":{self.ply + 1},"what":"move","move":"{self.moves[self.ply]}"}}')

    def acknowledged(self) -> None:
        """The move is on the server's disk."""
        self.times.append((self.sent, time.perf_counter() - self.sent))
        self.sent = 0.0
        self.ply += 1


def create(address: str) -> dict[str, Any]:
    """A new game."""
    request = urllib.request.Request(f"{address}/api/v1/games", method="POST", data=json.dumps(
        {"rules": "contra", "options": {"repetition": 0, "no_progress": 0}}).encode(),
        headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        facts: dict[str, Any] = json.load(answer)
        return facts


async def play(port: int, rate: float, count: int, pid: int) -> tuple[list[float], int, float]:
    """Connect, and send moves at a steady rate whatever the answers."""
    chance = random.Random(1)
    scripts = [script(chance) for _ in range(SCRIPTS)]
    loop = asyncio.get_running_loop()
    games = [Game(await asyncio.to_thread(create, f"http://127.0.0.1:{port}"),
                  scripts[number % SCRIPTS]) for number in range(count)]
    for game in games:
        for colour in game.seats:
            _, client = await loop.create_connection(partial(Client, game, colour),
                                                     "127.0.0.1", port)
            game.clients[colour] = client
            await client.ready
    await asyncio.sleep(1)
    begin, sent, spent = time.perf_counter(), 0, 0.0
    while (now := time.perf_counter() - begin) < WARM_UP + SECONDS:
        if not spent and now > WARM_UP:
            spent = cpu_seconds(pid)
        for _ in range(int(now * rate) - sent):
            games[sent % len(games)].move()
            sent += 1
        await asyncio.sleep(0.0005)
    spent = cpu_seconds(pid) - spent
    await asyncio.sleep(1)
    times = [wait for game in games for at, wait in game.times if at - begin > WARM_UP]
    return times, sum(game.skipped for game in games), spent


@contextlib.contextmanager
def on_one_core() -> Iterator[tuple[str, int]]:
    """The address and the process of a server that has one core, and this program another; without
    the limits that one client has.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--no-open", "--port", "0", "--database",
             f"{folder}/games.sqlite", "--requests", "1000000", "--connections", "1000000"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, CORES[:1]))
        try:
            if len(CORES) > 1:
                os.sched_setaffinity(0, CORES[1:2])
            assert server.stdout
            yield next(word for word in server.stdout.readline().split()
                       if word.startswith("http")).rstrip("/"), server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


def measure(rate: float, count: int) -> None:
    """Print one line of figures."""
    with on_one_core() as (address, pid):
        port = urlsplit(address).port
        assert port
        times, skipped, spent = asyncio.run(play(port, rate, count, pid))
        memory = megabytes(pid)
    waits = sorted(1000 * wait for wait in times)
    print(f"{rate:6.0f} asked   {len(waits) / SECONDS:6.0f} done   "
          f"{statistics.median(waits):8.2f} ms   {waits[len(waits) * 99 // 100]:8.2f} ms   "
          f"{waits[-1]:8.2f} ms   {skipped:6} held up   {1000 * spent / len(waits):6.3f} ms of "
          f"processor a move   {memory:4.0f} MB", flush=True)


def megabytes(pid: int) -> float:
    """The memory that a process has."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def cpu_seconds(pid: int) -> float:
    """The processor's time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(rates: Annotated[list[float] | None, typer.Argument(min=1, help="moves a second")] = None,
         games: Annotated[int, typer.Option(min=1, help="each with two sockets")] = 1000) -> None:
    """Print figures at several rates."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"moves a second, {2 * games} sockets; median, 99 % and longest from a move to "
          f"its acknowledgement; load {os.getloadavg()[0]:.1f}")
    for rate in rates or RATES:
        measure(rate, games)


if __name__ == "__main__":
    typer.run(main)
